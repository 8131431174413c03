"""Reads the plates that Ghostscript writes."""

import struct


def grey(path):
    """The width and pixels of an uncompressed grey TIFF."""
    with open(path, "rb") as file:
        data = file.read()
    order = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack_from(order + "I", data, 4)
    (count,) = struct.unpack_from(order + "H", data, at)
    tags = {}
    for entry in range(at + 2, at + 2 + count * 12, 12):
        tag, kind, many = struct.unpack_from(order + "HHI", data, entry)
        letter, size = {3: ("H", 2), 4: ("I", 4)}.get(kind, ("B", 1))
        place = entry + 8
        if size * many > 4:
            (place,) = struct.unpack_from(order + "I", data, place)
        tags[tag] = struct.unpack_from(f"{order}{many}{letter}", data, place)
    pixels = b"".join(data[o : o + n] for o, n in zip(tags[273], tags[279]))
    return tags[256][0], pixels
