"""Compares the report of `sandtable preflight` about PDFs with poppler, qpdf and Ghostscript.

    python compare.py SANDTABLE [FILE.pdf…]

Without files, it compares the corpus. Known differences are in settled.csv; a row that no longer applies is a
fault. The exit status is 1 if a fact differs.
"""

import csv
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from urllib.parse import unquote

import numpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../press-checks"))
from tiff import grey  # noqa: E402

CORPUS = os.path.join(HERE, "corpus")
SETTLED = os.path.join(HERE, "settled.csv")
MM = 25.4 / 72
DPI = 72
TOOLS = ["pdfinfo", "pdffonts", "pdfimages", "qpdf", "gs"]
# Facts that the corpus must compare, even if all of them are settled.
FACTS = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox", "fonts", "most ink", "spot plates", "pictures", "pages"]
PROCESS = ["Cyan", "Magenta", "Yellow", "Black"]
BOXES = {"media": "MediaBox", "crop": "CropBox", "bleed": "BleedBox", "trim": "TrimBox", "art": "ArtBox"}
WORD = {True: "yes", False: "no"}
# Names of colour spaces in pdfimages.
SPACES = {
    "DeviceGray": "gray", "DeviceRGB": "rgb", "DeviceCMYK": "cmyk", "Lab": "lab", "ICCBased": "icc",
    "Separation": "sep", "DeviceN": "devn", "mask": "-",
}  # fmt: skip


def told(*command, codes=(0,)):
    run = subprocess.run(command, capture_output=True)
    if run.returncode not in codes:
        raise RuntimeError(f"{' '.join(command)}: {run.stderr.decode(errors='replace')[-500:]}")
    return run.stdout.decode("utf-8", errors="replace")


class Comparison:
    """The facts of one file that agree or differ."""

    def __init__(self, file):
        self.file = os.path.relpath(file, CORPUS) if file.startswith(CORPUS + os.sep) else file
        self.agreed = Counter()
        self.differences = []

    def values(self, page, fact, ours, theirs, is_same=None):
        if ours == theirs if is_same is None else is_same:
            self.agreed[fact] += 1
        else:
            self.differences.append((self.file, str(page), fact, str(ours), str(theirs)))

    def lists(self, page, fact, ours, theirs):
        """Compares lists of texts, in any order; a difference has only what one side lacks."""
        ours, theirs = Counter(ours), Counter(theirs)
        if ours == theirs:
            self.agreed[fact] += 1
            return
        more, less = sorted((ours - theirs).elements()), sorted((theirs - ours).elements())
        self.differences.append((self.file, str(page), fact, "; ".join(more), "; ".join(less)))


class Qpdf:
    """The objects of a file, as qpdf reads them."""

    def __init__(self, file):
        report = json.loads(told("qpdf", "--json=2", "--json-key=qpdf", "--json-key=pages", file, codes=(0, 3)))
        header, self.objects = report["qpdf"]
        self.version = header["pdfversion"]
        self.pages = [self.get(page["object"]) for page in report["pages"]]
        self.catalog = self.get(self.objects["trailer"]["value"]["/Root"])

    def get(self, value):
        while isinstance(value, str) and re.fullmatch(r"\d+ \d+ R", value):
            value = self.objects.get(f"obj:{value}", {})
            value = value["stream"]["dict"] if "stream" in value else value.get("value")
        return value

    def at(self, value, *keys):
        for key in keys:
            value = self.get(value)
            value = value.get(key) if isinstance(value, dict) else None
        return self.get(value)

    def inherited(self, page, key):
        for _ in range(64):
            if page is None or key in page:
                break
            page = self.at(page, "/Parent")
        return self.at(page, key) if page else None

    def box(self, page, key):
        is_inherited = key in ["/MediaBox", "/CropBox"]
        sides = self.inherited(page, key) if is_inherited else self.at(page, key)
        if sides is None:
            return None
        a, b, c, d = (float(self.get(side)) for side in sides)
        return [min(a, c), min(b, d), max(a, c), max(b, d)]

    def layers(self):
        groups = self.at(self.catalog, "/OCProperties", "/OCGs") or []
        hidden = self.at(self.catalog, "/OCProperties", "/D", "/OFF") or []
        names = [[text(self.at(group, "/Name")) for group in them] for them in (groups, hidden)]
        return names

    def intents(self):
        intents = self.at(self.catalog, "/OutputIntents") or []
        return [text(self.at(intent, "/OutputConditionIdentifier")) for intent in intents]


def text(value):
    """A string of qpdf's JSON."""
    return value[2:] if isinstance(value, str) and value[:2] in ["u:", "b:"] else str(value)


def compare_file(it, facts, codes, file, qpdf, info):
    it.values("", "version", facts["pdf_version"], re.search(r"PDF version:\s+(\S+)", info)[1])
    it.values("", "version in qpdf", facts["pdf_version"], qpdf.version)
    it.values("", "pages", len(facts["pages"]), int(re.search(r"Pages:\s+(\d+)", info)[1]))
    it.values("", "pages in qpdf", len(facts["pages"]), len(qpdf.pages))
    it.values("", "encrypted", "ST1311" in codes, re.search(r"Encrypted:\s+(\w+)", info)[1] == "yes")
    scripts = "JavaScript" in facts["pdf_x"]["forbidden"]
    it.values("", "JavaScript", scripts, re.search(r"JavaScript:\s+(\w+)", info)[1] == "yes")
    check = subprocess.run(["qpdf", "--check", file], capture_output=True)
    it.values("", "sound", "ST1313" not in codes, check.returncode == 0)
    layers, hidden = qpdf.layers()
    it.lists("", "layers", facts["layers"], layers)
    it.lists("", "hidden layers", facts["hidden_layers"], hidden)
    it.lists("", "output intents", [intent["identifier"] for intent in facts["output_intents"]], qpdf.intents())
    ours = {f"{f['name']}, {f['kind']}, {WORD[f['embedded']]}, {WORD[f['subset']]}" for f in facts["fonts"]}
    it.lists("", "fonts", ours, fonts(file))


def fonts(file):
    """The fonts of pdffonts: name, type, whether they are embedded and subset."""
    found = set()
    kinds = r"((?:CID )?(?:Type [013]C?|TrueType)(?: \(OT\))?|unknown)"
    for line in told("pdffonts", file).splitlines()[2:]:
        name, kind, embedded, subset = re.match(rf"(.+?)\s+{kinds}\s+\S.*?\s+(yes|no)\s+(yes|no)\s+(?:yes|no)\s.*$", line).groups()
        # pdffonts names the format of the embedded program, too.
        kind = kind.replace("C", "", 1) if kind.startswith("Type") else kind.replace("0C", "0")
        found.add(f"{name.replace('[none]', '(unnamed)')}, {kind.replace(' (OT)', '')}, {embedded}, {subset}")
    return found


def compare_boxes(it, page, own, qpdf, info):
    number, unit = page["page"], float(qpdf.at(own, "/UserUnit") or 1)
    media = qpdf.box(own, "/MediaBox")
    for key, name in BOXES.items():
        ours = page[f"{key}_mm"]
        if ours:
            ours = [ours["left"], ours["bottom"], ours["width"], ours["height"]]
        theirs = qpdf.box(own, "/" + name)
        if theirs:
            theirs = placed(theirs, media, unit)
        # Preflight rounds to micrometres; its numbers have seven digits.
        same = ours == theirs or (ours and theirs and all(abs(a - b) <= 0.002 for a, b in zip(ours, theirs)))
        it.values(number, f"{name} in qpdf", ours, theirs, same)
        if ours is None:
            continue
        sides = re.search(rf"^Page\s+{number} {name}:\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)", info, re.M)
        theirs = placed([float(side) for side in sides.groups()], media, unit)
        # pdfinfo rounds to hundredths of a point.
        it.values(number, name, ours, theirs, all(abs(a - b) <= 0.01 * unit for a, b in zip(ours, theirs)))
    rotation = int(re.search(rf"^Page\s+{number} rot:\s+(-?\d+)", info, re.M)[1])
    it.values(number, "rotation", page["rotation_degrees"], rotation)
    it.values(number, "rotation in qpdf", page["rotation_degrees"], int(qpdf.inherited(own, "/Rotate") or 0) % 360)


def placed(sides, media, unit):
    """A box in millimetres from the corner of the MediaBox: left, bottom, width, height."""
    left, bottom, right, top = sides
    inside = [left - media[0], bottom - media[1], right - left, top - bottom]
    return [round(side * unit * MM, 3) for side in inside]


def compare_pictures(it, page, rows, unit):
    ours = [picture(i["columns"], i["rows"], space_of(i["colours"]), i["dpi"]) for i in page["images"]]
    theirs = []
    for row in rows:
        if row[2] in ["image", "stencil"]:
            # The object of an inline picture is one word.
            across, up = row[12:14] if row[10] != "[inline]" else row[11:13]
            dpi = min(float(across), float(up)) / unit
            theirs.append(picture(row[3], row[4], row[5], dpi))
    # Resolutions may differ by one.
    for here in list(ours):
        size, dpi = here.rsplit(" ", 1)
        near = [there for there in theirs if there.rsplit(" ", 1)[0] == size and abs(int(there.rsplit(" ", 1)[1]) - int(dpi)) <= 1]
        if near:
            ours.remove(here)
            theirs.remove(near[0])
    it.lists(page["page"], "pictures", ours, theirs)


def picture(columns, rows, space, dpi):
    return f"{columns} x {rows} {space} {round(dpi)}"


def space_of(colours):
    """The name in pdfimages of a colour space of preflight."""
    words = re.split(r"[ ,]+", colours)
    return "index" if "Indexed" in words else SPACES.get(words[0], words[0])


def compare_inks(it, page, plates):
    number = page["page"]
    inked = {name for name, plate in plates.items() if plate.any()}
    it.lists(number, "spot plates", {spot["name"] for spot in page["spots"]}, inked - set(PROCESS))
    ours = page["most_ink_percent"]
    is_screen = any(re.search("RGB|Lab", space) for space in page["colours"])
    if ours is None or is_screen:
        return
    cuts = {spot["name"] for spot in page["spots"] if spot["tool"]}
    total = sum(plate.astype(int) for name, plate in plates.items() if name not in cuts)
    media = page["media_mm"]
    # Marks around the bleed use all inks and begin in the pixel at its edge.
    area = page["bleed_mm"] or page["crop_mm"] or media
    step = 25.4 / DPI
    left, right = area["left"] / step, (area["left"] + area["width"]) / step
    low, high = area["bottom"] / step, (area["bottom"] + area["height"]) / step
    rows, columns = total.shape
    edge = 2 if page["bleed_mm"] else 0
    total = total[
        max(0, int(rows - high) + edge) : int(rows - low) - edge // 2 or None, max(0, int(left) + edge) : int(right) - edge // 2 or None
    ]
    theirs = float(numpy.max(total)) / 2.55 if total.size else 0.0
    # Cells of preflight detect nothing smaller than half a millimetre.
    it.values(number, "most ink", round(ours["value"], 1), round(theirs, 1), abs(ours["value"] - theirs) <= 2)


def plates_of(file, folder):
    """The plates of each page by name, with 255 where they have full ink."""
    told(
        "gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", f"-r{DPI}", "-sCompression=none", "-dOverprint=/enable",
        "-dUseCropBox=false", f"-sOutputFile={folder}/%d.tif", file,
    )  # fmt: skip
    pages = {}
    for path in glob.glob(f"{glob.escape(folder)}/*(*).tif"):
        number, name = re.fullmatch(r"(\d+)\((.*)\)\.tif", os.path.basename(path)).groups()
        width, pixels = grey(path)
        plate = 255 - numpy.frombuffer(pixels, dtype=numpy.uint8)
        pages.setdefault(int(number), {})[unquote(name)] = plate.reshape(-1, width)
    return pages


def compare(arguments):
    sandtable, file = arguments
    it = Comparison(file)
    report = json.loads(told(sandtable, "preflight", file, "--format", "json", codes=(0, 1)))
    facts, codes = report["files"][0], {finding["code"] for finding in report["diagnostics"]}
    is_locked = subprocess.run(["qpdf", "--requires-password", file], capture_output=True).returncode == 0
    it.values("", "password needed", facts["pdf_version"] is None and "ST1311" in codes, is_locked)
    if is_locked:
        return it
    qpdf = Qpdf(file)
    info = told("pdfinfo", "-box", "-f", "1", "-l", str(len(qpdf.pages)), file)
    compare_file(it, facts, codes, file, qpdf, info)
    pictures = [line.split() for line in told("pdfimages", "-list", file).splitlines()[2:]]
    with tempfile.TemporaryDirectory() as folder:
        plates = plates_of(file, folder)
    for page, own in zip(facts["pages"], qpdf.pages):
        compare_boxes(it, page, own, qpdf, info)
        unit = float(qpdf.at(own, "/UserUnit") or 1)
        compare_pictures(it, page, [row for row in pictures if row[0] == str(page["page"])], unit)
        compare_inks(it, page, plates[page["page"]])
    return it


def main():
    sandtable, *files = sys.argv[1:]
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        sys.exit(f"missing tools: {', '.join(missing)}")
    is_corpus = not files
    files = sorted(glob.glob(f"{CORPUS}/*/*.pdf")) if is_corpus else files
    with open(SETTLED, newline="") as rows:
        settled = [tuple(row) for row in csv.reader(rows)][1:] if is_corpus else []
    left = {row[:5]: row[5] for row in settled}
    agreed, faults = Counter(), 0
    with ProcessPoolExecutor() as pool:
        for it in pool.map(compare, [(sandtable, file) for file in files]):
            agreed += it.agreed
            for difference in it.differences:
                if left.pop(difference, None) is None:
                    faults += 1
                    csv.writer(sys.stdout).writerow(difference)
    for fact, count in sorted(agreed.items()):
        print(f"{count:5} {fact}")
    for row in left:
        print(f"no such difference any more: {row}")
    print(f"{len(files)} files: {agreed.total()} facts agree, {len(settled) - len(left)} settled, {faults} differ")
    never = [fact for fact in FACTS if is_corpus and not agreed[fact]]
    if never:
        print(f"never compared: {', '.join(never)}")
    sys.exit(1 if faults or left or never or (is_corpus and len(files) < 60) else 0)


if __name__ == "__main__":
    main()
