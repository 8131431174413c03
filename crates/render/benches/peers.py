"""Times mapnik with the very display list that `cargo bench -p sandtable-render` prints.

    python3 crates/render/benches/peers.py

Needs mapnik for Python (Debian and Ubuntu: `apt-get install python3-mapnik`, and their own
/usr/bin/python3). Not part of CI. It has `cargo` write the map of the bench as GeoJSON in
millimetres of paper (`examples/layers.rs`), draws it with mapnik to PDF and to a PNG at 300 dpi of
the same size, each five times after one that does not count, and runs the bench of our own. With
`--keep FOLDER` layers and drawings stay there, to be looked at.

What mapnik is spared: clipping and the rims of letters; it places each name as one straight text.
Reading the GeoJSON is not timed.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
FONT = ROOT / "crates/lettering/fonts/LibertinusSerif-Regular.otf"
TIMES = 5
DPI = 300


def symbolizer(look):
    """What draws the features of a file: widths and sizes are millimetres."""
    if "fill" in look:
        return f'<PolygonSymbolizer fill="{look["fill"]}"/>'
    if "line" in look:
        dashes = ", ".join(str(dash) for dash in look["dashes"])
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        return (
            f'<LineSymbolizer stroke="{look["line"]}" stroke-width="[width]"'
            f' stroke-linecap="{look["cap"]}"{dashed}/>'
        )
    if "symbol" in look:
        return (
            f'<MarkersSymbolizer file="symbol-{look["symbol"]}.svg" multi-policy="each"'
            ' allow-overlap="true" ignore-placement="true"/>'
        )
    return (
        f'<TextSymbolizer face-name="Libertinus Serif Regular" fill="{look["text"]}" size="[size]"'
        ' orientation="[turned]" horizontal-alignment="right" allow-overlap="true">[text]</TextSymbolizer>'
    )


def stylesheet(sheet):
    """A style and a layer for each file, in drawing order."""
    styles, layers = [], []
    for number, layer in enumerate(sheet["layers"]):
        styles.append(f'<Style name="s{number}"><Rule>{symbolizer(layer["look"])}</Rule></Style>')
        layers.append(
            f'<Layer name="l{number}"><StyleName>s{number}</StyleName><Datasource>'
            f'<Parameter name="type">geojson</Parameter>'
            f'<Parameter name="file">{layer["file"]}</Parameter></Datasource></Layer>'
        )
    return f'<Map background-color="#ffffff">{"".join(styles)}{"".join(layers)}</Map>'


def drawn(mapnik, folder, sheet, kind, dots_per_millimetre):
    """Mean seconds of drawing the sheet, and the bytes of the file."""
    width, height = sheet["millimetres"]
    size = [round(side * dots_per_millimetre) for side in (width, height)]
    picture = mapnik.Map(*size)
    mapnik.load_map_from_string(picture, stylesheet(sheet), False, str(folder) + "/")
    picture.zoom_to_box(mapnik.Box2d(0, 0, width, height))
    path = folder / f"mapnik.{kind}"
    spent = []
    for _ in range(TIMES + 1):
        start = time.perf_counter()
        mapnik.render_to_file(picture, str(path), kind, dots_per_millimetre)
        spent.append(time.perf_counter() - start)
    return sum(spent[1:]) / TIMES, path.stat().st_size


def run(folder):
    try:
        import mapnik
    except ImportError:
        sys.exit("mapnik for Python is not installed: apt-get install python3-mapnik, then /usr/bin/python3")
    mapnik.FontEngine.register_font(str(FONT))
    cargo = ["cargo", "run", "--quiet", "--release", "-p", "sandtable-render", "--example", "layers"]
    subprocess.run([*cargo, "--", str(folder)], cwd=ROOT, check=True)
    sheet = json.loads((folder / "sheet.json").read_text())
    print(f"mapnik {mapnik.mapnik_version_string()}, mean of {TIMES}", flush=True)
    for kind, dots in (("pdf", 72 / 25.4), ("png", DPI / 25.4)):
        seconds, size = drawn(mapnik, folder, sheet, kind, dots)
        print(f"  {kind}  {seconds:.2f} s  {size / 1e6:.1f} MB", flush=True)
    print(f"ours, PDF {sheet['our_pdf_bytes'] / 1e6:.1f} MB", flush=True)
    bench = ["cargo", "bench", "--quiet", "-p", "sandtable-render", "--bench", "sheets", "--", "map_"]
    subprocess.run([*bench, "--sample-count", str(TIMES)], cwd=ROOT, check=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--keep"] and len(sys.argv) == 3:
        keep = pathlib.Path(sys.argv[2]).resolve()
        keep.mkdir(parents=True, exist_ok=True)
        run(keep)
    elif len(sys.argv) == 1:
        with tempfile.TemporaryDirectory() as scratch:
            run(pathlib.Path(scratch))
    else:
        sys.exit(__doc__)
