"""Map sources for tests: boxes, other brushes, terrain, as an editor writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Point = tuple[float, float, float]
CAULK = "textures/common/caulk"


def text_of(point: Sequence[float]) -> str:
    return (
        "( "
        + " ".join(f"{value:g}" if value == int(value) else repr(value) for value in point)
        + " )"
    )


def face(a: Point, b: Point, c: Point, material: str = CAULK, tail: str = "0 0 0 1 1 0 0 0") -> str:
    """Three points, clockwise as seen from outside."""
    return f"{text_of(a)} {text_of(b)} {text_of(c)} {material} {tail}"


def box_faces(
    mins: Point, maxs: Point, material: str = CAULK, tail: str = "0 0 0 1 1 0 0 0"
) -> list[str]:
    (x, y, z), (p, q, r) = mins, maxs
    return [
        face((x, 0, 0), (x, 0, 1), (x, -1, 1), material, tail),
        face((p, 0, 0), (p, 0, 1), (p, 1, 1), material, tail),
        face((0, y, 0), (1, y, 0), (1, y, -1), material, tail),
        face((0, q, 0), (1, q, 0), (1, q, 1), material, tail),
        face((0, 0, z), (0, 1, z), (-1, 1, z), material, tail),
        face((0, 0, r), (0, 1, r), (1, 1, r), material, tail),
    ]


def brush(faces: Iterable[str]) -> str:
    return "{\n" + "\n".join(faces) + "\n}\n"


def box(mins: Point, maxs: Point, material: str = CAULK, tail: str = "0 0 0 1 1 0 0 0") -> str:
    return brush(box_faces(mins, maxs, material, tail))


def entity(pairs: dict[str, str], *parts: str) -> str:
    lines = "".join(f'"{key}" "{value}"\n' for key, value in pairs.items())
    return "{\n" + lines + "".join(parts) + "}\n"


def world(*parts: str, **keys: str) -> str:
    return entity({"classname": "worldspawn", **keys}, *parts)


def hull(mins: Point, maxs: Point, thick: float = 64, sky: str = "textures/sky/test") -> str:
    """Six brushes around a room: caulk below, sky elsewhere."""
    (x, y, z), (p, q, r) = mins, maxs
    t = thick
    return (
        box((x - t, y - t, z - t), (p + t, q + t, z))
        + box((x - t, y - t, r), (p + t, q + t, r + t), sky)
        + box((x - t, y - t, z), (x, q + t, r), sky)
        + box((p, y - t, z), (p + t, q + t, r), sky)
        + box((x, y - t, z), (p, y, r), sky)
        + box((x, q, z), (p, q + t, r), sky)
    )


def terrain(
    xs: Sequence[float],
    ys: Sequence[float],
    height: Callable[[float, float], float],
    material: str = "textures/common/terrain",
) -> str:
    """A block of indexed terrain over a grid."""
    vertices = [(x, y, height(x, y)) for y in ys for x in xs]
    triangles = []
    for j in range(len(ys) - 1):
        for i in range(len(xs) - 1):
            a = j * len(xs) + i
            b, c, d = a + 1, a + len(xs) + 1, a + len(xs)
            triangles += [(a, c, b), (a, d, c)]
    rows = "\n".join(f"( {x!r} {y!r} {z!r} {x / 256!r} {y / 256!r} )" for x, y, z in vertices)
    faces = "\n".join(f"( {a} {b} {c} )" for a, b, c in triangles)
    return (
        f"{{\nindexedTerrain\n{{\n{material}\n( {len(vertices)} {len(triangles)} )\n"
        f"(\n{rows}\n)\n(\n{faces}\n)\n}}\n}}\n"
    )


def grid(kind: str, head: str, columns: Sequence[Sequence[str]], material: str = CAULK) -> str:
    """A curve or terrain grid; vertices are given as text between their parentheses."""
    lines = "\n".join("( " + " ".join(f"( {v} )" for v in column) + " )" for column in columns)
    return f"{{\n{kind}\n{{\n{material}\n( {head} )\n(\n{lines}\n)\n}}\n}}\n"
