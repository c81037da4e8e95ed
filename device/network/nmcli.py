"""NetworkManager's command line, run beside the event loop and with an end."""

import asyncio
import os
import shutil
from contextlib import suppress

from device.network.answers import NOT_THERE, TOO_LONG, Ran


class Nmcli:
    """Runs a program as `nmcli`; one that hangs is ended."""

    def __init__(self, program: str = "nmcli") -> None:
        self._program = program

    async def __call__(self, args: tuple[str, ...], within_s: float) -> Ran:
        """Run it once."""
        found = shutil.which(self._program)
        if found is None:
            return Ran(NOT_THERE, complaint=f"there is no {self._program} on this machine")
        try:
            process = await asyncio.create_subprocess_exec(
                found,
                *args,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env={**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1"},
            )
        except OSError as error:
            return Ran(NOT_THERE, complaint=f"{found} can't be run: {error.strerror}")
        try:
            async with asyncio.timeout(within_s):
                out, complaint = await process.communicate()
        except TimeoutError:
            return Ran(TOO_LONG, complaint=f"nmcli gave no answer in {within_s:.0f} s")
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        assert process.returncode is not None
        return Ran(process.returncode, _text(out), _text(complaint).strip())


def _text(came: bytes) -> str:
    # A Wi-Fi's name is any bytes.
    return came.decode("utf-8", errors="replace")
