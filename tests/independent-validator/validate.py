"""Validates our corpus with Python's jsonschema and PyYAML, and lists differences from our results.

    WRITE_CORPUS=DIR cargo test -p sandtable-compile --test schema
    python validate.py DIR
"""

import json
import re
import sys
from pathlib import Path

import yaml
from jsonschema import Draft7Validator

PROJECT = Path(__file__).resolve().parents[2]
GOOD = [
    ("scenario", "scenarios/gettysburg/scenario.yaml"),
    ("scenario", "crates/compile/tests/data/field/scenario.yaml"),
    ("map", "maps/gettysburg/map.yaml"),
    ("map", "crates/compile/tests/data/field/map.yaml"),
    ("ruleset", "crates/authored/rulesets/pub-battles-3.2.yaml"),
]


class Core(yaml.SafeLoader):
    """Reads the core schema of YAML 1.2, as our reader does. PyYAML itself reads YAML 1.1, where `yes`
    is true, 07:00 is 420 and 1863-07-02 is a date."""

    yaml_implicit_resolvers = {}

    def construct_core_int(self, node):
        text = node.value
        for prefix, base in (("0x", 16), ("0o", 8)):
            if text.startswith(prefix):
                return int(text[2:], base)
        return int(text)


Core.add_constructor("tag:yaml.org,2002:int", Core.construct_core_int)
for kind, pattern, first in [
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", list("-+0123456789")),
    (
        "float",
        r"^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
        r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$",
        list("-+.0123456789"),
    ),
]:
    Core.add_implicit_resolver("tag:yaml.org,2002:" + kind, re.compile(pattern), first)


def main(folder):
    validators = {}
    for name in ["scenario", "map", "ruleset"]:
        schema = json.loads((PROJECT / f"schema/{name}.schema.json").read_text("utf-8"))
        Draft7Validator.check_schema(schema)
        validators[name] = Draft7Validator(schema)
    differences = []

    for name, path in GOOD:
        value = yaml.load((PROJECT / path).read_text("utf-8"), Core)
        for error in validators[name].iter_errors(value):
            differences.append(f"{path}: {error.json_path}: {error.message}")

    judged = {True: 0, False: 0}
    for name in validators:
        for line in (folder / f"{name}.jsonl").read_text("utf-8").splitlines():
            case = json.loads(line)
            valid = validators[name].is_valid(case["file"])
            judged[valid] += 1
            if valid != case["valid"]:
                differences.append(f"{name} {case['change']}: valid here: {valid}")

    seeded = 0
    for line in (folder / "bad.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        path = PROJECT / "crates/compile/tests/data/bad" / case["name"]
        name = path.name.split(".")[1]
        valid = validators[name].is_valid(yaml.load(path.read_text("utf-8"), Core))
        seeded += 1
        if valid != case["valid"]:
            differences.append(f"{path.name}: valid here: {valid}")

    print(f"{len(GOOD)} valid files, {seeded} seeded mistakes,")
    print(f"{judged[True]} corrupted files accepted and {judged[False]} refused")
    print("\n".join(differences) or "no differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
