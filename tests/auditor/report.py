"""What an audit found, and how much it checked."""

from collections import Counter, namedtuple

Violation = namedtuple("Violation", "rule line text")


class Report:
    """The violations of one log; iterate over it to get them."""

    def __init__(self):
        self.violations = []
        self.checks = Counter()
        self.unsure = Counter()
        self.line = 1

    def __iter__(self):
        return iter(self.violations)

    def check(self, rule, holds, text=None):
        """Counts a check, and records a violation if it fails.

        `text` is a sentence or a function that returns one. With `holds` None, the auditor cannot
        tell: that is counted apart.
        """
        if holds is None:
            self.unsure[rule] += 1
            return True
        self.checks[rule] += 1
        if not holds and text is not None:
            self.fault(rule, text() if callable(text) else text)
        return holds

    def move_faults(self, first, line):
        """Gives the violations from this index on another line."""
        for i in range(first, len(self.violations)):
            self.violations[i] = self.violations[i]._replace(line=line)

    def fault(self, rule, text, line=None):
        """Records a violation."""
        self.violations.append(Violation(rule, line or self.line, text))
