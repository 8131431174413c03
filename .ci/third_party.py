"""The crates in the program for one target: their licence texts, and a list for machines (CycloneDX 1.5)."""

import json
import pathlib
import subprocess
import sys

LICENCES = ("licen", "copying", "notice", "unlicense", "copyright")
OURS = pathlib.Path(__file__).resolve().parent.parent


def crates(target):
    """The crates that are linked into `sandtable`, ours excluded, by name and version."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
    metadata = json.loads(subprocess.check_output(command))
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    start = next(id for id, package in packages.items() if package["name"] == "sandtable")
    found, waiting = {start}, [start]
    while waiting:
        for dependency in nodes[waiting.pop()]["deps"]:
            is_linked = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if is_linked and dependency["pkg"] not in found:
                found.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    linked = [packages[id] for id in found if packages[id]["source"]]
    return sorted(linked, key=lambda package: (package["name"], package["version"]))


def read_text(file):
    return file.read_text("utf-8", "replace").replace("\r\n", "\n").strip()


def own_texts(package):
    """The licence texts in the folder of a crate."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = [file for file in folder.iterdir() if file.is_file() and file.name.lower().startswith(LICENCES)]
    return [read_text(file) for file in sorted(files, key=lambda file: file.name)]


def missing_texts(package, packages):
    """The licence texts of a crate without any: those of its repository's other crates, else the standard text."""
    for other in packages:
        if other is not package and other["repository"] == package["repository"] and own_texts(other):
            return own_texts(other)
    if "Apache-2.0" in package["license"]:
        return [read_text(OURS / "LICENSE-APACHE")]
    if "MIT" in package["license"]:
        authors = f"Copyright (c) {', '.join(package['authors'])}"
        lines = read_text(OURS / "LICENSE-MIT").split("\n")
        return ["\n".join(authors if line.startswith("Copyright") else line for line in lines)]
    sys.exit(f"no licence text for {package['name']} {package['version']} ({package['license']})")


def notices(packages):
    """One text with the licences of all crates. Each text is printed once."""
    numbers = {}
    lines = ["Sandtable contains the following crates.", ""]
    for package in packages:
        texts = own_texts(package) or missing_texts(package, packages)
        own = ", ".join(str(numbers.setdefault(text, len(numbers) + 1)) for text in texts)
        lines.append(f"{package['name']} {package['version']}: {package['license'] or 'see text'} (texts: {own})")
    for text, number in numbers.items():
        lines += ["", "=" * 79, f"Text {number}", "", text]
    return ("\n".join(lines) + "\n").encode()


def sbom(packages, version, checksums):
    """A software bill of materials. It has no clock and no serial number: the same build makes the same file."""
    components = []
    for package in packages:
        url = f"pkg:cargo/{package['name']}@{package['version']}"
        component = {"type": "library", "bom-ref": url, "name": package["name"], "version": package["version"], "purl": url}
        checksum = checksums.get((package["name"], package["version"]))
        if checksum:
            component["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        if package["license"]:
            component["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        components.append(component)
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": "sandtable", "name": "sandtable", "version": version}},
        "components": components,
    }
    return (json.dumps(document, indent=2, sort_keys=True) + "\n").encode()
