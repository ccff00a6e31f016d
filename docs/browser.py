# SPDX-License-Identifier: BSL-1.0
"""A headless Chromium for the tests of pages: open one, evaluate JavaScript in it, take its picture.

    browser.py PAGE.html PICTURE.png [WIDTH [HEIGHT]] [--dark] [--script JAVASCRIPT]
    browser.py PAGE.html PRINTED.pdf
"""

import argparse
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "google-chrome", "chrome")


def installed() -> str | None:
    return next(filter(shutil.which, NAMES), None)


class Browser:
    """One page of a browser, which is spoken to through two pipes (the DevTools protocol)."""

    def __init__(self, program: str):
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        ours_read, theirs_write = os.pipe()
        theirs_read, ours_write = os.pipe()

        def as_3_and_4() -> None:
            read, write = os.dup(theirs_read), os.dup(theirs_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self._process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--hide-scrollbars", "--remote-debugging-pipe", f"--user-data-dir={self._profile.name}", "about:blank"],
            close_fds=False, preexec_fn=as_3_and_4, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(theirs_read)
        os.close(theirs_write)
        self._read, self._write = os.fdopen(ours_read, "rb"), os.fdopen(ours_write, "wb")
        self._count, self._session, self._buffer = 0, None, b""
        self.messages: list[str] = []  # errors of the page
        page = next(each for each in self._call("Target.getTargets")["targetInfos"] if each["type"] == "page")
        self._session = self._call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self._call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._session = None
        try:
            self._call("Browser.close")
            self._process.wait(timeout=10)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._read.close()
        self._write.close()
        self._profile.cleanup()

    def _call(self, method: str, **parameters):
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._write.write(json.dumps(message).encode() + b"\0")
        self._write.flush()
        while True:
            answer = self._next()
            if answer.get("id") == self._count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            if answer.get("method") == "Runtime.exceptionThrown":
                details = answer["params"]["exceptionDetails"]
                self.messages.append(details.get("exception", {}).get("description") or details["text"])
            if answer.get("method") == "Log.entryAdded" and answer["params"]["entry"]["level"] == "error":
                self.messages.append(answer["params"]["entry"]["text"])

    def _next(self) -> dict:
        while b"\0" not in self._buffer:
            if not select.select([self._read], [], [], 120)[0]:
                raise RuntimeError("the browser has not answered for two minutes")
            chunk = os.read(self._read.fileno(), 1 << 16)
            if not chunk:
                raise RuntimeError("the browser has ended")
            self._buffer += chunk
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def open(self, url: str, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                   mobile=width < 600)
        self._call("Emulation.setEmulatedMedia",
                   features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self._call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def evaluate(self, script: str):
        answer = self._call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", script))
        return answer["result"].get("value")

    def wait(self, script: str, seconds: float = 60):
        """Evaluates until the value is true, and returns it."""
        end = time.monotonic() + seconds
        while not (value := self.evaluate(script)):
            if time.monotonic() > end:
                raise RuntimeError(f"not within {seconds:.0f} s: {script}; {self.messages}")
            time.sleep(0.05)
        return value

    def picture(self, path: Path, whole: bool = False) -> None:
        data = self._call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))

    def print_to(self, path: Path) -> None:
        """As a PDF, with page numbers."""
        number = '<div style="width: 100%; text-align: center; font-size: 8px"><span class="pageNumber"></span></div>'
        data = self._call("Page.printToPDF", preferCSSPageSize=True, printBackground=True,
                                  displayHeaderFooter=True, headerTemplate="<div></div>", footerTemplate=number)["data"]
        path.write_bytes(base64.b64decode(data))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page")
    parser.add_argument("picture", type=Path)
    parser.add_argument("width", type=int, nargs="?", default=1280)
    parser.add_argument("height", type=int, nargs="?", default=900)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--script", default="")
    arguments = parser.parse_args()
    with Browser(installed()) as browser:
        address = arguments.page if "://" in arguments.page else Path(arguments.page).resolve().as_uri()
        browser.open(address, arguments.width, arguments.height, arguments.dark)
        time.sleep(1)
        if arguments.script:
            print(browser.evaluate(arguments.script))
            time.sleep(0.5)
        if arguments.picture.suffix == ".pdf":
            browser.print_to(arguments.picture)
        else:
            browser.picture(arguments.picture)
        print("\n".join(browser.messages), end="")
