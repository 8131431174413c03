"""Makes the small pictures and colour profiles that the other sources draw.

    python images.py FOLDER
"""

import os
import struct
import sys

from PIL import Image, ImageCms

SIDE = (40, 30)


def cmyk_profile():
    """A tiny ICC profile of a CMYK press: multiplied inks, in a table of two steps for each ink."""

    def tag(kind, data):
        return kind + bytes(4) + data

    def lab(light, a, b):
        return [round(light / 100 * 0xFF00), round((a + 128) * 256), round((b + 128) * 256)]

    def mft2(inputs, outputs, grid):
        identity = [65536 if i == j else 0 for i in range(3) for j in range(3)]
        head = struct.pack(">4B9i2H", inputs, outputs, 2, 0, *identity, 2, 2)
        tables = [0, 65535] * inputs + [v for node in grid for v in node] + [0, 65535] * outputs
        return tag(b"mft2", head + struct.pack(f">{len(tables)}H", *tables))

    inks = [(62, -36, -50), (48, 74, -3), (89, -5, 93), (16, 0, 0)]
    grid = []
    for node in range(16):
        used = [ink for bit, ink in enumerate(inks) if node >> (3 - bit) & 1]
        light = 95.0
        for ink in used:
            light *= ink[0] / 95
        grid.append(lab(light, sum(i[1] for i in used) / 4, sum(i[2] for i in used) / 4))
    to_ink = [[65535 - 9362 * n] * 3 + [0] for n in range(8)]
    text = b"Sandtable test press"
    desc = struct.pack(">I", len(text) + 1) + text + bytes(1 + 8 + 3 + 67)
    tags = {
        b"desc": tag(b"desc", desc),
        b"cprt": tag(b"text", b"CC0\0"),
        b"wtpt": tag(b"XYZ ", struct.pack(">3i", 63190, 65536, 54061)),
        b"A2B0": mft2(4, 3, grid),
        b"B2A0": mft2(3, 4, to_ink),
    }
    table, body, start = b"", b"", 128 + 4 + 12 * len(tags)
    for name, data in tags.items():
        data += bytes(-len(data) % 4)
        table += struct.pack(">4s2I", name, start + len(body), len(data))
        body += data
    head = struct.pack(
        ">I4sI4s4s4s6H4sI4s2I8sI3i48x",
        start + len(body), b"lcms", 0x02400000, b"prtr", b"CMYK", b"Lab ",
        2026, 1, 1, 0, 0, 0, b"acsp", 0, bytes(4), 0, 0, bytes(8), 0, 63190, 65536, 54061,
    )  # fmt: skip
    return head + struct.pack(">I", len(tags)) + table + body


def main():
    [folder] = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    width, height = SIDE
    rgb = Image.new("RGB", SIDE)
    rgb.putdata([(x * 6, y * 8, 120) for y in range(height) for x in range(width)])
    grey = Image.new("L", SIDE)
    grey.putdata([x * 4 + y * 2 for y in range(height) for x in range(width)])
    cmyk = Image.new("CMYK", SIDE)
    cmyk.putdata([(x * 6, y * 8, 0, 40) for y in range(height) for x in range(width)])
    alpha = rgb.copy()
    alpha.putalpha(grey)
    two = grey.convert("1")
    rgb.save("rgb.png")
    rgb.save("rgb.jpg", quality=70, dpi=(150, 150))
    rgb.save("rgb.jp2", quality_layers=[20], quality_mode="rates", num_resolutions=2)
    grey.save("grey.png")
    grey.save("grey.jpg", quality=70)
    grey.save("grey.jp2", num_resolutions=2)
    Image.fromarray(__import__("numpy").array(grey).astype("uint16") * 257).save("grey16.png")
    cmyk.save("cmyk.jpg", quality=70, dpi=(300, 300))
    cmyk.save("cmyk.tif", compression="tiff_lzw", dpi=(300, 300))
    alpha.save("alpha.png")
    two.save("two.png", dpi=(600, 600))
    two.save("two.tif", compression="group4", dpi=(600, 600))
    rgb.quantize(16).save("palette16.png", bits=4)
    rgb.quantize(4).save("palette4.png", bits=2)
    rgb.save("rgb.tif", compression="tiff_deflate", dpi=(100, 200))
    with open("srgb.icc", "wb") as file:
        file.write(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    with open("cmyk.icc", "wb") as file:
        file.write(cmyk_profile())


main()
