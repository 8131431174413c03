"""`python3 -m fab PACK LOG...`: audits logs and prints checks and violations for each rule."""

import sys
from collections import Counter

from . import audit, read_pack


def main(pack_path, *logs):
    pack, checks, found = read_pack(pack_path), Counter(), Counter()
    for path in logs:
        with open(path, encoding="utf-8") as log:
            violations, counted = audit(log, pack)
        checks += counted
        for one in violations:
            found[one.rule] += 1
            print(f"{path}:{one.line}: {one.text} ({one.rule})")
    for rule in sorted(checks):
        print(f"{'FAB-' + rule:12} {checks[rule]:9} checks {found['FAB-' + rule]:6} violations")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
