"""What the panel says: short texts of the catalogues' groups `panel` and `display`."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from device.texts import LANGUAGES, catalogue
from rules.codec import Json
from rules.core import Scalar
from rules.errors import Param

FALLBACK: Final = "en"
_DECIMAL_COMMA: Final = ("nl", "eu")
_IN_MS: Final = re.compile(r"\{(\w+_ms)\}(\s?)(ms|밀리초|毫秒)")
_IN_SECONDS: Final = {"ms": "s", "밀리초": "초", "毫秒": "秒"}


class _Params(dict[str, Param]):
    def __missing__(self, key: str) -> str:
        return "?"


class Words:
    """The texts of one language; what it lacks is said in English, never left out."""

    def __init__(self, language: str | None) -> None:
        self.language = language if language in LANGUAGES else FALLBACK

    def has(self, key: str) -> bool:
        """Say whether there is such a text."""
        return key in catalogue(self.language) or key in catalogue(FALLBACK)

    def say(self, key: str, params: Mapping[str, Param] | None = None, **more: Param) -> str:
        """Give a text with its parameters filled in; an unknown key gives its last part."""
        text = catalogue(self.language).get(key) or catalogue(FALLBACK).get(key)
        if text is None:
            return key.rpartition(".")[2].replace("_", " ")
        return self._filled(text, {**(params or {}), **more})

    def _filled(self, text: str, params: Mapping[str, Param]) -> str:
        """Fill in parameters; what a text tells in milliseconds reads from a second on in seconds."""

        def told(match: re.Match[str]) -> str:
            name, gap, unit = match.groups()
            ms = params.get(name)
            if not isinstance(ms, int) or ms < 1000:
                return match[0]
            return f"{self._seconds(ms)}{gap}{_IN_SECONDS[unit]}"

        return _IN_MS.sub(told, text).format_map(_Params(params))

    def refusal(self, code: str, params: Mapping[str, Param]) -> str:
        """Say why something did not count, shorter than on a phone where there is a shorter text."""
        short, game = f"panel.refusal.{code}", code.partition(".")[0]
        keys = {name: f"{game}.{name}.{value}" for name, value in params.items()}
        named = {name: self.say(key) for name, key in keys.items() if self.has(key)}
        return self.say(short if self.has(short) else f"refusal.{code}", {**params, **named})

    def first_of(self, *keys: str, **params: Param) -> str:
        """Give the first of these texts that there is."""
        return self.say(next((key for key in keys if self.has(key)), keys[-1]), params)

    def event(
        self, game: str, event: Mapping[str, Json], about: Mapping[str, Json] = MappingProxyType({})
    ) -> str:
        """Say in a few words what happened; whose it was is not in it. *about* is what it speaks of."""
        key = f"panel.{game}.{event['type']}"
        flags = [f"{key}.{str(value).lower()}" for value in event.values() if isinstance(value, bool)]
        params: dict[str, Param] = {}
        for name, value in {**about, **event}.items():
            if isinstance(value, list):
                params[name] = " ".join(str(item) for item in value)
            elif isinstance(value, str):
                params[name] = self.choice(game, name, value)
            elif isinstance(value, int):
                params[name] = value
        return self.first_of(*flags, key, **params)

    def choice(self, game: str, field: str, value: Scalar) -> str:
        """Give how a choice is called; squares speak for themselves, numbers where nobody asks of what."""
        if isinstance(value, bool):
            return self.say("panel.yes" if value else "panel.no")
        key, counted = f"panel.{game}.{field}.{value}".lower(), f"panel.{game}.{field}.n"
        if isinstance(value, int) and self.has(counted):
            return self.say(counted, n=value)
        return self.say(key) if self.has(key) else str(value).replace("_", " ")

    def span(self, ms: int) -> str:
        """Give a span of time: milliseconds below a second, then tenths of seconds."""
        return f"{ms} ms" if ms < 1000 else f"{self._seconds(ms)} s"

    def _seconds(self, ms: int) -> str:
        seconds = f"{ms / 1000:.1f}"
        return seconds.replace(".", ",") if self.language in _DECIMAL_COMMA else seconds
