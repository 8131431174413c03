"""Draws with Scribus: scribus -g -ns -py draw.py IMAGES OUT."""

import os
import sys

import scribus as s

IMAGES, OUT = sys.argv[-2:]


def new(size=(60, 40)):
    s.newDocument(size, (0, 0, 0, 0), s.PORTRAIT, 1, s.UNIT_MILLIMETERS, s.PAGE_1, 0, 1)
    s.defineColorCMYK("Deep", 204, 128, 0, 51)
    s.defineColorCMYK("CutContour", 0, 255, 0, 0)
    s.setSpotColor("CutContour", True)
    s.defineColorCMYK("PANTONE 871 C", 51, 76, 204, 25)
    s.setSpotColor("PANTONE 871 C", True)


def text(words, x=5, y=5, font="DejaVu Sans Book"):
    frame = s.createText(x, y, 30, 10)
    s.setText(words, frame)
    s.setFont(font, frame)
    s.setFontSize(12, frame)
    s.setTextColor("Black", frame)


def art():
    box = s.createRect(5, 20, 15, 15)
    s.setFillColor("Deep", box)
    s.setLineColor("None", box)
    gold = s.createEllipse(25, 20, 12, 12)
    s.setFillColor("PANTONE 871 C", gold)
    s.setLineColor("None", gold)
    cut = s.createRect(3, 3, 54, 34)
    s.setFillColor("None", cut)
    s.setLineColor("CutContour", cut)
    s.setLineWidth(0.25, cut)


def picture(name, x, y, width=10, height=7.5):
    frame = s.createImage(x, y, width, height)
    s.loadImage(os.path.join(IMAGES, name), frame)
    s.setScaleImageToFrame(True, False, frame)


def save(name, **options):
    pdf = s.PDFfile()
    pdf.file = os.path.join(OUT, name + ".pdf")
    pdf.version = 14
    pdf.subsetList = pdf.fonts
    pdf.fonts = []
    pdf.thumbnails = False
    pdf.compress = True
    pdf.quality = 0
    pdf.resolution = 300
    pdf.downsample = 0
    for key, value in options.items():
        setattr(pdf, key, value)
    pdf.save()
    s.closeDoc()


new()
text("Scribus")
art()
save("spots", outdst=1)

new()
text("Screen")
art()
save("screen", outdst=0)

new()
text("Version 1.3")
art()
save("version-1.3", version=13, outdst=1)

new()
art()
save("version-1.5-marks", version=15, useDocBleeds=False, outdst=1, cropMarks=True, bleedMarks=True, registrationMarks=True, colorMarks=True, bleedt=3, bleedl=3, bleedr=3, bleedb=3, markOffset=2)

new()
picture("rgb.png", 5, 5)
picture("alpha.png", 20, 5)
picture("cmyk.tif", 35, 5, 5, 3.75)
picture("grey.png", 5, 20)
picture("rgb.jpg", 20, 20)
picture("two.png", 35, 20)
save("pictures", outdst=1)

new()
text("On page one")
s.createLayer("Notes")
s.setActiveLayer("Notes")
text("Notes", 5, 20, "Liberation Sans Regular")
s.setLayerPrintable("Notes", True)
s.newPage(-1)
text("On page two")
save("layers", version=15, outdst=1)

new()
box = s.createRect(5, 20, 15, 15)
s.setFillColor("Deep", box)
s.setFillTransparency(0.5, box)
over = s.createRect(10, 25, 15, 10)
s.setFillColor("CutContour", over)
s.setFillBlendmode(3, over)
ink = s.createRect(30, 5, 10, 10)
s.setFillColor("Registration", ink)
save("transparent", outdst=1)
