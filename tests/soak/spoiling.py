"""What spoils a thing that made sense, in few places; and a connection of which only one side is there."""

import asyncio
import random
from typing import Any

from tests.web.door import OWN
from tests.web.test_rubbish import RUBBISH

FORMULA_SIGNS = [
    *"0123456789+-*/×÷−:^√()[]²³ ½¼٣",
    "**",
    "((((((",
    "))))))",
    "^9^9^9",
    "√√√√",
    "1e9",
    "\ud800",
    "∞",
]
TOML_SIGNS = [
    "\n",
    "[",
    "]",
    "[[",
    "=",
    '"',
    "'''",
    "{",
    "}",
    ".",
    "# ",
    "nan",
    "-inf",
    "0x",
    "1979-05-27",
    "\\u0000",
    "name",
    "true",
]
JSON_SIGNS = [
    "{",
    "}",
    "[",
    "]",
    '"',
    ",",
    ":",
    "null",
    "1e999",
    "-0",
    "\\ud800",
    "\n",
    "NaN",
    '"type"',
    "[" * 500,
]
FRAME_HEADS = [
    b"\x81\x80",
    b"\x01\x80",
    b"\x00\x80",
    b"\x80\x80",
    b"\x88\x80",
    b"\x89\x80",
    b"\x8a\x80",
    b"\xc1\x80",
    b"\x81\xff",
]
WIRE_SIGNS = [
    *(head + bytes(4) for head in FRAME_HEADS),
    b"\r\n",
    b"\r\n\r\n",
    b"\x00",
    b"\xff",
    b"Content-Length: 5\r\n",
    b"Transfer-Encoding: chunked\r\n",
    b"Host: \r\n",
    b"%00",
    b"%ff%fe",
    b"/../",
    b'Cookie: khepri=\xff; khepri-bench="\r\n',
    b"Upgrade: websocket\r\n",
    b"Expect: 100-continue\r\n",
    b"\x81\x8f" + bytes(4) + b'{"type":"ping"}',
]


class Spoiler:
    """Spoils what made sense, in few places."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def text(self, text: str, signs: list[str]) -> str:
        """Spoil a text with such signs."""
        for _ in range(self.dice.randint(1, 5)):
            text = self._spoilt(
                text,
                self.dice.choice([*signs, chr(self.dice.choice((0, 9, 0x301, 0x202E, 0x13000, 0x10FFFF)))]),
            )
        return text

    def raw(self, raw: bytes, signs: list[bytes]) -> bytes:
        """Spoil bytes with such bytes."""
        for _ in range(self.dice.randint(0, 5)):
            raw = self._spoilt(raw, self.dice.choice([*signs, self.dice.randbytes(self.dice.randint(1, 4))]))
        return raw

    def _spoilt(self, whole: Any, sign: Any) -> Any:
        dice, size = self.dice, len(whole)
        at = dice.randint(0, size)
        end = min(size, at + dice.choice((1, 1, 2, 5, 40)))
        match dice.randint(0, 5):
            case 0:
                return whole[:at] + whole[end:]
            case 1:
                return whole[:end] + whole[at:end] * dice.choice((1, 2, 30)) + whole[end:]
            case 2:
                return whole[:at] + sign + whole[end:]
            case 3:
                return whole[:at]
            case _:
                return whole[:at] + sign + whole[at:]

    def value(self, value: Any) -> Any:
        """Spoil one place of what JSON can say."""
        dice = self.dice
        if dice.random() < 0.2 or not isinstance(value, (dict, list)) or not value:
            match value:
                case bool() | None:
                    return dice.choice(RUBBISH)
                case int() if dice.random() < 0.7:
                    return value + dice.choice((-1, 1, 1000, -(2**31), 2**63))
                case str() if dice.random() < 0.7:
                    return self.text(value, JSON_SIGNS)
                case _:
                    return dice.choice(RUBBISH)
        if isinstance(value, list):
            at = dice.randrange(len(value))
            if dice.random() < 0.2:
                return value[:at] + [value[at]] * dice.choice((0, 2, 200)) + value[at + 1 :]
            return [*value[:at], self.value(value[at]), *value[at + 1 :]]
        name = dice.choice([*value])
        if dice.random() < 0.1:
            return {(self.text(key, JSON_SIGNS) if key == name else key): each for key, each in value.items()}
        return {**value, name: self.value(value[name])}


class Socket:
    """What a transport says of its socket."""

    def __init__(self, client: str) -> None:
        self._client = client
        self.is_open = True

    def getpeername(self) -> tuple[str, int]:
        return self._client, 4000

    def getsockname(self) -> tuple[str, int]:
        return OWN

    def fileno(self) -> int:
        return 1 if self.is_open else -1


class Plug(asyncio.Transport):
    """A connection of which only the table's side is there."""

    max_size = 0

    def __init__(self, client: str, protocol: asyncio.Protocol) -> None:
        self._plug = Socket(client)
        super().__init__({"socket": self._plug})
        self._protocol: asyncio.BaseProtocol = protocol
        self.is_said = False

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._protocol

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol

    def is_closing(self) -> bool:
        return not self._plug.is_open

    def close(self) -> None:
        self._plug.is_open = False

    def abort(self) -> None:
        self._plug.is_open = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self.is_said:
            raise RuntimeError("nothing can be written after the end was")

    def write_eof(self) -> None:
        self.is_said = True

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass
