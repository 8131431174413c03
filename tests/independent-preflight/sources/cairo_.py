"""Draws with Cairo (pycairo).

    python cairo_.py IMAGES OUT
"""

import math
import os
import sys

import cairo

IMAGES, OUT = sys.argv[1:]
FONT = "DejaVu Sans"


def pdf(name, width=200, height=150):
    surface = cairo.PDFSurface(os.path.join(OUT, f"{name}.pdf"), width, height)
    return surface, cairo.Context(surface)


def text(context, words, x=20, y=30, size=14, font=FONT, slant=cairo.FONT_SLANT_NORMAL):
    context.select_font_face(font, slant)
    context.set_font_size(size)
    context.move_to(x, y)
    context.show_text(words)


def image(name):
    return cairo.ImageSurface.create_from_png(os.path.join(IMAGES, name))


def paint(context, surface, x, y, by):
    context.save()
    context.translate(x, y)
    context.scale(by, by)
    context.set_source_surface(surface)
    context.paint()
    context.restore()


def shapes():
    surface, c = pdf("shapes")
    surface.restrict_to_version(cairo.PDF_VERSION_1_4)
    c.set_source_rgb(0.8, 0.2, 0.1)
    c.rectangle(20, 40, 60, 50)
    c.fill()
    c.set_source_rgb(0, 0, 0)
    c.set_line_width(0.5)
    c.arc(130, 80, 30, 0, 2 * math.pi)
    c.stroke()
    text(c, "Shapes")
    surface.finish()


def fonts():
    surface, c = pdf("fonts")
    for row, (font, words) in enumerate([
        ("DejaVu Sans", "Sans Ünïcode Ωж"),
        ("DejaVu Serif", "Serif"),
        ("DejaVu Sans Mono", "Mono 0123"),
        ("Liberation Sans", "Liberation"),
        ("Latin Modern Roman", "Latin Modern"),
    ]):  # fmt: skip
        text(c, words, y=25 + 24 * row, font=font)
    surface.finish()


def pictures():
    surface, c = pdf("pictures")
    paint(c, image("rgb.png"), 10, 10, 1)
    paint(c, image("alpha.png"), 60, 10, 0.5)
    paint(c, image("grey.png"), 10, 60, 2)
    c.translate(130, 60)
    c.rotate(0.4)
    paint(c, image("palette4.png"), 0, 0, 1)
    surface.finish()


def mask():
    surface, c = pdf("mask")
    shape = cairo.ImageSurface(cairo.FORMAT_A1, 32, 32)
    data = shape.get_data()
    for row in range(32):
        data[row * shape.get_stride() : row * shape.get_stride() + 4] = bytes([0xF0 if row % 8 < 4 else 0x0F] * 4)
    shape.mark_dirty()
    c.set_source_rgb(0.1, 0.3, 0.7)
    c.mask_surface(shape, 20, 20)
    fade = cairo.LinearGradient(80, 0, 180, 0)
    fade.add_color_stop_rgba(0, 0, 0, 0, 1)
    fade.add_color_stop_rgba(1, 0, 0, 0, 0)
    c.set_source_rgb(0.6, 0, 0)
    c.rectangle(80, 20, 100, 60)
    c.clip()
    c.mask(fade)
    surface.finish()


def groups():
    surface, c = pdf("groups")
    c.push_group()
    c.set_source_rgb(0, 0.5, 0)
    c.rectangle(20, 20, 80, 80)
    c.fill()
    c.set_source_rgb(0.5, 0, 0)
    c.rectangle(60, 60, 80, 80)
    c.fill()
    text(c, "Group", x=30, y=60)
    c.pop_group_to_source()
    c.paint_with_alpha(0.4)
    c.set_operator(cairo.OPERATOR_MULTIPLY)
    c.set_source_rgb(0.9, 0.9, 0)
    c.rectangle(0, 50, 200, 20)
    c.fill()
    surface.finish()


def gradients():
    surface, c = pdf("gradients")
    glow = cairo.RadialGradient(60, 70, 5, 60, 70, 50)
    glow.add_color_stop_rgb(0, 1, 1, 0)
    glow.add_color_stop_rgb(1, 0, 0, 0.6)
    c.set_source(glow)
    c.rectangle(10, 20, 100, 100)
    c.fill()
    mesh = cairo.MeshPattern()
    mesh.begin_patch()
    mesh.move_to(120, 20)
    mesh.line_to(190, 20)
    mesh.line_to(180, 120)
    mesh.line_to(130, 110)
    for corner, colour in enumerate([(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)]):
        mesh.set_corner_color_rgb(corner, *colour)
    mesh.end_patch()
    c.set_source(mesh)
    c.paint()
    surface.finish()


def tiles():
    surface, c = pdf("tiles")
    tile = cairo.RecordingSurface(cairo.CONTENT_COLOR_ALPHA, (0, 0, 20, 20))
    t = cairo.Context(tile)
    t.set_source_rgb(0, 0.4, 0.4)
    t.arc(10, 10, 6, 0, 2 * math.pi)
    t.fill()
    text(t, "a", x=2, y=18, size=8)
    pattern = cairo.SurfacePattern(tile)
    pattern.set_extend(cairo.EXTEND_REPEAT)
    c.set_source(pattern)
    c.rectangle(10, 10, 120, 120)
    c.fill()
    picture = cairo.SurfacePattern(image("rgb.png"))
    picture.set_extend(cairo.EXTEND_REPEAT)
    c.set_source(picture)
    c.rectangle(140, 10, 50, 120)
    c.fill()
    surface.finish()


def pages():
    surface, c = pdf("pages", 595.28, 841.89)
    for number, size in enumerate([(595.28, 841.89), (841.89, 595.28), (180, 252), (72, 72)]):
        surface.set_size(*size)
        surface.set_page_label(f"P-{number}")
        text(c, f"Page {number}", size=10)
        c.show_page()
    surface.finish()


def links():
    surface, c = pdf("links")
    c.tag_begin(cairo.TAG_LINK, "uri='https://example.org'")
    text(c, "A link")
    c.tag_end(cairo.TAG_LINK)
    surface.add_outline(cairo.PDF_OUTLINE_ROOT, "Start", "page=1", cairo.PDFOutlineFlags.OPEN)
    surface.set_metadata(cairo.PDF_METADATA_TITLE, "Links")
    surface.finish()


def jpeg():
    surface, c = pdf("jpeg")
    for x, name in [(10, "rgb.jpg"), (100, "cmyk.jpg")]:
        source = cairo.ImageSurface(cairo.FORMAT_RGB24, 40, 30)
        with open(os.path.join(IMAGES, name), "rb") as file:
            source.set_mime_data(cairo.MIME_TYPE_JPEG, file.read())
        paint(c, source, x, 20, 1.5)
    source = cairo.ImageSurface(cairo.FORMAT_RGB24, 40, 30)
    with open(os.path.join(IMAGES, "rgb.jp2"), "rb") as file:
        source.set_mime_data(cairo.MIME_TYPE_JP2, file.read())
    paint(c, source, 10, 90, 1)
    surface.finish()


for draw in [shapes, fonts, pictures, mask, groups, gradients, tiles, pages, links, jpeg]:
    draw()
