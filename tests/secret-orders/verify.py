#!/usr/bin/env python3
"""Verifies openings of secret orders of battle. Written from docs/secret-orders.md only, in plain Python.

Reads one JSON object per line: {"opening": ..., "commitment": "oob1...", "side": "..."}. The opening is for one slot, for all slots or
for a night note. Prints "verified" or "rejected: REASON" for each; "verified" is followed by the invisible characters in its text, if any.
`verify.py --context FILE` prints the context of each side of a match instead.
"""
import hashlib, json, re, sys, unicodedata

PADDED = 2048
MATCH = {"scheme": str, "base": 32, "days": 1, "turns": 1, "entries": list, "commands": 1, "sides": dict}
SLOT = {"match": dict, "side": str, "slot": 4, "salt": 32, "item": str, "path": list}
WHOLE = {"match": dict, "side": str, "items": dict, "salts": list}
NOTE = {"match": dict, "side": str, "night": 1, "choice": str, "salt": 32}
CHOICES = {"stay": 0, "withdraw": 1}
UNSEEN = """
0000-001F 007F-00A0 00AD 034F 061C 115F-1160 1680 17B4-17B5 180B-180F 2000-200F 2028-202F 205F-206F 2800 3000
3164 E000-F8FF FDD0-FDEF FE00-FE0F FEFF FFA0 FFF0-FFFC FFFE-FFFF 13430-1343F 1BCA0-1BCA3 1D173-1D17A
1FFFE-1FFFF 2FFFE-2FFFF 3FFFE-3FFFF 4FFFE-4FFFF 5FFFE-5FFFF 6FFFE-6FFFF 7FFFE-7FFFF 8FFFE-8FFFF 9FFFE-9FFFF
AFFFE-AFFFF BFFFE-BFFFF CFFFE-CFFFF DFFFE-DFFFF E0000-E0FFF EFFFE-10FFFF
"""
UNSEEN = [[int(end, 16) for end in one.split("-")] for one in UNSEEN.split()]
LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def once(pairs):
    """An object without duplicate keys."""
    assert len(dict(pairs)) == len(pairs), "duplicate key"
    return dict(pairs)


def fields(what, known):
    """Checks for exactly these fields. A field has a type or a number of bytes: hexadecimal digits for 16 and 32 bytes, otherwise an integer."""
    assert type(what) is dict and set(what) == set(known), "unexpected or missing fields"
    for name, kind in known.items():
        if kind in (1, 4):
            assert type(what[name]) is int and 0 <= what[name] < 256**kind, f"{name} is out of range"
        elif type(kind) is int:
            octets(what[name], kind)
        else:
            assert type(what[name]) is kind, f"{name} has the wrong type"
    return what


def octets(text, count):
    assert type(text) is str and re.fullmatch(r"[0-9a-f]{%d}" % (2 * count), text), "expected lower-case hexadecimal digits"
    return bytes.fromhex(text)


def is_id(text):
    return type(text) is str and re.fullmatch(r"[a-z0-9-]{1,64}", text)


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
    assert fields(match, MATCH)["scheme"] == "oob/1", "unknown scheme"
    sides, entries = match["sides"], match["entries"]
    assert len(sides) == 2 and all(map(is_id, [*sides, *entries])) and side in sides, "wrong sides or invalid ids"
    assert entries == sorted(set(entries)) and 0 not in shape(match) and slots(match) <= 1 << 14, "invalid match"
    nonce = sha(b"sandtable oob/1 match\0", *(octets(sides[one], 16) for one in sorted(sides)))
    head = b"sandtable oob/1 context\0" + (1).to_bytes(2, "big") + octets(match["base"], 32)
    name = side.encode("ascii")
    return sha(head, bytes(shape(match)), nonce, bytes([len(name)]), name)


def leaf(ctx, index, salt, text):
    assert type(text) is str and unicodedata.is_normalized("NFC", text), "not in Unicode normalization form C"
    assert not any(unicodedata.category(one) == "Cc" and one != "\n" for one in text), "a control character"
    item = text.encode("utf-8")
    assert len(item) <= PADDED - 2, "too long"
    padded = (len(item).to_bytes(2, "big") + item).ljust(PADDED, b"\0")
    return sha(b"\0", ctx, index.to_bytes(4, "big"), salt, padded)


def unseen(opening):
    """The invisible characters in an opening, sorted by code point."""
    texts = [opening.get("item", ""), *opening.get("items", {}).values()]
    found = {ord(one) for text in texts for line in text.split("\n") for one in line}
    return [f"U+{one:04X}" for one in sorted(found) if any(ends[0] <= one <= ends[-1] for ends in UNSEEN)]


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
    text = "".join(text.split()).replace("-", "")
    assert text.isascii() and text in (text.lower(), text.upper()), "mixed case"
    start, _, rest = text.lower().rpartition("1")
    assert start == kind, "wrong prefix"
    values = [LETTERS.index(one) for one in rest]
    expanded = [ord(one) >> 5 for one in kind] + [0] + [ord(one) & 31 for one in kind]
    assert polymod(expanded + values) == 0x2BC830A3, "wrong checksum"
    number, bits = 0, 5 * (len(values) - 6)
    for value in values[:-6]:
        number = number << 5 | value
    assert number & (1 << bits % 8) - 1 == 0 and bits // 8 == 32, "wrong length"
    return (number >> bits % 8).to_bytes(32, "big")


def is_note(opening):
    return type(opening) is dict and "choice" in opening


def root(opening, side):
    one_slot = type(opening) is dict and "path" in opening
    note = is_note(opening)
    match = fields(opening, NOTE if note else SLOT if one_slot else WHOLE)["match"]
    assert opening["side"] == side, "for another side"
    ctx = context(match, side)
    if note:
        night, choice = bytes([opening["night"]]), bytes([CHOICES[opening["choice"]]])
        return sha(b"\2", ctx, night, octets(opening["salt"], 32), choice)
    if one_slot:
        index = opening["slot"]
        assert index < slots(match) and len(opening["path"]) == depth(match), "no such slot"
        found = leaf(ctx, index, octets(opening["salt"], 32), opening["item"])
        for level, beside in enumerate(octets(one, 32) for one in opening["path"]):
            found = sha(b"\1", beside, found) if index >> level & 1 else sha(b"\1", found, beside)
        return found
    assert all(re.fullmatch("0|[1-9][0-9]{0,4}", index) for index in opening["items"]), "invalid slot index"
    items = {int(index): text for index, text in opening["items"].items()}
    assert all(index < slots(match) and text != "" for index, text in items.items()), "invalid or empty slot"
    salts = [octets(salt, 32) for salt in opening["salts"]]
    assert len(salts) == 1 << depth(match), "there must be one salt for each leaf"
    level = [leaf(ctx, index, salt, items.get(index, "")) for index, salt in enumerate(salts)]
    while len(level) > 1:
        level = [sha(b"\1", *pair) for pair in zip(level[::2], level[1::2])]
    return level[0]


def main():
    if sys.argv[1:2] == ["--context"]:
        match = json.load(open(sys.argv[2]))
        print(json.dumps({side: context(match, side).hex() for side in match["sides"]}))
        return
    for line in sys.stdin:
        try:
            case = json.loads(line, object_pairs_hook=once, parse_int=lambda one: None if one == "-0" else int(one))
            opening = case["opening"]
            shown = written(case["commitment"], "night" if is_note(opening) else "oob")
            assert root(opening, case["side"]) == shown, "does not match the commitment"
            hidden = unseen(opening)
            print("verified" + ("; invisible characters: " + " ".join(hidden) if hidden else ""))
        except (AssertionError, ValueError, TypeError, KeyError, RecursionError) as error:
            print(f"rejected: {error}")


main()
