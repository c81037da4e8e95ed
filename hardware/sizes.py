"""The sizes of sizes.toml, checked, by part.

Every drawing, part and sheet of hardware/ takes its millimetres from here.
"""

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TypeAlias, TypeVar, get_type_hints

PLACE = Path(__file__).with_name("sizes.toml")

Pair: TypeAlias = tuple[float, float]
Pairs: TypeAlias = tuple[Pair, ...]


class SizesError(ValueError):
    """The sizes can't be used; the message says which one, what came and what was expected."""


@dataclass(frozen=True)
class PanelSizes:
    width: float
    depth: float
    thickness: float
    engraving: float
    plate: tuple[float, float, float, float]
    screws: Pairs
    screw_hole: float
    screw_head: float


@dataclass(frozen=True)
class RingSizes:
    centre: Pair
    outer: float
    inner: float
    thickness: float
    light_outer: float
    light_inner: float
    cell_bar: float
    collar: float
    first_led: float
    well: float


@dataclass(frozen=True)
class DisplaySizes:
    centre: Pair
    module: Pair
    window: Pair
    window_offset: Pair
    holes: Pair
    hole: float
    glass: float
    depth: float


@dataclass(frozen=True)
class EncoderSizes:
    centres: Pairs
    hole: float
    knob: float
    body: Pair
    depth: float
    pin: tuple[float, float, float, float]


@dataclass(frozen=True)
class PushSizes:
    back: Pair
    ok: Pair
    hole: float
    bezel: float
    nut: float
    depth: float


@dataclass(frozen=True)
class LightSizes:
    hole: float
    board: float
    depth: float
    back: Pair
    ok: Pair


@dataclass(frozen=True)
class SeatSizes:
    first: Pair
    step: float
    disc: float
    sign: float
    light_y: float


@dataclass(frozen=True)
class PiezoSizes:
    centre: Pair
    hole: float
    pitch: float
    body: float
    depth: float


@dataclass(frozen=True)
class BoxSizes:
    wall: float
    floor: float
    inner_height: float
    corner: float
    gap: float
    lip: float
    boss: float
    pilot: float
    foot: float
    bed: tuple[float, float, float]
    thinnest: float


@dataclass(frozen=True)
class PiSizes:
    standoff: float
    standoff_outer: float
    standoff_pilot: float
    holes: Pair
    zero_holes: Pair
    board: Pair
    board_thickness: float
    overhang_usb: float
    overhang_power: float
    usb_gap: float
    power_gap: float
    height: float
    back_windows: Pairs
    back_window_height: float
    side_windows: Pairs
    side_window_height: float


@dataclass(frozen=True)
class BoardSizes:
    corner: Pair
    size: Pair
    holes: Pair
    standoff: float
    thickness: float
    tallest: float
    ribbon: float


@dataclass(frozen=True)
class JackSizes:
    hole: float
    z: float
    wall: float
    body: float
    nut: float
    depth: float


@dataclass(frozen=True)
class PowerSizes:
    centre_x: float
    z: float
    hole: float
    nut: float
    depth: float


@dataclass(frozen=True)
class VentSizes:
    width: float
    pitch: float
    height: float
    z: float


@dataclass(frozen=True)
class CutSizes:
    sheet: float
    kerf: float
    finger: float
    play: float
    spacing: float


@dataclass(frozen=True)
class ClaimSizes:
    top: float
    bottom: float
    height: float
    wall: float
    roof: float
    button_hole: float
    bezel: float
    cap: float
    button_depth: float
    cable: float
    cable_z: float
    tie: Pair
    base: float
    gap: float
    screws: int
    screw_circle: float
    column: float


@dataclass(frozen=True)
class SheetSizes:
    seat_card: Pair
    qr: float


@dataclass(frozen=True)
class Sizes:
    """All sizes in millimetres, one group a part."""

    panel: PanelSizes
    ring: RingSizes
    display: DisplaySizes
    encoders: EncoderSizes
    pushes: PushSizes
    lights: LightSizes
    seats: SeatSizes
    piezo: PiezoSizes
    box: BoxSizes
    pi: PiSizes
    board: BoardSizes
    jacks: JackSizes
    power: PowerSizes
    vents: VentSizes
    cut: CutSizes
    claim: ClaimSizes
    sheets: SheetSizes


def load_sizes() -> Sizes:
    """Give the sizes of sizes.toml.

    Raises:
        SizesError: when they can't be used.
    """
    return parse_sizes(PLACE.read_text(encoding="utf-8"))


def parse_sizes(text: str) -> Sizes:
    """Read sizes.

    Raises:
        SizesError: when the text is not readable, or a size is missing, unknown or of another shape.
    """
    try:
        came = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SizesError(f"the sizes are not readable TOML: {error}") from error
    return _group(Sizes, came, "")


Group = TypeVar("Group")


def _group(kind: type[Group], came: object, where: str) -> Group:
    if not isinstance(came, dict):
        raise SizesError(f"{where}: {came!r} came, expected a table")
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    for name in sorted({*came, *names}):
        if name not in names or name not in came:
            raise SizesError(f"{where}{name} is {'unknown' if name in came else 'missing'}")
    return kind(**{name: _value(hints[name], came[name], f"{where}{name}") for name in names})


def _value(hint: object, came: object, where: str) -> object:
    if isinstance(hint, type) and hint not in (float, int):
        return _group(hint, came, f"{where}.")
    if hint in (float, int):
        return _number(came, where)
    if hint == Pairs:
        if not isinstance(came, list) or not came:
            raise SizesError(f"{where}: {came!r} came, expected a list of pairs")
        return tuple(_numbers(pair, 2, where) for pair in came)
    return _numbers(came, len(hint.__args__), where)  # type: ignore[attr-defined]


def _numbers(came: object, count: int, where: str) -> tuple[float, ...]:
    if not isinstance(came, list) or len(came) != count:
        raise SizesError(f"{where}: {came!r} came, expected {count} numbers")
    return tuple(_number(one, where, is_offset=True) for one in came)


def _number(came: object, where: str, *, is_offset: bool = False) -> float:
    if isinstance(came, bool) or not isinstance(came, int | float) or not -1000 <= came <= 1000:
        raise SizesError(f"{where}: {came!r} came, expected millimetres")
    if came < 0 and not is_offset:
        raise SizesError(f"{where}: {came!r} came, expected nothing below zero")
    return came
