"""The colours of the phone page, so that paper has the same."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

TOKENS = Path(__file__).resolve().parents[2] / "web" / "static" / "tokens.css"
COLOUR = re.compile(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6})")


@cache
def colours() -> Mapping[str, str]:
    """Give the colours of the first theme, papyrus, by the names of their tokens."""
    papyrus = TOKENS.read_text(encoding="utf-8").partition(':root[data-theme="night"]')[0]
    return dict(COLOUR.findall(papyrus))
