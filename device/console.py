"""What `khepri serve` prints: where the table is, and what only the people beside it may know."""

import io
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import segno

from device.address import Address
from device.network.hotspot import Hotspot
from device.store import Salvaged
from device.texts import LANGUAGES, say

BLOCKS = "█▀▄"


def console_language(environ: Mapping[str, str] = os.environ, encoding: str | None = None) -> str:
    """Give the language that the console speaks, from the locale.

    English where it is none of ours, or where the terminal can't write it.
    """
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    found = next((code for code in LANGUAGES if locale.lower().startswith(code.partition("-")[0])), "en")
    return found if _can_write(say(found, "console.page"), encoding) else "en"


def qr_lines(url: str, encoding: str | None = None) -> str:
    """Draw an address as a QR code for a terminal, with blocks or else with spaces in two colours."""
    drawn = io.StringIO()
    segno.make(url, error="m").terminal(drawn, compact=_can_write(BLOCKS, encoding), border=2)
    return drawn.getvalue()


def _can_write(text: str, encoding: str | None) -> bool:
    try:
        text.encode(encoding or sys.stdout.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def page_lines(address: Address, language: str) -> str:
    """Say where the page is: with a QR code, or with the reason why phones can't get there."""
    url = address.url()
    page = f"  {say(language, 'console.page')}\n      {url}\n"
    if address.is_reachable():
        return qr_lines(url) + page
    reason = "console.no_network" if address.is_for_all else "console.only_here"
    return f"{page}  {say(language, reason)}\n"


def own_wifi_lines(own: Hotspot, language: str, *, is_terminal: bool) -> str:
    """Say how phones get into the table's own Wi-Fi; the password only on a terminal, never into a log."""
    told = f"  {say(language, 'console.own_wifi')}\n      {own.name}\n"
    if not is_terminal:
        return told
    return f"{qr_lines(own.code)}{told}  {say(language, 'console.own_password')}\n      {own.password}\n"


def where_lines(
    *,
    host_code: str,
    bench_urls: Sequence[str],
    data: Path,
    parts: Mapping[str, str],
    is_paused: bool,
    salvaged: Salvaged | None,
    language: str,
) -> str:
    """Say host code, bench, where the data lies, how each part is, and what was found damaged."""
    rows = [
        (say(language, "console.host_code"), host_code),
        *zip((say(language, "console.bench"), say(language, "console.bench_link")), bench_urls, strict=False),
        (say(language, "console.data"), str(data)),
        *(
            (say(language, f"console.{part}"), say(language, f"part.{state}"))
            for part, state in parts.items()
        ),
    ]
    text = "".join(f"  {label}\n      {value}\n" for label, value in rows)
    if salvaged is not None:
        said = say(language, "console.salvaged", games=salvaged.games, entries=salvaged.entries)
        text += f"  {said}\n      {salvaged.folder}\n"
        if salvaged.records:
            said = say(language, "console.salvaged_records", records=salvaged.records)
            text += f"  {said}\n      {salvaged.records_folder}\n"
    if is_paused:
        text += f"  {say(language, 'console.paused')}\n"
    stop = say(language, "console.stop")
    if salvaged is None:
        stop += f" {say(language, 'console.nothing_lost')}"
    return text + f"  {stop}\n"
