"""Texts of refusals that reach clients as the reference has them."""

from __future__ import annotations

from uoserver.server import refusals


def test_keys_and_texts() -> None:
    texts = [
        value for name, value in vars(refusals).items() if isinstance(value, str) and name.isupper()
    ]
    assert texts == [
        "EXE_SERVER_IS_DIFFERENT_VER",
        "EXE_BAD_CHALLENGE",
        "EXE_ERR_HIGH_PING_ONLY",
        "EXE_ERR_LOW_PING_ONLY",
        "EXE_SERVERISFULL",
        "\x15Invalid userinfo",
        "\x15Too many clients from your address",
        "\x15You are permanently banned from this server",
        "\x15You are temporarily banned from this server",
        "\x15No map is running",
    ]
    assert set(texts[:2]) == refusals.UNPROVEN
