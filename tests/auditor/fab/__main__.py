"""`python3 -m fab PACK LOG...`: audits logs of one battle."""

import json
import sys
import zipfile
from collections import Counter

from . import audit


def main(pack_path, *logs):
    with zipfile.ZipFile(pack_path) as file:
        pack = {name: json.loads(file.read(name + ".json")) for name in ("scenario", "ruleset")}
    checks, found = Counter(), Counter()
    for path in logs:
        with open(path, encoding="utf-8") as log:
            report = audit(log, pack)
        checks += report.checks
        for one in report:
            found[one.rule] += 1
            print(f"{path}:{one.line}: {one.text} ({one.rule})")
    for rule in sorted(checks):
        print(f"{rule:12} {checks[rule]:9} checks {found[rule]:6} violations")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
