"""What Khepri says, in five languages: one flat catalogue each.

Keys are `group.name`; a plural is two keys, `.one` and `.other` (Korean and Chinese have only the
latter). Player names are never put into a sentence.
"""

import json
from collections.abc import Mapping
from functools import cache

from device.data import read

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
    """Give all texts of a language.

    Raises:
        KeyError: when there is no such language.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    texts: dict[str, str] = json.loads(read("device.texts", f"{language}.json"))
    return texts


def say(language: str, key: str, **params: str | int) -> str:
    """Give one text with its parameters filled in."""
    return catalogue(language)[key].format_map(params)
