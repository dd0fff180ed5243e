"""``entities FILE``: print the entity text of a map, or put another in its place."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from uoserver.bsp import check, read, write
from uoserver.bsp.entities import MAX_ENTITY_TEXT, Entity, parse_entities
from uoserver.bsp.errors import BspError
from uoserver.bsp.schema import LumpIndex
from uoserver.commandline import OK, CommandError, print_json, progress
from uoserver.outfile import check_file, output_path, write_file

from . import FINDINGS, read_file, read_limited
from .soundness import has_errors

HELP: Final = "print the entity text of a map, or replace it from a file"
EXAMPLES: Final = """Only the entity text changes, all else is kept. OUT may be FILE itself.
Exit codes: 0 done; 1 the new text has errors by the rules of check, nothing is written; 2 bad
usage, text that breaks its grammar, or a file that cannot be read or written.

examples:
  python -m uoserver.bsp entities mp_town.bsp > town.txt
  python -m uoserver.bsp entities mp_town.bsp --json | jq '.entities[].classname'
  python -m uoserver.bsp entities mp_town.bsp --replace town.txt -o mp_town_uo.bsp
"""

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a map file")
    parser.add_argument(
        "--replace", type=Path, metavar="TXT", help="the file with the new entity text"
    )
    parser.add_argument(
        "-o", type=output_path, dest="out", metavar="OUT", help="the map file to write"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print or replace the text; raises CommandError, BspError, OSError."""
    if (args.replace is None) != (args.out is None):
        raise CommandError("--replace TXT and -o OUT belong together")
    if args.out is not None:
        check_file(args.out)
    source = read(read_file(args.file))
    if args.replace is None:
        if args.json:
            print_json({"entities": [_pairs(entity) for entity in source.entities]})
        else:
            _print(source.entity_text.split(b"\0", 1)[0])
        return OK
    source.entity_text = _read_text(args.replace)
    data = write(source)
    # What else is wrong with the map was so before; it is not for this command to refuse.
    findings = [each for each in check(data) if each.lump == LumpIndex.ENTITIES]
    refused = has_errors(findings)
    if not refused:
        write_file(args.out, data)
    count = len(source.entities)
    for each in findings:
        progress(f"{each.severity}: {each.message} [{each.rule}]")
    progress(f"{args.out}: not written" if refused else f"{args.out}: {count} entities")
    if args.json:
        listed = [each._asdict() for each in findings]
        file = None if refused else str(args.out)
        print_json({"file": file, "entities": count, "findings": listed})
    return FINDINGS if refused else OK


def _pairs(entity: Entity) -> dict[str, str]:
    """Return keys and values; of equal keys the first counts, as for the game."""
    firsts: dict[str, tuple[str, str]] = {}
    for key, value in entity:
        firsts.setdefault(key.lower(), (key, value))
    return dict(firsts.values())


def _print(text: bytes) -> None:
    """Print the bytes as they are: neither encoding nor line ends of this machine apply."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text)


def _read_text(path: Path) -> bytes:
    """Return the lump of a text file; raises CommandError with the line of a problem."""
    text = read_limited(path, MAX_ENTITY_TEXT, "entity text").removeprefix(_BYTE_ORDER_MARK)
    if b"\0" in text:
        raise CommandError(f"{path}: a NUL in line {text[: text.index(0)].count(10) + 1}")
    try:
        parse_entities(text)
    except BspError as error:
        raise CommandError(f"{path}: {error}") from None
    return text + b"\0"
