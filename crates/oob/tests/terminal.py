"""Runs a command in a terminal of its own and types a line when it asks for a passphrase: terminal.py TYPED COMMAND …

Prints, one a line: whether the terminal echoed at the prompt and afterwards, the limit of core dumps at the prompt, and how the command ended.
"""
import os, pty, sys, termios

pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[2], sys.argv[2:])


def is_echoing():
    return bool(termios.tcgetattr(terminal)[3] & termios.ECHO)


shown = b""
while b"passphrase: " not in shown:
    shown += os.read(terminal, 1024)
at_prompt = is_echoing()
limits = [line.split() for line in open(f"/proc/{pid}/limits") if line.startswith("Max core")]
os.write(terminal, sys.argv[1].encode("utf-8").decode("unicode_escape").encode("latin-1"))
_, status = os.waitpid(pid, 0)
ended = f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"exit {os.WEXITSTATUS(status)}"
print("echo" if at_prompt else "hidden", "echo" if is_echoing() else "hidden", *limits[0][4:6], ended, sep="\n")
