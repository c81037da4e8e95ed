"""The keys that commands carry so that one which is sent again counts once."""

from collections.abc import Mapping

KEYS_KEPT = 10_000


class CommandKeys:
    """The keys that were seen, each with the entry that its command made; the newest are kept."""

    def __init__(self, entries: Mapping[str, int] | None = None) -> None:
        self._entries = dict(entries or {})

    def __contains__(self, key: str | None) -> bool:
        return key is not None and key in self._entries

    def __getitem__(self, key: str | None) -> int:
        return self._entries[key or ""]

    def note(self, key: str | None, entry: int = 0) -> None:
        """Note which entry a command made, 0 for none; one without a key is not noted."""
        if key is not None:
            self._entries[key] = entry
            while len(self._entries) > KEYS_KEPT:
                del self._entries[next(iter(self._entries))]
