"""Enough of YAML to read the files of ``deploy/``: blocks of maps and lists, flow lists of strings.

Raises `ValueError` for all else, so that a file cannot mean more than its test reads.
"""

from __future__ import annotations

import json
import re
from typing import Final

Node = dict[str, "Node"] | list["Node"] | str | int | bool
Line = tuple[int, str]

_KEY: Final = re.compile(r"([A-Za-z0-9./_-]+):(?: (.+))?")


def load(text: str) -> dict[str, Node]:
    """Return the map that a document is."""
    lines: list[Line] = []
    for line in text.splitlines():
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            lines.append((len(line) - len(line.lstrip(" ")), stripped))
    node, rest = _block(lines)
    if rest or not isinstance(node, dict):
        raise ValueError(f"not one map: {rest[:1]}")
    return node


def at(node: Node, path: str) -> Node:
    """Return what stands under keys and numbers with dots between them."""
    for step in path.split("."):
        if isinstance(node, dict):
            node = node[step]
        elif isinstance(node, list):
            node = node[int(step)]
        else:
            raise TypeError(f"{step} below a value")
    return node


def _block(lines: list[Line]) -> tuple[Node, list[Line]]:
    indent, first = lines[0]
    return _list(lines, indent) if first.startswith("- ") else _map(lines, indent)


def _map(lines: list[Line], indent: int) -> tuple[Node, list[Line]]:
    found: dict[str, Node] = {}
    while lines and lines[0][0] == indent and not lines[0][1].startswith("- "):
        match = _KEY.fullmatch(lines[0][1])
        if match is None:
            raise ValueError(f"no key: {lines[0][1]}")
        key, value = match.groups()
        if key in found:
            raise ValueError(f"{key} twice")
        if value is not None:
            found[key], lines = _value(value), lines[1:]
        elif len(lines) > 1 and lines[1][0] > indent:
            found[key], lines = _block(lines[1:])
        else:
            raise ValueError(f"{key} is empty")
    if lines and lines[0][0] > indent:
        raise ValueError(f"indented: {lines[0][1]}")
    return found, lines


def _list(lines: list[Line], indent: int) -> tuple[Node, list[Line]]:
    found: list[Node] = []
    while lines and lines[0][0] == indent and lines[0][1].startswith("- "):
        inner = lines[0][1][2:]
        if not _KEY.fullmatch(inner):
            found.append(_value(inner))
            lines = lines[1:]
            continue
        node, lines = _map([(indent + 2, inner), *lines[1:]], indent + 2)
        found.append(node)
    return found, lines


def _value(text: str) -> Node:
    if text[0] in '["{':
        value: Node = json.loads(text)
        return value
    if text in {"true", "false"}:
        return text == "true"
    if text.lower() in {"yes", "no", "on", "off", "null", "~"} or text[0] in "'&*!|>%@`":
        raise ValueError(f"quote this: {text}")
    return int(text) if text.isdigit() else text
