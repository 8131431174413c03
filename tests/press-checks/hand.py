"""Simulates cutting a sheet by hand, slightly off its lines, and examines the pieces.

The lines come from the plate for the cutting machine, colours from the printed plates, and letters from the page without
anything else. All are rows of bytes, where 0 is full ink.
"""

# 254 dots per inch are 10 pixels per millimetre.
DPI = 254
MILLIMETRE = 10
# All offsets of the cut, in millimetres.
OFF = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def rows(plate):
    """The rows of a plate, given as its width and its bytes."""
    width, pixels = plate
    return [pixels[at : at + width] for at in range(0, len(pixels), width)]


def runs(row):
    """The parts of a row of the line plate without the line, as starts and ends."""
    at, found = 0, []
    free = row.translate(bytes(value >= 128 for value in range(256)))
    while (start := free.find(1, at)) >= 0:
        end = free.find(0, start)
        at = len(free) if end < 0 else end
        found.append((start, at))
    return found


def pieces(line):
    """The pieces within closed lines, each as rows with start and end."""
    joined, above, all_runs = [], [], []

    def root(number):
        while joined[number] != number:
            number = joined[number]
        return number

    lines = rows(line)
    for y, row in enumerate(lines):
        here = []
        for start, end in runs(row):
            number = len(joined)
            joined.append(number)
            for left, right, other in above:
                if left < end and start < right:
                    joined[root(number)] = root(other)
            here.append((start, end, number))
            all_runs.append((y, start, end, number))
        above = here
    found, outside = {}, set()
    for y, start, end, number in all_runs:
        piece = root(number)
        found.setdefault(piece, []).append((y, start, end))
        if y in (0, len(lines) - 1) or start == 0 or end == len(lines[y]):
            outside.add(piece)
    return [spans for piece, spans in found.items() if piece not in outside]


def within(piece, sides):
    """Whether a piece is within the left, top, right and bottom sides, in millimetres."""
    left, top, right, bottom = (side * MILLIMETRE for side in sides)
    rows_within = top <= piece[0][0] and piece[-1][0] < bottom
    return rows_within and all(left <= start and end <= right for _, start, end in piece)


def white(plates):
    """Rows where 1 is paper without ink."""
    bare = bytes(value >= 252 for value in range(256))
    each = [rows(plate) for plate in plates]
    joined = []
    for parts in zip(*each):
        numbers = [int.from_bytes(part.translate(bare), "big") for part in parts]
        every = numbers[0]
        for number in numbers[1:]:
            every &= number
        joined.append(every.to_bytes(len(parts[0]), "big"))
    return joined


def cut(piece, paper, letters):
    """Cuts a piece with every offset. Returns `white` if paper shows, and `letter` if a letter is cut.

    `paper` has the rows of `white`; `letters` are rows where 0 is ink. A piece that has bare paper itself, such as
    a tab for glue, cannot show white by the cut: it is `bare`. A piece with letters is also `lettered`.
    """
    is_bare = any(paper[y].find(1, start, end) >= 0 for y, start, end in piece)
    told = {"bare"} if is_bare else set()
    by_row = {y: (start, end) for y, start, end in piece}
    for x_off, y_off in OFF:
        dx, dy = x_off * MILLIMETRE, y_off * MILLIMETRE
        for y, start, end in piece:
            if not is_bare and paper[y + dy].find(1, start + dx, end + dx) >= 0:
                told.add("white")
            ink = letters[y][start:end]
            if 0 not in ink:
                continue
            told.add("lettered")
            from_, to = by_row.get(y - dy, (0, 0))
            first, last = start + ink.index(0), start + ink.rindex(0)
            if not (from_ + dx <= first and last < to + dx):
                told.add("letter")
    return told
