#!/usr/bin/env python3
"""Checks openings of secret orders of battle, from docs/secret-orders.md alone and with nothing but Python.

Reads one JSON object a line: {"opening": ..., "commitment": "oob1...", "side": "..."}, the opening of one slot or of all.
Prints "proved" or "refused: why" for each. `verify.py --context FILE` prints the context of each side of a match instead.
"""
import hashlib, json, sys, unicodedata

PADDED = 2048
LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def shape(match):
    return match["days"], match["turns"], len(match["entries"]), match["commands"]


def slots(match):
    days, turns, entries, commands = shape(match)
    return 3 + 3 * commands + days * turns * entries * commands


def depth(match):
    return (slots(match) - 1).bit_length()


def context(match, side):
    assert match["scheme"] == "oob/1", "another scheme"
    nonce = sha(b"sandtable oob/1 match\0", *(bytes.fromhex(match["sides"][one]) for one in sorted(match["sides"])))
    head = b"sandtable oob/1 context\0" + (1).to_bytes(2, "big") + bytes.fromhex(match["base"])
    name = side.encode("ascii")
    return sha(head, bytes(shape(match)), nonce, bytes([len(name)]), name)


def leaf(ctx, index, salt, text):
    assert unicodedata.is_normalized("NFC", text), "not in the normal form C"
    item = text.encode("utf-8")
    assert len(item) <= PADDED - 2, "too long"
    padded = (len(item).to_bytes(2, "big") + item).ljust(PADDED, b"\0")
    return sha(b"\0", ctx, index.to_bytes(4, "big"), salt, padded)


def node(left, right):
    return sha(b"\1", left, right)


def polymod(values):
    check = 1
    for value in values:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ value
        for bit, step in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            check ^= step if top >> bit & 1 else 0
    return check


def written(text, kind="oob"):
    """The 32 bytes of a commitment: Bech32m (BIP-350)."""
    text = "".join(text.split()).replace("-", "").lower()
    start, _, rest = text.rpartition("1")
    assert start == kind, "another kind of text"
    values = [LETTERS.index(one) for one in rest]
    expanded = [ord(one) >> 5 for one in kind] + [0] + [ord(one) & 31 for one in kind]
    assert polymod(expanded + values) == 0x2BC830A3, "misspelt"
    number, bits = 0, 5 * (len(values) - 6)
    for value in values[:-6]:
        number = number << 5 | value
    assert number & (1 << bits % 8) - 1 == 0 and bits // 8 == 32, "another length"
    return (number >> bits % 8).to_bytes(32, "big")


def root(opening, side):
    match = opening["match"]
    assert opening["side"] == side, "of another side"
    ctx = context(match, side)
    if "path" in opening:
        index = opening["slot"]
        assert index < slots(match) and len(opening["path"]) == depth(match), "no such slot"
        found = leaf(ctx, index, bytes.fromhex(opening["salt"]), opening["item"])
        for level, beside in enumerate(map(bytes.fromhex, opening["path"])):
            found = node(beside, found) if index >> level & 1 else node(found, beside)
        return found
    items = {int(index): text for index, text in opening["items"].items()}
    assert all(index < slots(match) for index in items), "no such slot"
    salts = [bytes.fromhex(salt) for salt in opening["salts"]]
    assert len(salts) == 1 << depth(match), "not one salt for each leaf"
    level = [leaf(ctx, index, salt, items.get(index, "")) for index, salt in enumerate(salts)]
    while len(level) > 1:
        level = [node(*pair) for pair in zip(level[::2], level[1::2])]
    return level[0]


def main():
    if sys.argv[1:2] == ["--context"]:
        match = json.load(open(sys.argv[2]))
        print(json.dumps({side: context(match, side).hex() for side in match["sides"]}))
        return
    for line in sys.stdin:
        case = json.loads(line)
        try:
            assert root(case["opening"], case["side"]) == written(case["commitment"]), "not what was committed to"
            print("proved")
        except (AssertionError, ValueError, KeyError) as error:
            print(f"refused: {error}")


main()
