"""Draws with reportlab.

    python reportlab_.py IMAGES OUT
"""

import os
import sys

from reportlab.lib import colors, pdfencrypt
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

IMAGES, OUT = sys.argv[1:]
FONTS = "/usr/share/fonts/truetype"
pdfmetrics.registerFont(TTFont("DejaVu", f"{FONTS}/dejavu/DejaVuSans.ttf"))
pdfmetrics.registerFont(TTFont("Liberation", f"{FONTS}/liberation/LiberationSerif-Italic.ttf"))


def canvas(name, size=(200, 150), **options):
    return Canvas(os.path.join(OUT, f"{name}.pdf"), pagesize=size, invariant=True, **options)


def image(name):
    return os.path.join(IMAGES, name)


def words(c, text="Reportlab", x=20, y=100, font="DejaVu", size=12):
    c.setFont(font, size)
    c.drawString(x, y, text)


def boxes():
    c = canvas("boxes", (220, 170), cropBox=(5, 5, 215, 165), bleedBox=(10, 10, 210, 160), trimBox=(20, 20, 200, 150), artBox=(30, 30, 190, 140))
    c.setFillColorCMYK(0.2, 0, 0.4, 0)
    c.rect(0, 0, 220, 170, stroke=0, fill=1)
    c.setFillColorCMYK(0, 0, 0, 1)
    words(c, x=60)
    c.save()


def process():
    c = canvas("process", trimBox=(0, 0, 200, 150))
    c.setFillColorCMYK(1, 1, 1, 0.5)
    c.rect(20, 20, 60, 60, stroke=0, fill=1)
    c.setFillGray(0.5)
    c.rect(100, 20, 60, 60, stroke=0, fill=1)
    c.setStrokeColorCMYK(0, 1, 1, 0)
    c.setLineWidth(2)
    c.line(10, 120, 190, 120)
    c.save()


def spots():
    c = canvas("spots")
    cut = colors.CMYKColorSep(0, 1, 0, 0, spotName="CutContour")
    gold = colors.CMYKColorSep(0.2, 0.3, 0.8, 0.1, spotName="PANTONE 871 C")
    c.setFillColor(gold)
    c.rect(30, 30, 80, 60, stroke=0, fill=1)
    c.setStrokeColor(cut)
    c.setFillColorCMYK(0, 0, 0, 1)
    c.setStrokeOverprint(True)
    c.setOverprintMask(1)
    c.setLineWidth(0.5)
    c.roundRect(20, 20, 160, 110, 8)
    words(c, "Gold", x=130, y=60)
    c.save()


def standard_fonts():
    c = canvas("standard-fonts")
    for row, font in enumerate(["Helvetica", "Times-Roman", "Courier-Bold", "Symbol", "ZapfDingbats"]):
        words(c, "abc", y=120 - 20 * row, font=font)
    c.save()


def asian_font():
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    c = canvas("asian-font")
    words(c, "\u6226\u5834", font="HeiseiMin-W3")
    c.save()


def subsets():
    c = canvas("subsets")
    words(c, "DejaVu Ωж")
    words(c, "Liberation", y=60, font="Liberation")
    c.showPage()
    words(c, "Second page")
    c.save()


def rotated():
    c = canvas("rotated")
    c.setPageRotation(90)
    words(c)
    c.showPage()
    c.setPageRotation(270)
    words(c)
    c.showPage()
    c.setPageRotation(0)
    words(c)
    c.save()


def encrypted(name, user):
    lock = pdfencrypt.StandardEncryption(user, ownerPassword="owner", canPrint=1, canModify=0, strength=128)
    c = canvas(name, encrypt=lock)
    words(c)
    c.save()


def pictures():
    c = canvas("pictures")
    c.drawImage(image("rgb.png"), 10, 10, 40, 30)
    c.drawImage(image("rgb.jpg"), 60, 10, 20, 15)
    c.drawImage(image("cmyk.jpg"), 110, 10, 40, 60)
    c.drawImage(image("grey.jpg"), 10, 80, 80, 60)
    c.drawImage(image("alpha.png"), 110, 80, 20, 15, mask="auto")
    c.drawImage(image("rgb.png"), 150, 80, 20, 15, mask=[0, 60, 0, 60, 0, 255])
    c.drawInlineImage(image("rgb.jpg"), 160, 10, 20, 15)
    c.save()


def transparent():
    c = canvas("transparent")
    c.setFillColorCMYK(1, 0, 0, 0)
    c.rect(20, 20, 80, 80, stroke=0, fill=1)
    c.setFillColorCMYK(0, 1, 0, 0)
    c.setFillAlpha(0.5)
    c.rect(60, 60, 80, 80, stroke=0, fill=1)
    c.save()


def form():
    c = canvas("form")
    words(c, "Name")
    c.acroForm.textfield(name="name", x=70, y=90, width=100, height=20, value="Meade", forceBorder=True)
    c.acroForm.checkbox(name="box", x=20, y=40, checked=True)
    c.save()


def forms_and_clips():
    c = canvas("forms-and-clips")
    c.beginForm("stamp")
    c.setFillColorCMYK(0, 0.5, 1, 0)
    c.circle(20, 20, 15, stroke=0, fill=1)
    words(c, "st", x=12, y=16)
    c.endForm()
    for number in range(3):
        c.saveState()
        c.translate(50 * number, 20 * number)
        c.doForm("stamp")
        c.restoreState()
    path = c.beginPath()
    path.circle(150, 110, 20)
    c.clipPath(path, stroke=0)
    c.drawImage(image("cmyk.jpg"), 110, 80, 80, 60)
    c.save()


def gradients():
    c = canvas("gradients")
    c.linearGradient(10, 10, 190, 10, (colors.CMYKColor(1, 0, 0, 0), colors.CMYKColor(0, 0, 1, 0)))
    c.save()


def cards():
    size = (63 * mm + 6 * mm, 88 * mm + 6 * mm)
    c = canvas("cards", size, bleedBox=(0, 0, *size), trimBox=(3 * mm, 3 * mm, size[0] - 3 * mm, size[1] - 3 * mm))
    kiss = colors.CMYKColorSep(0, 1, 0, 0, spotName="Kiss Cut")
    crease = colors.CMYKColorSep(1, 0, 0, 0, spotName="Rillung")
    varnish = colors.CMYKColorSep(0, 0, 0.3, 0, spotName="Spot UV")
    for number in range(3):
        c.setFillColorCMYK(0.3, 0.1 * number, 0.6, 0.1)
        c.rect(0, 0, *size, stroke=0, fill=1)
        c.setFillColorCMYK(0, 0, 0, 1)
        words(c, f"Card {number}", x=20 * mm, y=50 * mm)
        c.setFillColor(varnish)
        c.circle(35 * mm, 30 * mm, 10 * mm, stroke=0, fill=1)
        c.setStrokeColor(kiss if number < 2 else crease)
        c.rect(3 * mm, 3 * mm, 63 * mm, 88 * mm)
        c.showPage()
    c.save()


encrypted("encrypted-user", "user")
encrypted("encrypted-owner", "")
for draw in [boxes, process, spots, standard_fonts, asian_font, subsets, rotated, pictures, transparent, form, forms_and_clips, gradients, cards]:
    draw()
