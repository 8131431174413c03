"""A hand that cuts a sheet along its lines and is a little off: what shows on the pieces that it cuts out?

The lines are those of the plate that a machine cuts by, the colours those of the plates that are printed, and letters
those of the page without anything else. All are rows of bytes, 0 for full ink.
"""

# Pixels to a millimetre, at 254 to the inch.
DPI = 254
MILLIMETRE = 10
# Every way in which a hand may be off, in millimetres.
OFF = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def rows(plate):
    """The rows of a plate, given as its width and its bytes."""
    width, pixels = plate
    return [pixels[at : at + width] for at in range(0, len(pixels), width)]


def runs(row):
    """Where a row of the line's plate is free of it: beginnings and ends."""
    at, found = 0, []
    free = row.translate(bytes(value >= 128 for value in range(256)))
    while (start := free.find(1, at)) >= 0:
        end = free.find(0, start)
        at = len(free) if end < 0 else end
        found.append((start, at))
    return found


def pieces(line):
    """What lies within closed lines: for each piece its rows, from where to where."""
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
    """Does a piece lie within left, upper, right and lower sides, in millimetres?"""
    left, top, right, bottom = (side * MILLIMETRE for side in sides)
    rows_within = top <= piece[0][0] and piece[-1][0] < bottom
    return rows_within and all(left <= start and end <= right for _, start, end in piece)


def white(plates):
    """Rows in which 1 is paper without any ink."""
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
    """Cuts a piece in every way that is a little off: does `white` show, and is a `letter` cut?

    `paper` are the rows of `white`; `letters` are rows, too, 0 where there is ink. What is bare paper by itself,
    as tabs for glue are, shows no white by being cut. Tells what is so, and whether it is `bare` and `lettered`.
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
