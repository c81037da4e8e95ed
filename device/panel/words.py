"""What the panel says: short texts of the catalogues' groups `panel` and `display`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from device.texts import LANGUAGES, catalogue
from rules.codec import Json
from rules.core import Scalar
from rules.errors import Param

FALLBACK: Final = "en"
_DECIMAL_COMMA: Final = ("nl", "eu")


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
        return text.format_map(_Params({**(params or {}), **more}))

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
        """Give how a choice is called; numbers and squares speak for themselves."""
        if isinstance(value, bool):
            return self.say("panel.yes" if value else "panel.no")
        key = f"panel.{game}.{field}.{value}".lower()
        return self.say(key) if self.has(key) else str(value).replace("_", " ")

    def span(self, ms: int) -> str:
        """Give a span of time: milliseconds below a second, then tenths of seconds."""
        if ms < 1000:
            return f"{ms} ms"
        seconds = f"{ms / 1000:.1f} s"
        return seconds.replace(".", ",") if self.language in _DECIMAL_COMMA else seconds
