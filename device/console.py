"""What `khepri serve` prints: where the table is, and what only the people beside it may know."""

import io
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import segno

from device.texts import LANGUAGES, say


def console_language(environ: Mapping[str, str] = os.environ) -> str:
    """Give the language that the console speaks, from the locale; English where it is none of ours."""
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    return next((code for code in LANGUAGES if locale.lower().startswith(code.partition("-")[0])), "en")


def qr_lines(url: str) -> str:
    """Draw an address as a QR code for a terminal."""
    drawn = io.StringIO()
    segno.make(url, error="m").terminal(drawn, compact=True, border=2)
    return drawn.getvalue()


def where_lines(
    *,
    url: str,
    host_code: str,
    bench_urls: Sequence[str],
    data: Path,
    parts: Mapping[str, str],
    is_paused: bool,
    language: str,
) -> str:
    """Say address, QR, host code, bench, where the data lies and how each part is."""
    rows = [
        (say(language, "console.page"), url),
        (say(language, "console.host_code"), host_code),
        *zip((say(language, "console.bench"), say(language, "console.bench_link")), bench_urls, strict=False),
        (say(language, "console.data"), str(data)),
        *(
            (say(language, f"console.{part}"), say(language, f"part.{state}"))
            for part, state in parts.items()
        ),
    ]
    text = qr_lines(url) + "".join(f"  {label}\n      {value}\n" for label, value in rows)
    if is_paused:
        text += f"  {say(language, 'console.paused')}\n"
    return text + f"  {say(language, 'console.stop')}\n"
