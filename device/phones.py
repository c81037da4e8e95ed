"""Which phones were at the table: random tokens, stored hashed, for one seat or the host."""

import hashlib
import secrets
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from rules.core import Sign

MOST_PHONES = 60
SYMBOLS = "●■▲◆★✚"
"""What tells one waiting phone from another: shapes that no seat has, and that every display can write."""


@dataclass(frozen=True)
class Phone:
    """What a phone may do: speak for the seat with that sign, and be the host."""

    sign: Sign | None = None
    is_host: bool = False


@dataclass(frozen=True)
class Pending:
    """The one phone that asks to be seated; `sign` is the seat it wishes for, if any.

    `symbol` is drawn on that phone and at the table: so people see that it is theirs which waits.
    """

    token_hash: str
    sign: Sign | None
    symbol: str = ""


def hash_of(token: str) -> str:
    """Give what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """Make a token that nobody can guess."""
    return secrets.token_urlsafe(32)


class Phones:
    """The known phones, by the hash of their token. A value: every change gives a new one."""

    def __init__(self, known: Iterable[tuple[str, Phone]] = ()) -> None:
        self._known = dict(known)

    def __iter__(self) -> Iterator[tuple[str, Phone]]:
        return iter(self._known.items())

    def of(self, token: str | None) -> Phone:
        """Give what a token allows: nothing for one that is unknown, empty or absent."""
        return self._known.get(hash_of(token), Phone()) if token else Phone()

    def of_hash(self, token_hash: str) -> Phone:
        """Give what the token with that hash allows."""
        return self._known.get(token_hash, Phone())

    def is_seated(self, sign: Sign) -> bool:
        """Say whether a phone speaks for the seat with that sign."""
        return any(phone.sign is sign for phone in self._known.values())

    @property
    def hosts(self) -> int:
        """Count the phones that lead."""
        return sum(phone.is_host for phone in self._known.values())

    def seated(self, token_hash: str, sign: Sign) -> "Phones":
        """Give the phones with a seat handed to one of them; who had it before loses it."""
        freed = {h: replace(p, sign=None) if p.sign is sign else p for h, p in self._known.items()}
        return self._with(freed, token_hash, replace(self.of_hash(token_hash), sign=sign))

    def stood_up(self, token_hash: str) -> "Phones":
        """Give the phones with one's seat given back."""
        return self._with(self._known, token_hash, replace(self.of_hash(token_hash), sign=None))

    def hosting(self, token_hash: str) -> "Phones":
        """Give the phones with one more host."""
        return self._with(self._known, token_hash, replace(self.of_hash(token_hash), is_host=True))

    def staying(self, signs: Collection[Sign]) -> "Phones":
        """Give the phones with only those seats kept."""
        return Phones((h, p if p.sign in signs else replace(p, sign=None)) for h, p in self)

    def only(self, token: str | None) -> "Phones":
        """Give the one phone with that token, if it is known."""
        phone = self.of(token)
        return Phones([(hash_of(token), phone)] if token and phone != Phone() else ())

    def _with(self, known: dict[str, Phone], token_hash: str, phone: Phone) -> "Phones":
        others = {h: p for h, p in known.items() if h != token_hash and p != Phone()}
        newest = list(others.items())[-(MOST_PHONES - 1) :]
        return Phones([*newest, (token_hash, phone)])
