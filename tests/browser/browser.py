"""Drives headless Chromium through chromedriver with the W3C WebDriver protocol, using only Python's standard library."""

import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

faults = []


def check(holds, what):
    if not holds:
        faults.append(what)


def lacks(what):
    """Whether the browser or its driver is missing; if so, prints a message."""
    missing = [tool for tool in ("chromium", "chromedriver") if not shutil.which(tool)]
    if missing:
        print(f"{what} not opened in a browser: {', '.join(missing)} missing", file=sys.stderr)
    return bool(missing)


def reported():
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


class Browser:
    """A chromedriver session."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.root = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(100):
            try:
                urllib.request.urlopen(self.root + "/status", timeout=5).read()
                break
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.session = ""
        self.session = "/session/" + self.ask("/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.root + self.session + path, data, {"Content-Type": "application/json"})
        return json.load(urllib.request.urlopen(request, timeout=60))["value"]

    def do(self, script, *arguments):
        return self.ask("/execute/sync", {"script": script, "args": list(arguments)})

    def resize(self, width, height):
        self.ask("/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}})

    def picture(self, path):
        whole = self.ask("/goog/cdp/execute", {"cmd": "Page.captureScreenshot", "params": {"captureBeyondViewport": True}})
        with open(path, "wb") as file:
            file.write(base64.b64decode(whole["data"]))

    def key(self, key):
        press = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self.ask("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": press}]})

    def pointer(self, *actions):
        """Moves and presses the mouse: ("move", x, y), ("down",) and ("up",), in window pixels."""
        kinds = {"move": "pointerMove", "down": "pointerDown", "up": "pointerUp"}
        done = []
        for name, *place in actions:
            action = {"type": kinds[name]}
            action.update({"x": round(place[0]), "y": round(place[1]), "duration": 20} if place else {"button": 0})
            done.append(action)
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": done}
        self.ask("/actions", {"actions": [mouse]})

    def wheel(self, x, y, delta):
        scroll = {"type": "scroll", "x": round(x), "y": round(y), "deltaX": 0, "deltaY": delta, "origin": "viewport"}
        self.ask("/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": [scroll]}]})

    def complaints(self):
        """Messages on the browser's console since the last call."""
        return [one["message"] for one in self.ask("/se/log", {"type": "browser"})]

    def close(self):
        try:
            self.ask("", None)
        except (urllib.error.URLError, OSError):
            pass
        self.driver.terminate()
        self.driver.wait()
