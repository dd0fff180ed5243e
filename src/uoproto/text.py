"""String clean-up, tokenizer, info strings and colours."""

from __future__ import annotations

_CLEAN = {0x92: "'"} | {code: "." for code in range(0x80, 0x100) if code != 0x92}


def clean(text: str) -> str:
    """Return text as the engine's character sanitizer sends it (msg: Strings)."""
    return text.translate(_CLEAN)


def clean_command(text: str) -> str:
    """Return text as a reliable command is stored: cleaned, without ``%``, at most 1,023."""
    return clean(text).replace("%", ".")[:1023]
