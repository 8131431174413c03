"""The crates in the program for one target: their licence texts, and a list for machines (CycloneDX 1.5)."""

import json
import pathlib
import subprocess

LICENCES = ("licen", "copying", "notice", "unlicense", "copyright")
# The text for crates that leave it in their repository.
APACHE = pathlib.Path(__file__).resolve().parent.parent / "LICENSE-APACHE"


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


def licence_files(package):
    folder = pathlib.Path(package["manifest_path"]).parent
    files = [file for file in folder.iterdir() if file.is_file() and file.name.lower().startswith(LICENCES)]
    if not files and "Apache-2.0" in (package["license"] or ""):
        return [APACHE]
    return sorted(files, key=lambda file: file.name)


def notices(packages):
    """One text with the licences of all crates. Each text is printed once."""
    texts, order = {}, []
    for package in packages:
        for file in licence_files(package):
            text = file.read_text("utf-8", "replace").replace("\r\n", "\n").strip()
            if text not in texts:
                texts[text] = len(texts) + 1
                order.append(text)
    lines = ["Sandtable contains the following crates.", ""]
    for package in packages:
        files = [file.read_text("utf-8", "replace").replace("\r\n", "\n").strip() for file in licence_files(package)]
        numbers = ", ".join(str(texts[text]) for text in files) or "none in the crate"
        lines.append(f"{package['name']} {package['version']}: {package['license'] or 'see text'} (texts: {numbers})")
        if not files:
            lines.append(f"    by {', '.join(package['authors']) or 'its authors'}, {package['repository'] or ''}".rstrip(", "))
    for text in order:
        lines += ["", "=" * 79, f"Text {texts[text]}", "", text]
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
