"""Makes PDFs with fpdf2, img2pdf, matplotlib, WeasyPrint, Typst and Pillow.

    python python_.py IMAGES OUT
"""

import os
import sys

IMAGES, OUT = sys.argv[1:]
DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def out(program, name):
    os.makedirs(os.path.join(OUT, program), exist_ok=True)
    return os.path.join(OUT, program, f"{name}.pdf")


def image(name):
    return os.path.join(IMAGES, name)


def images(*names):
    return [image(name) for name in names]


def fpdf2():
    from fpdf import FPDF, enums

    def pdf(size=(70, 50)):
        it = FPDF(unit="mm", format=size)
        it.set_auto_page_break(False)
        it.add_font("DejaVu", "", DEJAVU)
        it.add_page()
        it.set_font("DejaVu", size=12)
        return it

    it = pdf()
    it.text(10, 10, "fpdf2 Ωж")
    it.add_page(format=(100, 40))
    it.set_font("Courier", size=10)
    it.text(10, 10, "not embedded")
    it.add_page(orientation="landscape", format=(105, 148))
    it.output(out("fpdf2", "pages"))

    it = pdf()
    it.image(image("rgb.png"), 5, 5, 10)
    it.image(image("alpha.png"), 20, 5, 10)
    it.image(image("rgb.jpg"), 35, 5, 20)
    it.image(image("grey.png"), 5, 25, 10)
    it.image(image("two.png"), 20, 25, 10)
    with it.rotation(30, x=45, y=35):
        it.image(image("cmyk.jpg"), 35, 30, 20)
    it.output(out("fpdf2", "pictures"))

    it = pdf()
    with it.local_context(fill_opacity=0.5, blend_mode="Multiply"):
        it.set_fill_color(200, 30, 30)
        it.rect(5, 15, 30, 20, style="F")
        it.rect(20, 20, 30, 20, style="F")
    it.set_fill_color(enums.DeviceCMYK(0.2, 0.8, 0, 0.1)) if hasattr(enums, "DeviceCMYK") else None
    it.text(10, 10, "Opacity")
    it.text_annotation(60, 5, "A note")
    it.link(5, 5, 20, 8, "https://example.org")
    it.output(out("fpdf2", "transparent"))

    it = FPDF(unit="mm", format=(70, 50))
    it.set_encryption(owner_password="owner", encryption_method=enums.EncryptionMethod.AES_128)
    it.add_page()
    it.set_font("Helvetica", size=12)
    it.text(10, 10, "Encrypted")
    it.output(out("fpdf2", "encrypted-owner"))


def img2pdf():
    import img2pdf as it

    def convert(name, files, **options):
        with open(out("img2pdf", name), "wb") as file:
            file.write(it.convert(images(*files), **options))

    convert("jpeg", ["rgb.jpg", "grey.jpg"])
    convert("cmyk-jpeg", ["cmyk.jpg"])
    convert("jpeg-2000", ["rgb.jp2", "grey.jp2"])
    convert("palettes", ["palette16.png", "palette4.png"])
    convert("fax", ["two.tif"])
    convert("sixteen-bits", ["grey16.png"])
    convert("uneven-dpi", ["rgb.tif", "cmyk.tif"])
    page = (it.mm_to_pt(60), it.mm_to_pt(50))
    size = ((it.ImgSize.abs, it.mm_to_pt(40)), None)
    layout = it.get_layout_fun(page, size, None, it.FitMode.into)
    border = [(it.mm_to_pt(size),) * 2 for size in (1, 2, 5, 6)]
    convert("boxes", ["rgb.png", "grey.png"], layout_fun=layout, cropborder=border[0], bleedborder=border[1], trimborder=border[2], artborder=border[3])


def matplotlib():
    import matplotlib

    matplotlib.use("pdf")
    from matplotlib import pyplot

    for kind in [3, 42]:
        matplotlib.rcParams["pdf.fonttype"] = kind
        figure, axes = pyplot.subplots(figsize=(3, 2))
        axes.plot([0, 1, 2], [1, 0, 2], marker="o")
        axes.bar([0, 1, 2], [1, 2, 1], hatch="//", alpha=0.5)
        axes.set_title("Type 3 $\\alpha$" if kind == 3 else "TrueType")
        figure.savefig(out("matplotlib", f"font-type-{kind}"), metadata={"CreationDate": None})
        pyplot.close(figure)
    figure, axes = pyplot.subplots(figsize=(3, 2))
    axes.imshow([[1, 2, 3], [4, 5, 6]])
    axes.contourf([[1, 2, 3], [2, 4, 5], [3, 5, 9]], cmap="Greys", alpha=0.4)
    figure.savefig(out("matplotlib", "picture"), metadata={"CreationDate": None})
    matplotlib.rcParams["pdf.use14corefonts"] = True
    figure, axes = pyplot.subplots(figsize=(3, 2))
    axes.set_title("Core fonts")
    figure.savefig(out("matplotlib", "core-fonts"), metadata={"CreationDate": None})


def weasyprint():
    from weasyprint import HTML

    def convert(name, css, body, **options):
        page = f"<style>body {{ font-family: DejaVu Sans }} {css}</style>{body}"
        HTML(string=page, base_url=IMAGES + "/").write_pdf(out("weasyprint", name), **options)

    marks = "@page { size: 60mm 40mm; margin: 8mm; bleed: 3mm; marks: crop cross }"
    convert("bleed", marks, "<p>Bleed")
    pages = "@page { size: a6 } @page wide { size: a6 landscape } h2 { page: wide }"
    convert("pages", pages, "<h1>Tall</h1><h2>Wide</h2><p>Tall")
    css = "@page { size: 80mm 60mm; margin: 5mm } img { width: 20mm } .half { opacity: 0.5 }"
    body = "".join(f'<img src="{name}">' for name in ["rgb.png", "alpha.png", "rgb.jpg", "grey.jpg", "palette4.png"])
    convert("pictures", css, body + '<p class="half">Half')
    css = "@page { size: 80mm 60mm; margin: 5mm } p { color: device-cmyk(0.2 1 0 0.1); background: linear-gradient(red, blue) }"
    convert("colours", css, "<p>Colour")


def typst():
    import typst as it

    def convert(name, source, **options):
        path = os.path.join(IMAGES, "source.typ")
        with open(path, "w") as file:
            file.write('#set text(font: "DejaVu Sans Mono")\n' + source)
        it.compile(path, output=out("typst", name), **options)

    convert("text", '#set page(width: 70mm, height: 50mm)\nText $x^2$ #pagebreak() #set page(flipped: true)\nWide')
    convert("colours", """#set page(width: 70mm, height: 50mm, margin: 5mm)
#rect(fill: cmyk(20%, 80%, 0%, 10%), width: 20mm, height: 8mm)
#rect(fill: rgb(200, 20, 20, 50%), width: 20mm, height: 8mm)
#rect(fill: luma(120), width: 20mm, height: 8mm)
#rect(fill: oklab(50%, 0.1, 0.1), width: 20mm, height: 8mm)""")  # fmt: skip
    convert("pictures", """#set page(width: 70mm, height: 50mm, margin: 5mm)
#image("rgb.png", width: 10mm) #image("alpha.png", width: 10mm) #image("rgb.jpg", width: 10mm)
#rect(fill: gradient.linear(red, blue), width: 20mm, height: 8mm)
#rect(fill: tiling(size: (4mm, 4mm))[#circle(radius: 1mm, fill: blue)], width: 20mm, height: 8mm)""")  # fmt: skip
    convert("archive", "#set page(width: 70mm, height: 50mm)\nPDF/A", pdf_standards="a-2b")


def pillow():
    from PIL import Image

    pages = [Image.open(image(name)).convert(mode) for name, mode in [("rgb.png", "RGB"), ("grey.png", "L"), ("cmyk.tif", "CMYK"), ("two.png", "1")]]
    pages[0].save(out("pillow", "modes"), save_all=True, append_images=pages[1:], resolution=200)
    Image.open(image("palette16.png")).save(out("pillow", "palette"), resolution=100)


for make in [fpdf2, img2pdf, matplotlib, weasyprint, typst, pillow]:
    make()
