"""A screen that nobody sees, and a hand on its mouse and keys: Xvfb, a window manager, xdotool and import."""

import os, re, shutil, subprocess, time

import common
from common import Fault

TOOLS = ("Xvfb", "openbox", "xdotool", "import")


class Screen:
    """Programs started while it is open show their windows on it."""

    def __init__(self, width, height):
        for tool in TOOLS:
            if shutil.which(tool) is None:
                common.skip(f"no {tool}")
        read, write = os.pipe()
        self.server = start("Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", pass_fds=[write])
        os.close(write)
        number = os.read(read, 16).decode().strip()
        os.close(read)
        if not number:
            common.skip("Xvfb does not start")
        os.environ["DISPLAY"] = f":{number}"
        self.manager = start("openbox")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in (self.manager, self.server):
            process.terminate()
            process.wait()


class Window:
    """A window that is found by a part of its title or by its program, within some seconds."""

    def __init__(self, title, seconds=30):
        until = time.monotonic() + seconds
        while not (found := search(title)):
            if time.monotonic() > until:
                raise Fault(f"no window {title} within {seconds} s")
            time.sleep(0.2)
        self.id = found[-1]
        time.sleep(0.5)

    def key(self, *keys):
        xdotool("windowactivate", "--sync", self.id)
        xdotool("key", "--delay", "50", *keys)
        time.sleep(0.3)

    def write(self, text):
        xdotool("type", "--delay", "5", text)
        time.sleep(0.3)

    def click(self, x, y):
        """At a place of the window, from its right or bottom edge where negative."""
        shape = dict(re.findall(r"(\w+)=(-?\d+)", xdotool("getwindowgeometry", "--shell", self.id)))
        x, y = x % int(shape["WIDTH"]), y % int(shape["HEIGHT"])
        xdotool("mousemove", "--window", self.id, str(x), str(y), "click", "1")
        time.sleep(0.3)

    def picture(self, file, colors=48):
        """Kept small: few colors are enough for a window."""
        subprocess.run(["import", "-window", self.id, "+dither", "-colors", str(colors), "-strip", f"PNG8:{file}"],
                       check=True)


def search(title):
    for kind in ("--name", "--class"):
        if found := xdotool("search", "--onlyvisible", kind, title).split():
            return found
    return []


def start(*command, **settings):
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, **(quiet | settings))


def xdotool(*arguments):
    try:
        return subprocess.run(["xdotool", *arguments], capture_output=True, text=True, timeout=30).stdout
    except subprocess.TimeoutExpired:
        raise Fault(f"xdotool {' '.join(arguments)} does not end")
