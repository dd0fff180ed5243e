"""The entity text (spec: Lump 29)."""

from __future__ import annotations

import re

from uoserver.bsp.check.lumps import Lumps
from uoserver.bsp.check.report import Report
from uoserver.bsp.entities import Entity, parse_entities
from uoserver.bsp.errors import BspError, EntityTextError
from uoserver.bsp.schema import LumpIndex

INDEX = LumpIndex.ENTITIES
_INLINE = re.compile(r"\*([0-9]{1,9})")


def check_entities(report: Report, lumps: Lumps) -> None:
    """Check lump 29; `record` counts entities, the value of `line` is the line of a problem."""
    raw = lumps.raw(INDEX)
    text = bytes(raw)
    end = text.find(b"\0")
    if end < 0:
        report.add("entity-nul", "no NUL at the end", INDEX, field="length", value=len(text))
    elif end < len(text) - 1:
        problem = f"{len(text) - 1 - end} bytes behind the NUL"
        report.add("entity-tail", problem, INDEX, field="length", value=len(text))
    try:
        entities = parse_entities(text)
    except EntityTextError as error:
        report.add("entity-text", str(error), INDEX, field="line", value=error.line)
        return
    except BspError as error:
        report.add("entity-text", str(error), INDEX, field="length", value=len(text))
        return
    if not entities or entities[0].classname != "worldspawn":
        classname = entities[0].classname if entities else ""
        report.add(
            "entity-world", f"not worldspawn but {classname!r}", INDEX, 0, "classname", classname
        )
    models = lumps.count(LumpIndex.MODELS)
    for record, entity in enumerate(entities):
        _check_entity(report, record, entity, models)


def _check_entity(report: Report, record: int, entity: Entity, models: int) -> None:
    model = entity.get("model")
    if model.startswith("*"):
        inline = _INLINE.fullmatch(model)
        if inline is None or not 0 < int(inline[1]) < models:
            problem = f"{model!r}, there are {models} models"
            report.add("entity-model", problem, INDEX, record, "model", model)
    if "origin" in entity and entity.origin is None:
        origin = entity.get("origin")
        problem = f"{origin!r} is no place in a world"
        report.add("entity-origin", problem, INDEX, record, "origin", origin)
