"""Compares the report of `sandtable preflight` about PDFs with other programs: boxes with pdfinfo, fonts
with pdffonts, images with pdfimages, ink and spot plates with the plates of Ghostscript.

    python tests/independent-preflight/compare.py SANDTABLE FILE.pdf…

The exit status is 1 if they differ.
"""

import glob
import json
import re
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

Image.MAX_IMAGE_PIXELS = None
POINT = 25.4 / 72
differences = 0


def told(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def compare(file, what, ours, theirs, is_same):
    global differences
    if not is_same:
        differences += 1
    print(f"{'same  ' if is_same else 'DIFFER'} {file}: {what}: {ours} and {theirs}")


def boxes(file, page):
    number = str(page["page"])
    text = told("pdfinfo", "-box", "-f", number, "-l", number, file)
    for name, key in [("MediaBox", "media_mm"), ("BleedBox", "bleed_mm"), ("TrimBox", "trim_mm")]:
        ours = page[key]
        sides = re.search(rf"{name}:\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)", text)
        if ours is None or sides is None:
            continue
        left, bottom, right, top = (float(side) * POINT for side in sides.groups())
        theirs = [left, bottom, right - left, top - bottom]
        ours = [ours[side] for side in ("left", "bottom", "width", "height")]
        # pdfinfo rounds to hundredths of a point.
        same = all(abs(a - b) <= 0.01 for a, b in zip(ours, theirs))
        compare(file, f"page {number} {name}", ours, [round(side, 3) for side in theirs], same)


def fonts(file, facts):
    lines = told("pdffonts", file).splitlines()[2:]
    # Count from the right, because names and kinds contain spaces.
    theirs = {(line.split()[0], *line.split()[-5:-3]) for line in lines}
    word = {True: "yes", False: "no"}
    ours = {(f["name"], word[f["embedded"]], word[f["subset"]]) for f in facts["fonts"]}
    compare(file, "fonts", len(ours), len(theirs), ours == theirs)


def pictures(file, facts):
    rows = [line.split() for line in told("pdfimages", "-list", file).splitlines()[2:]]
    theirs = sorted(min(int(r[12]), int(r[13])) for r in rows if r[2] == "image")
    ours = sorted(i["dpi"] for page in facts["pages"] for i in page["images"])
    same = len(ours) == len(theirs) and all(abs(a - b) <= 1 for a, b in zip(ours, theirs))
    compare(file, "dots per inch", ours[:5], theirs[:5], same)


def plates(file, page, folder):
    number = page["page"]
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", "-r72", "-dOverprint=/enable"]
    pages = [f"-dFirstPage={number}", f"-dLastPage={number}"]
    told(*command, *pages, f"-sOutputFile={folder}/{number}.tif", file)
    cuts = {spot["name"] for spot in page["spots"] if spot["cut_line"]}
    total, names = 0, set()
    for path in glob.glob(f"{folder}/{number}(*).tif"):
        name = path[path.rindex("(") + 1 : -5]
        names.add(name)
        if name not in cuts:
            total = total + 255 - numpy.asarray(Image.open(path).convert("L")).astype(int)
    # Marks around the bleed use all inks and begin in the pixel at its edge.
    bleed = page["bleed_mm"]
    if bleed is not None:
        left, right = bleed["left"] / POINT, (bleed["left"] + bleed["width"]) / POINT
        low, high = bleed["bottom"] / POINT, (bleed["bottom"] + bleed["height"]) / POINT
        rows = len(total)
        total = total[int(rows - high) + 2 : int(rows - low) - 1, int(left) + 2 : int(right) - 1]
    theirs = float(numpy.max(total)) / 2.55
    light = any("RGB" in space for space in page["colours"])
    ours = page["most_ink_percent"]
    # RGB colours are not summed, and cells detect nothing smaller than half a millimetre.
    if ours is not None and not light:
        same = abs(ours["value"] - theirs) <= 2
        compare(file, f"page {number} most ink", ours["value"], round(theirs, 2), same)
    spots = {spot["name"] for spot in page["spots"]}
    others = names - {"Cyan", "Magenta", "Yellow", "Black"}
    compare(file, f"page {number} spot plates", sorted(spots), sorted(others), spots == others)


def main():
    sandtable, *files = sys.argv[1:]
    for file in files:
        report = subprocess.run(
            [sandtable, "preflight", file, "--format", "json"], capture_output=True, text=True
        )
        facts = json.loads(report.stdout)["files"][0]
        fonts(file, facts)
        pictures(file, facts)
        for page in facts["pages"]:
            boxes(file, page)
            with tempfile.TemporaryDirectory() as folder:
                plates(file, page, folder)
    sys.exit(1 if differences else 0)


main()
