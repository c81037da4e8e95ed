"""What Khepri says, in five languages: one flat catalogue each, and one more for each game.

A game's own texts lie in a folder of its name, `pharaoh_code/en.json`; a page loads them with the game.
Only its title, `game.<id>`, is in the common catalogue. What only `khepri doctor` says lies in `doctor/`.
Keys are `group.name`; a plural is two keys, `.one` and `.other` (Korean and Chinese have only the latter).
Player names are never put into a sentence.
"""

import json
from collections.abc import Mapping
from functools import cache

from device.data import read
from rules.registry import GAMES

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "ko": "한국어",
    "zh-Hant": "正體中文",
    "nl": "Nederlands",
    "eu": "Euskara",
}
"""The languages, each called as it calls itself."""


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Give all texts of a language, those of the games included.

    Raises:
        KeyError: when there is no such language.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    found: dict[str, str] = {}
    for part in parts(language):
        found |= json.loads(read("device.texts", part))
    return found


def parts(language: str) -> tuple[str, ...]:
    """List the files of a language: the common one, the doctor's, then one for each game."""
    return (f"{language}.json", f"doctor/{language}.json", *(f"{game}/{language}.json" for game in GAMES))


def say(language: str, key: str, **params: str | int) -> str:
    """Give one text with its parameters filled in."""
    return catalogue(language)[key].format_map(params)
