"""Writes rare structures with pikepdf (qpdf), object by object.

    python pikepdf_.py IMAGES OUT
"""

import os
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

IMAGES, OUT = sys.argv[1:]


class Page:
    """A PDF with one page of 200 by 150 points."""

    def __init__(self, content, **resources):
        self.pdf = pikepdf.new()
        page = Dictionary(
            Type=Name.Page,
            MediaBox=[0, 0, 200, 150],
            Contents=Stream(self.pdf, content.encode("latin-1")),
            Resources=Dictionary({}),
        )
        self.pdf.pages.append(pikepdf.Page(page))
        self.page = self.pdf.pages[0].obj
        for kind, named in resources.items():
            for name, make in named.items():
                self.add(kind, name, make(self) if callable(make) else make)

    def add(self, kind, name, value):
        kinds = self.page.Resources
        if Name("/" + kind) not in kinds:
            kinds[Name("/" + kind)] = Dictionary({})
        kinds[Name("/" + kind)][Name("/" + name)] = value

    def save(self, name, **options):
        self.pdf.save(os.path.join(OUT, f"{name}.pdf"), static_id=True, **options)


def tint(pdf, inks=1):
    """A function from inks to CMYK."""
    names = " ".join(["pop"] * (inks - 1))
    code = f"{{ {names} dup 0.2 mul exch dup 0.3 mul exch 0.8 mul 0 }}"
    domain = [0, 1] * inks
    return Stream(pdf, code.encode(), FunctionType=4, Domain=domain, Range=[0, 1] * 4)


def ink(name):
    return lambda it: Array([Name.Separation, Name("/" + name), Name.DeviceCMYK, tint(it.pdf)])


def inks(*names):
    return lambda it: Array([Name.DeviceN, [Name("/" + name) for name in names], Name.DeviceCMYK, tint(it.pdf, len(names))])


def icc(file, count):
    def make(it):
        with open(os.path.join(IMAGES, file), "rb") as profile:
            return Array([Name.ICCBased, it.pdf.make_indirect(Stream(it.pdf, profile.read(), N=count))])

    return make


LAB = Array([Name.Lab, Dictionary(WhitePoint=[0.9505, 1, 1.089], Range=[-100, 100, -100, 100])])


def image(space, components, bits=8, side=(8, 8), **keys):
    def make(it):
        length = (side[0] * components * bits + 7) // 8 * side[1]
        data = bytes(index * 37 % 256 for index in range(length))
        if callable(space):
            keys["ColorSpace"] = space(it)
        elif space is not None:
            keys["ColorSpace"] = space
        return Stream(it.pdf, data, Type=Name.XObject, Subtype=Name.Image, Width=side[0], Height=side[1], BitsPerComponent=bits, **keys)

    return make


def font(name, **keys):
    return lambda it: Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/" + name), **keys)


def form(content, box=(0, 0, 200, 150), **resources):
    def make(it):
        named = {kind: {name: value(it) if callable(value) else value for name, value in all.items()} for kind, all in resources.items()}
        named = Dictionary({f"/{kind}": Dictionary({f"/{name}": value for name, value in all.items()}) for kind, all in named.items()})
        return Stream(it.pdf, content.encode("latin-1"), Type=Name.XObject, Subtype=Name.Form, BBox=list(box), Resources=named)

    return make


def place(*names, size=30):
    """Draws pictures side by side."""
    return "\n".join(f"q {size} 0 0 {size} {10 + (size + 5) * (i % 5)} {10 + (size + 5) * (i // 5)} cm /{name} Do Q" for i, name in enumerate(names))


def inherited_boxes():
    it = Page("0 0 0 1 k 20 20 50 50 re f")
    tree = it.pdf.Root.Pages
    tree.MediaBox = Array([10, 10, 210, 160])
    tree.CropBox = Array([15, 15, 205, 155])
    # These three are not inherited.
    tree.BleedBox = Array([20, 20, 200, 150])
    tree.TrimBox = Array([30, 30, 190, 140])
    tree.ArtBox = Array([40, 40, 180, 130])
    tree.Rotate = 180
    del it.page.MediaBox
    it.save("inherited-boxes")


def reversed_boxes():
    it = Page("0 0 0 1 k 20 20 50 50 re f")
    it.page.MediaBox = it.pdf.make_indirect(Array([200, 150, -10, -20]))
    it.page.CropBox = Array([190, -10, 0, 140])
    it.page.TrimBox = Array([-50, -50, 150, 100])
    it.page.BleedBox = Array([-60, -60, 400, 300])
    it.save("reversed-boxes")


def picture_spaces():
    spaces = {
        "A": image(LAB, 3),
        "B": image(ink("PANTONE 300 C"), 1),
        "C": image(inks("Black", "Warm Red"), 2),
        "D": image(icc("cmyk.icc", 4), 4),
        "E": image(icc("srgb.icc", 3), 3),
        "F": image(lambda it: Array([Name.Indexed, ink("Silver")(it), 3, String(bytes([0, 80, 160, 255]))]), 1, 2),
        "G": image(Array([Name.CalRGB, Dictionary(WhitePoint=[0.9505, 1, 1.089])]), 3),
        "H": image(Array([Name.CalGray, Dictionary(WhitePoint=[0.9505, 1, 1.089])]), 1),
        "I": image(lambda it: Array([Name.Indexed, icc("srgb.icc", 3)(it), 1, String(bytes([0, 0, 0, 255, 0, 0]))]), 1, 1),
        "J": image(Name.Named, 1),
    }
    Page(place(*spaces), XObject=spaces, ColorSpace={"Named": Name.DeviceGray}).save("picture-spaces")


def picture_bits():
    pictures = {
        f"P{bits}{name}": image(Name("/" + space), count, bits, **({"Decode": [1, 0] * count} if bits == 4 else {}))
        for bits in [1, 2, 4, 8, 16]
        for name, space, count in [("g", "DeviceGray", 1), ("r", "DeviceRGB", 3), ("k", "DeviceCMYK", 4)]
    }
    Page(place(*pictures), XObject=pictures).save("picture-bits")


def picture_sizes():
    content = """q 72 0 0 36 10 10 cm /A Do Q
q 0 40 -20 0 120 10 cm /A Do Q
q 30 0 10 30 130 10 cm /A Do Q
q -20 0 0 -20 190 70 cm /A Do Q
q 2 0 0 2 10 60 cm 0.5 0 0 0.5 0 0 cm /F Do Q
q 30 0 0 30 195 100 cm /A Do Q
q 30 0 0 30 250 100 cm /A Do Q
q 100 100 20 20 re W n 40 0 0 40 110 90 cm /A Do Q
q 0.0001 0 0 30 60 120 cm /A Do Q"""
    picture = image(Name.DeviceCMYK, 4, side=(16, 8))
    Page(content, XObject={"A": picture, "F": form("q 20 0 0 10 0 0 cm /B Do Q", XObject={"B": picture})}).save("picture-sizes")


def masks():
    content = """1 0 0 0 k /Spot cs 1 scn q 30 0 0 30 10 10 cm /Stencil Do Q
q 30 0 0 30 45 10 cm /Masked Do Q
q 30 0 0 30 80 10 cm /Soft Do Q
q /Faded gs 0 1 0 0 k 10 60 60 60 re f Q
q 30 0 0 30 115 10 cm /Keyed Do Q"""
    mask = image(None, 1, 1, ImageMask=True)
    soft = image(Name.DeviceGray, 1)

    def masked(**keys):
        return lambda it: image(Name.DeviceRGB, 3, **{key: value(it) for key, value in keys.items()})(it)

    it = Page(
        content,
        ColorSpace={"Spot": ink("Stencil Ink")},
        XObject={
            "Stencil": mask,
            "Masked": masked(Mask=mask),
            "Soft": masked(SMask=soft),
            "Keyed": image(Name.DeviceCMYK, 4, Mask=[0, 10] * 4),
        },
    )
    group = form("q 60 0 0 60 10 60 cm /G Do Q", XObject={"G": image(Name.DeviceGray, 1, side=(4, 4))})(it)
    group.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
    it.add("ExtGState", "Faded", Dictionary(SMask=Dictionary(S=Name.Luminosity, G=it.pdf.make_indirect(group))))
    it.save("masks")


def spots_in_patterns():
    content = """/Pattern cs /Tiles scn 10 10 50 50 re f
/Uncoloured cs 0.7 /Plain scn 70 10 50 50 re f
/Pattern CS /Shaded SCN 5 w 130 15 50 40 re S
q 10 80 50 50 re W n /Fade sh Q
q /Gradient gs Q"""

    def tiles(it):
        tile = form(
            "/T cs 1 scn 1 1 6 6 re f BT /F 4 Tf 1 8 Td (a) Tj ET q 4 0 0 4 8 2 cm /I Do Q",
            ColorSpace={"T": ink("Tile Ink")},
            Font={"F": font("Courier")},
            XObject={"I": image(Name.DeviceCMYK, 4, side=(4, 4))},
        )(it)
        del tile.Type, tile.Subtype
        for key, value in dict(PatternType=1, PaintType=1, TilingType=1, BBox=[0, 0, 14, 14], XStep=14, YStep=14).items():
            tile[Name("/" + key)] = value
        return tile

    def plain(it):
        tile = form("1 1 5 5 re f")(it)
        del tile.Type, tile.Subtype
        for key, value in dict(PatternType=1, PaintType=2, TilingType=1, BBox=[0, 0, 8, 8], XStep=8, YStep=8).items():
            tile[Name("/" + key)] = value
        return tile

    def shading(space, start, end, coordinates):
        def make(it):
            function = Dictionary(FunctionType=2, Domain=[0, 1], C0=start, C1=end, N=1)
            return Dictionary(ShadingType=2, ColorSpace=space(it), Coords=coordinates, Function=function, Extend=[True, True])

        return make

    it = Page(
        content,
        ColorSpace={"Uncoloured": lambda it: Array([Name.Pattern, ink("Plain Ink")(it)])},
        Pattern={
            "Tiles": tiles,
            "Plain": plain,
            "Shaded": lambda it: Dictionary(PatternType=2, Shading=shading(ink("Shaded Ink"), [0], [1], [130, 0, 180, 0])(it)),
        },
        Shading={"Fade": shading(inks("Fade A", "Fade B"), [0, 0], [1, 0.5], [10, 0, 60, 0])},
        ExtGState={"Gradient": Dictionary(LW=1)},
    )
    it.save("spots-in-patterns")


def spots_in_glyphs():
    def glyphs(it):
        coloured = Stream(it.pdf, b"1000 0 d0 /G cs 1 scn 100 0 800 800 re f q 300 0 0 300 300 300 cm /I Do Q")
        plain = Stream(it.pdf, b"1000 0 0 0 1000 1000 d1 100 0 800 800 re f")
        resources = Dictionary(ColorSpace=Dictionary(G=ink("Glyph Ink")(it)), XObject=Dictionary(I=image(Name.DeviceCMYK, 4, side=(4, 4))(it)))
        return Dictionary(
            Type=Name.Font, Subtype=Name.Type3, FontBBox=[0, 0, 1000, 1000], FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
            CharProcs=Dictionary(a=coloured, b=plain), FirstChar=97, LastChar=98, Widths=[1000, 1000],
            Encoding=Dictionary(Differences=[97, Name.a, Name.b]), Resources=resources,
        )  # fmt: skip

    content = "BT /T 24 Tf 20 80 Td (a) Tj /Text cs 1 scn (b) Tj ET"
    Page(content, Font={"T": glyphs}, ColorSpace={"Text": ink("Text Ink")}).save("spots-in-glyphs")


def annotations():
    it = Page("0 0 0 1 k 20 20 50 50 re f")

    def stamp(name, flags, rect):
        look = form(
            "/S cs 1 scn 0 0 40 20 re f BT /F 8 Tf 0 0 0 1 k 2 6 Td (stamp) Tj ET q 10 0 0 10 28 5 cm /I Do Q",
            (0, 0, 40, 20),
            ColorSpace={"S": ink(name)},
            Font={"F": font("Times-Bold" if flags == 4 else "Courier")},
            XObject={"I": image(Name.DeviceCMYK, 4, side=(6, 6))},
        )(it)
        return it.pdf.make_indirect(
            Dictionary(Type=Name.Annot, Subtype=Name.Stamp, F=flags, Rect=rect, AP=Dictionary(N=it.pdf.make_indirect(look)))
        )

    # Printed at twice the size, not printed, hidden.
    it.page.Annots = Array([stamp("Stamp Ink", 4, [100, 20, 180, 60]), stamp("Screen Ink", 0, [100, 80, 140, 100]), stamp("Hidden Ink", 6, [20, 80, 60, 100])])
    it.save("annotations")


def layers():
    content = """/OC /Off BDC /A cs 1 scn 10 10 30 30 re f q 20 0 0 20 10 60 cm /I Do Q EMC
/OC /On BDC /B cs 1 scn 50 10 30 30 re f EMC
/OC /Either BDC /C cs 1 scn 90 10 30 30 re f EMC
/OC /Both BDC BT /F 12 Tf 90 60 Td (hidden) Tj ET EMC
/X Do q 20 0 0 20 150 60 cm /J Do Q"""
    it = Page(
        content,
        ColorSpace={name: ink(f"Layer {name}") for name in "ABC"},
        Font={"F": font("Courier-Oblique")},
        XObject={"I": image(Name.DeviceRGB, 3), "J": image(Name.DeviceRGB, 3), "X": form("/D cs 1 scn 130 10 30 30 re f", ColorSpace={"D": ink("Layer D")})},
    )
    on, off = (it.pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(name))) for name in ["Shown", "Hidden"])
    group = {"Either": Name.AnyOn, "Both": Name.AllOn}
    for name, layer in {"On": on, "Off": off}.items():
        it.add("Properties", name, layer)
    for name, policy in group.items():
        it.add("Properties", name, it.pdf.make_indirect(Dictionary(Type=Name.OCMD, OCGs=[on, off], P=policy)))
    it.page.Resources.XObject.X.OC = off
    it.page.Resources.XObject.J.OC = off
    it.pdf.Root.OCProperties = Dictionary(OCGs=[on, off], D=Dictionary(OFF=[off], Order=[on, off], Name=String("Default")))
    it.save("layers")


def split_contents():
    it = Page("")
    parts = ["q 0.2 0.4 0 0 k 20 20 ", "50 50 re", "f Q BT /F 12 Tf 20 100 Td (split", " text) Tj ET"]
    # A token never goes across streams, except for the string here: that is a fault of the file.
    parts[2:] = [parts[2] + parts[3]]
    it.page.Contents = Array([it.pdf.make_indirect(Stream(it.pdf, part.encode())) for part in parts])
    it.add("Font", "F", font("Helvetica")(it))
    it.save("split-contents", compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)


def inline_pictures():
    content = """q 30 0 0 30 10 10 cm BI /W 2 /H 2 /BPC 8 /CS /RGB /F /AHx ID
FF000000FF000000FFFFFFFF>
EI Q
q 30 0 0 30 50 10 cm BI /W 8 /H 8 /IM true /D [1 0] /F /AHx ID
AA55AA55AA55AA55>
EI Q
q 30 0 0 30 90 10 cm BI /W 4 /H 4 /BPC 2 /CS [/I /CMYK 3 <00000000FF00000000FF00000000FF00>] /F /AHx ID
1BB1E44E>
EI Q
q 30 0 0 30 130 10 cm BI /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /Spot /Filter /ASCIIHexDecode ID
00408080>
EI Q"""
    Page(content, ColorSpace={"Spot": ink("Inline Ink")}).save("inline-pictures")


def user_unit():
    content = "0 0 0 1 k BT /F 6 Tf 10 100 Td (units) Tj ET q 36 0 0 36 10 10 cm /A Do Q /S CS 1 SCN 0.2 w 60 10 40 40 re S"
    it = Page(content, Font={"F": font("Helvetica")}, XObject={"A": image(Name.DeviceCMYK, 4)}, ColorSpace={"S": ink("Dieline")})
    it.page.UserUnit = 2.5
    it.page.TrimBox = Array([5, 5, 195, 145])
    it.save("user-unit")


def special_inks():
    content = """/None cs 1 scn 10 10 30 30 re f
/All cs 0.5 scn 50 10 30 30 re f
/Process cs 0.2 0.4 0.6 0.8 scn 90 10 30 30 re f
/Cyan cs 1 scn 130 10 30 30 re f
/Zero cs 0 scn 10 50 30 30 re f
/Mixed cs 0.5 0 1 scn 50 50 30 30 re f"""
    spaces = {
        "None": ink("None"),
        "All": ink("All"),
        "Process": inks("Cyan", "Magenta", "Yellow", "Black"),
        "Cyan": ink("Cyan"),
        "Zero": ink("Unused Ink"),
        "Mixed": inks("Orange", "Green", "None"),
    }
    Page(content, ColorSpace=spaces).save("special-inks")


def ink_names():
    names = ["D#e9coupe", "Stanzlinie", "Cut Contour", "cutcontour", "Кройка", "L/R", "Gold (foil)", "PANTONE 871 C"]
    spaces = {}
    for index, name in enumerate(names):
        spaces[f"S{index}"] = ink(name.replace("#e9", "é"))
    content = "\n".join(f"/S{index} CS 1 SCN {10 + 20 * index} 10 15 100 re S" for index in range(len(names)))
    Page(content, ColorSpace=spaces).save("ink-names")


def unused_resources():
    content = """BT 3 Tr /Invisible 12 Tf 20 100 Td (invisible) Tj ET
BT 0 Tr /Used 12 Tf 20 60 Td (used) Tj ET
BT /Off 12 Tf 500 500 Td (off the page) Tj ET
BT /Empty 12 Tf 20 20 Td () Tj ET"""
    fonts = {"Invisible": font("Courier"), "Used": font("Helvetica"), "Off": font("Times-Roman"), "Empty": font("Symbol"), "Unused": font("ZapfDingbats")}
    Page(content, Font=fonts, XObject={"I": image(Name.DeviceRGB, 3)}, ColorSpace={"S": ink("Unused Ink")}).save("unused-resources")


def default_spaces():
    content = "1 0 0 rg 10 10 30 30 re f 0.5 g 50 10 30 30 re f 1 0 0 0 k 90 10 30 30 re f q 30 0 0 30 130 10 cm /A Do Q"
    spaces = {"DefaultRGB": icc("srgb.icc", 3), "DefaultCMYK": icc("cmyk.icc", 4)}
    Page(content, ColorSpace=spaces, XObject={"A": image(Name.DeviceRGB, 3)}).save("default-spaces")


def overprint():
    content = """1 0 0 0 k 20 20 100 100 re f
/Over gs 0 0 0 1 k 30 30 30 30 re f /Spot cs 1 scn 70 30 30 30 re f
/OverMode0 gs 0 1 0 0 k 30 70 30 30 re f
/Knock gs 0 1 1 0 k 70 70 30 30 re f"""
    states = {
        "Over": Dictionary(OP=True, op=True, OPM=1),
        "OverMode0": Dictionary(OP=True, op=True, OPM=0),
        "Knock": Dictionary(OP=False, op=False),
    }
    Page(content, ExtGState=states, ColorSpace={"Spot": ink("PANTONE 021 C")}).save("overprint")


def output_intent():
    it = Page("1 0 0 0 k 20 20 100 100 re f")
    profile = it.pdf.make_indirect(icc("cmyk.icc", 4)(it)[1])
    intent = Dictionary(Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=String("FOGRA39"), DestOutputProfile=profile)
    it.pdf.Root.OutputIntents = Array([intent])
    it.pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("1"))
    it.save("output-intent")


for make in [
    inherited_boxes, reversed_boxes, picture_spaces, picture_bits, picture_sizes, masks, spots_in_patterns, spots_in_glyphs,
    annotations, layers, split_contents, inline_pictures, user_unit, special_inks, ink_names, unused_resources, default_spaces,
    overprint, output_intent,
]:  # fmt: skip
    make()
