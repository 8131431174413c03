"""GeoTIFFs of the kinds that agencies and programs write, made with GDAL."""

import itertools
import random
import warnings
from dataclasses import dataclass, field

import numpy
import rasterio
import rasterio.shutil
from rasterio.control import GroundControlPoint
from rasterio.enums import ColorInterp
from rasterio.transform import Affine
from rasterio.warp import transform

CENTRE = (-10.0, 50.0)
TILE = 32
SIZE = 416
STEP = 0.0001
METRES = 10.0

INTEGERS = ["int16", "uint16", "int32", "uint32", "int64", "uint64"]
FLOATS = ["float32", "float64"]
# What GDAL compresses, with the name that a refusal must contain.
COMPRESSIONS = {"NONE": None, "PACKBITS": None, "LZW": None, "DEFLATE": None, "ZSTD": None, "LERC": "LERC", "LZMA": "LZMA"}
PREDICTED = {"LZW", "DEFLATE", "ZSTD"}
HOLES = ["none", "number", "nan", "mask", "alpha", "sparse"]
PLACEMENTS = ["area", "point", "south up", "0 to 360"]
SYSTEMS = {
    "EPSG:32629": None,
    "EPSG:25829": None,
    "EPSG:3857": None,
    "ESRI:102100": None,
    "+proj=webmerc +datum=WGS84": None,
    "EPSG:3395": None,
    "EPSG:3034": None,
    "EPSG:2154": None,
    "+proj=tmerc +lat_0=49 +lon_0=-9 +k=0.9999 +x_0=1000 +y_0=2000 +ellps=GRS80 +units=m": None,
    "+proj=lcc +lat_1=45 +lat_2=55 +lat_0=50 +lon_0=-8 +x_0=1000 +y_0=2000 +ellps=GRS80 +units=m": None,
    "+proj=lcc +lat_1=50 +lat_0=50 +lon_0=-8 +k_0=0.9998 +x_0=1000 +y_0=2000 +ellps=WGS84 +units=m": None,
    "+proj=tmerc +lat_0=0 +lon_0=-9 +k=0.9996 +x_0=500000 +y_0=0 +datum=WGS84 +units=us-ft": None,
    "EPSG:6318": None,
    "EPSG:4619": None,
    "EPSG:9777": None,
    "EPSG:32629+5703": None,
    "EPSG:32629+8228": None,
    "EPSG:4326+6360": None,
    "EPSG:32629+6357": "depths",
    "+proj=merc +R=6378137 +units=m": "sphere",
    "+proj=tmerc +lat_0=49 +lon_0=-9 +R=6378137 +units=m": "sphere",
    "+proj=lcc +lat_1=45 +lat_2=55 +lat_0=50 +lon_0=-8 +a=6378137 +b=6378137 +units=m": "sphere",
    "+proj=longlat +ellps=GRS80 +towgs84=500,200,400": "shifted",
    "+proj=tmerc +lat_0=49 +lon_0=-9 +ellps=GRS80 +towgs84=500,200,400 +units=m": "shifted",
    "+proj=tmerc +lat_0=49 +lon_0=-9 +ellps=GRS80 +pm=paris +units=m": "Greenwich",
    "EPSG:3035": "EPSG:3035",
    "EPSG:27700": "EPSG:27700",
    "EPSG:23029": "EPSG:23029",
    "EPSG:4277": "EPSG:4277",
    "EPSG:4267": "EPSG:4267",
    "+proj=laea +lat_0=50 +lon_0=-10 +ellps=GRS80 +units=m": "projection",
    "+proj=tmerc +lat_0=49 +lon_0=-9 +ellps=clrk66 +units=m": "ellipsoid",
}
MERCATORS = ("EPSG:3857", "EPSG:3395", "ESRI:102100")


@dataclass
class File:
    """A file to write, and how it must be treated."""

    name: str
    dtype: str = "float32"
    options: dict = field(default_factory=dict)
    hole: str = "none"
    placement: str = "area"
    crs: str = "EPSG:4326"
    scale: tuple = (1.0, 0.0)
    unit: str = ""
    bands: int = 1
    georeference: str = "grid"
    is_cog: bool = False
    refused: str = None
    sparse: numpy.ndarray = None

    def heights(self):
        """Hills with a noise of whole metres, and flat sea in a corner."""
        rows, columns = numpy.mgrid[0:SIZE, 0:SIZE]
        noise = numpy.random.default_rng(7).integers(0, 40, (SIZE, SIZE))
        heights = numpy.round(250 + 50 * numpy.sin(rows / 40) * numpy.cos(columns / 55)) + noise
        heights[250:, 230:] = 0
        if self.dtype in FLOATS:
            heights = heights + noise / 8
        if self.dtype.endswith("int8"):
            heights = numpy.minimum(heights / 4, 120)
        scale, offset = self.scale
        return (heights - offset) / scale

    def hole_mask(self):
        """A whole tile, and single cells, in the middle of the map."""
        missing = numpy.zeros((SIZE, SIZE), dtype=bool)
        missing[6 * TILE : 7 * TILE, 6 * TILE : 7 * TILE] = True
        if self.hole != "sparse":
            missing[170:180:3, 200:240:5] = True
        return missing

    def transform(self):
        half = SIZE // 2
        if rasterio.crs.CRS.from_string(self.crs).is_geographic:
            x, y = CENTRE
            step = STEP
        else:
            (x,), (y,) = transform("EPSG:4326", self.crs, [CENTRE[0]], [CENTRE[1]])
            step = METRES / 0.3048 if "us-ft" in self.crs else METRES
            if "=merc" in self.crs or "webmerc" in self.crs or self.crs in MERCATORS:
                step *= 1.5
        if self.placement == "0 to 360":
            x += 360
        if self.georeference == "rotated":
            return Affine(step, step / 9, x - half * step, step / 9, -step, y + half * step)
        if self.placement == "south up":
            return Affine(step, 0, x - half * step, 0, step, y - half * step)
        return Affine(step, 0, x - half * step, 0, -step, y + half * step)

    def write(self, path):
        data = self.heights()
        missing = self.hole_mask()
        profile = {
            "driver": "GTiff",
            "width": SIZE,
            "height": SIZE,
            "count": self.bands + (self.hole == "alpha"),
            "dtype": self.dtype,
            **self.options,
        }
        if self.georeference in ("grid", "rotated"):
            profile.update(crs=self.crs, transform=self.transform())
        if self.hole in ("number", "sparse"):
            profile["nodata"] = 9999 if self.dtype.startswith("u") else -9999
        if self.hole == "nan":
            profile["nodata"] = float("nan")
        if self.hole == "alpha":
            profile["ALPHA"] = "YES"
        if self.hole in ("sparse", "sparse without no-data"):
            profile["SPARSE_OK"] = "TRUE"
        if self.hole in ("number", "nan"):
            data = numpy.where(missing, profile["nodata"], data)
        # A mask hides heights; they must stay hidden.
        if self.hole in ("mask", "alpha"):
            data = numpy.where(missing, 777, data)
        data = data.astype(self.dtype)
        made = path.with_suffix(".made.tif") if self.is_cog else path
        inside = "NO" if self.hole == "external mask" else "YES"
        options = {"GTIFF_POINT_GEO_IGNORE": "FALSE", "GDAL_TIFF_INTERNAL_MASK": inside}
        with warnings.catch_warnings(), rasterio.Env(**options):
            warnings.simplefilter("ignore")
            with rasterio.open(made, "w", **profile) as file:
                self.fill(file, data, missing)
            if self.is_cog:
                rasterio.shutil.copy(made, path, driver="COG", BLOCKSIZE=128, COMPRESS="DEFLATE")
                made.unlink()

    def fill(self, file, data, missing):
        if self.placement == "point":
            file.update_tags(AREA_OR_POINT="Point")
        if self.scale != (1.0, 0.0):
            file.scales, file.offsets = [(part,) * file.count for part in self.scale]
        if self.unit:
            file.units = (self.unit,) * file.count
        if self.georeference == "points":
            corners = [(0, 0), (0, SIZE), (SIZE, 0), (SIZE, SIZE)]
            points = [GroundControlPoint(row, column, *(self.transform() * (column, row))) for row, column in corners]
            file.gcps = (points, rasterio.crs.CRS.from_string(self.crs))
        if self.hole == "sparse":
            for _, window in file.block_windows(1):
                part = window.toslices()
                if not missing[part].all():
                    file.write(data[part], 1, window=window)
            return
        for band in range(1, self.bands + 1):
            file.write(data, band)
        if self.hole == "alpha":
            file.colorinterp = (ColorInterp.gray, ColorInterp.alpha)
            opaque = 255 if self.dtype in FLOATS else numpy.iinfo(self.dtype).max
            file.write(numpy.where(missing, 0, opaque).astype(self.dtype), 2)
        if self.hole in ("mask", "external mask"):
            file.write_mask(~missing)


def layouts(tiled):
    return {"tiled": True, "blockxsize": TILE, "blockysize": TILE} if tiled else {"tiled": False}


def storage(pick):
    """Each way to store a sample type, with other properties by lot."""
    for dtype, tiled, compression in itertools.product(INTEGERS + FLOATS, (True, False), COMPRESSIONS):
        predictors = [1]
        if compression in PREDICTED:
            predictors = [1, 2, 3] if dtype in FLOATS else [1, 2]
        for predictor in predictors:
            if compression == "LERC" and dtype.endswith("int64"):
                continue
            options = {**layouts(tiled), "compress": compression}
            if predictor > 1:
                options["predictor"] = predictor
            options["BIGTIFF"] = pick.choice(["YES", "NO"])
            options["ENDIANNESS"] = pick.choice(["LITTLE", "BIG"])
            if not tiled:
                options["blockysize"] = pick.choice([1, 7, SIZE])
            holes = [hole for hole in HOLES if hole != "nan" or dtype in FLOATS]
            # A strip left out would be too much of the map; a compression without masks drops them.
            holes = [hole for hole in holes if hole != "sparse" or tiled]
            hole = "none" if COMPRESSIONS[compression] else pick.choice(holes)
            placement = pick.choice(PLACEMENTS)
            scale = pick.choice([(1.0, 0.0), (0.5, 0.0), (0.25, -500.0)]) if dtype not in ("int8", "uint8") else (1.0, 0.0)
            name = f"{dtype} {'tiles' if tiled else 'strips'} {compression} predictor {predictor} {hole} {placement} {scale} {options}"
            yield File(name, dtype, options, hole, placement, scale=scale, refused=COMPRESSIONS[compression])


def systems():
    for crs, refused in SYSTEMS.items():
        for hole in ["none"] if refused else ["none", "number"]:
            yield File(f"{crs} {hole}", crs=crs, hole=hole, refused=refused)
    for placement in ("point", "south up"):
        yield File(f"EPSG:32629 {placement}", crs="EPSG:32629", placement=placement)


def single_properties():
    tiles = layouts(True)
    for hole in ("none", "number", "nan", "mask"):
        yield File(f"COG {hole}", options=tiles, hole=hole, is_cog=True)
    yield File("feet", unit="ft")
    yield File("metres", unit="metre")
    yield File("an unknown unit", unit="fathom", refused="fathom")
    yield File("a mask in another file", hole="external mask", refused=".msk")
    yield ScaleBeside("a scale in another file", scale=(0.5, 0.0), refused=".aux.xml")
    yield File("int8", "int8", refused="8 bits")
    yield File("uint8", "uint8", refused="8 bits")
    yield File("two bands", bands=2, refused="2 bands")
    yield File("planes", bands=2, options={"interleave": "band"}, refused="2 bands")
    yield File("alpha in a plane of its own", hole="alpha", options={"interleave": "band"})
    yield File("complex numbers", "complex64", refused="complex")
    yield File("12 bits", "uint16", {"NBITS": 12}, refused="12 bits")
    yield File("half floats", "float32", {"NBITS": 16}, refused="16 bits")
    yield File("rotated", georeference="rotated", refused="rotated")
    yield File("control points", georeference="points", refused="control points")
    yield File("no position", georeference="none", refused="pixel size")
    sparse = File("sparse without no-data", options={**tiles, "compress": "DEFLATE"}, hole="sparse")
    yield SparseWithoutNoData(**{**vars(sparse), "sparse": sparse.hole_mask()})


class SparseWithoutNoData(File):
    """A file with a sparse tile and without a no-data value."""

    def write(self, path):
        super().write(path)
        with rasterio.open(path, "r+") as file:
            file.nodata = None


class ScaleBeside(File):
    """A file whose scale is in a file of metadata."""

    def write(self, path):
        File(**{**vars(self), "scale": (1.0, 0.0)}).write(path)
        metadata = '<PAMDataset><PAMRasterBand band="1"><Scale>0.5</Scale></PAMRasterBand></PAMDataset>'
        path.with_name(path.name + ".aux.xml").write_text(metadata)


def every_file(seed):
    yield from storage(random.Random(seed))
    yield from systems()
    yield from single_properties()
