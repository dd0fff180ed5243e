"""String clean-up, tokenizer, info strings and colours."""

from __future__ import annotations

_CLEAN = {0x92: "'"} | {code: "." for code in range(0x80, 0x100) if code != 0x92}


def clean(text: str) -> str:
    """Return text as the engine's character sanitizer sends it (msg: Strings)."""
    return text.translate(_CLEAN)
