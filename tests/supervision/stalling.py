"""``python -m uoserver`` with one command more: ``stall SECONDS`` holds the frame up."""

from __future__ import annotations

import asyncio
import logging
import sys
import time

from uoserver.console.argv import split_argv
from uoserver.server.app import App
from uoserver.supervision import Supervision


async def host() -> int:
    app = App(split_argv(sys.argv[1:]), Supervision())
    app.commands.register("stall", lambda call: time.sleep(float(call.arg(1))), "stall SECONDS")
    return await app.run()


if __name__ == "__main__":
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(message)s")
    sys.exit(asyncio.run(host()))
