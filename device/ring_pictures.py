"""The pictures of the lights: one for each thing that they may have to say.

Ring: 24 beads, 0 at twelve o'clock, clockwise. With it go one light in each button (in the order of the
signs), one in OK and one in BACK. Each picture differs from the others by *which* lights are lit and how
they move, not by colour alone, and is at rest unless something really moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from device.ring_scenes import (
    CARNELIAN,
    FULL,
    GLOW,
    GOLD,
    LAPIS,
    LOW,
    MID,
    MOMENT_MS,
    PRIMARIES,
    RIGHT_GREEN,
    SEAT_COLOURS,
    WHITE,
    WRONG_RED,
    ClaimLight,
    Moment,
    Paint,
    Rgb,
    Scene,
    Signal,
    Stage,
)
from rules.core import Arc, Sign, Tone

OFF: Rgb = (0, 0, 0)
BEADS = 24
ARC = 8
"""How far an arc goes: the lower beads stay free for whose turn it is."""
LOWEST = 12

SAND_FRAME_MS = 50
LATE_MS = 5_000
TIME_UP_MS = 1_200
HOLD_MS = 2_000
BLINK_MS = 250


@dataclass(frozen=True)
class Picture:
    """Values of some lights, and until when they stay as they are (None: for good)."""

    lights: tuple[Rgb, ...]
    until_ms: int | None = None


def ring_picture(scene: Scene, now_ms: int, paint: Paint) -> Picture:
    """Draw the 24 beads: what is most urgent wins."""
    if scene.is_test:
        return Picture(_test(paint))
    if scene.is_paused:
        return Picture(_paused(paint))
    shown = [s for s in scene.signals if s.moment is not Moment.HEARD and s.at_ms <= now_ms < _end(s)]
    picture = _signal(shown[-1], now_ms, paint) if shown else _stage(scene, now_ms, paint)
    to_come = (s.at_ms for s in scene.signals if s.at_ms > now_ms)
    return Picture(picture.lights, _first(picture.until_ms, *to_come))


def _stage(scene: Scene, now_ms: int, paint: Paint) -> Picture:
    if scene.pairing is not None and scene.sand_until_ms is None:
        return _pairing(scene.pairing, scene.held_from_ms, now_ms, paint)
    match scene.stage:
        case Stage.IDLE:
            return Picture(_at({0: paint.light(GOLD, GLOW)}))
        case Stage.SETUP:
            return Picture(_seats(scene.seats, paint))
        case Stage.ROLL:
            return Picture(_turn(scene, paint))
        case Stage.RACE:
            return Picture((paint.light(GOLD, MID),) * BEADS)
        case Stage.SAND if scene.sand_until_ms is not None and now_ms < scene.sand_until_ms:
            return _sand(scene, now_ms, paint)
        case Stage.SAND | Stage.JUDGING:
            up_ms = scene.sand_until_ms
            if up_ms is not None and 0 <= now_ms - up_ms < TIME_UP_MS:
                return _time_up(up_ms, now_ms, paint)
            is_running = up_ms is not None and now_ms < up_ms
            return Picture(_claims(scene.claims, paint), up_ms if is_running else None)
        case Stage.OVER:
            return Picture(_winners(scene.winners, paint))
        case _:
            assert_never(scene.stage)


def _test(paint: Paint) -> tuple[Rgb, ...]:
    """Red, green and blue from twelve on, seven beads each: not all LEDs take them in one order."""
    return _at({i: paint.light(PRIMARIES[i // 8]) for i in range(BEADS) if i % 8 < 7})


def _paused(paint: Paint) -> tuple[Rgb, ...]:
    """Two upright bars, as on any player's pause key: beads 3 to 9 and 15 to 21."""
    return tuple(paint.light(LAPIS) if i % 12 in range(3, 10) else OFF for i in range(BEADS))


def _seats(seats: Sequence[Sign], paint: Paint) -> tuple[Rgb, ...]:
    """Two beads for each seat, spread round the ring as they sit; one dim bead while there is none."""
    if not seats:
        return _at({0: paint.light(GOLD, GLOW)})
    lights: dict[int, Rgb] = {}
    for i, sign in enumerate(seats):
        start = i * BEADS // len(seats)
        lights |= dict.fromkeys((start, start + 1), paint.light(SEAT_COLOURS[sign], MID))
    return _at(lights)


def _pairing(sign: Sign, held_from_ms: int | None, now_ms: int, paint: Paint) -> Picture:
    """Four beads wait for the hand; while the button is held a ring closes within two seconds."""
    colour = paint.light(SEAT_COLOURS[sign])
    if held_from_ms is None:
        return Picture(_at(dict.fromkeys((0, 6, 12, 18), colour)))
    held_ms = max(0, now_ms - held_from_ms)
    lit = min(BEADS, 1 + held_ms * (BEADS - 1) // HOLD_MS)
    next_ms = held_from_ms - (-lit * HOLD_MS // (BEADS - 1)) if lit < BEADS else None
    return Picture(_at(dict.fromkeys(range(lit), colour)), next_ms)


def _turn(scene: Scene, paint: Paint) -> tuple[Rgb, ...]:
    """The part of the ring of whose turn it is, counted clockwise from the first seat: it walks as turns do.

    So it is with the seat that is chosen where nobody has a turn; until then all that are wanted stand there,
    three beads in the middle of their parts. Where there are arcs or a shape, they have the upper part, and
    each seat one bead below.
    """
    whose, n = scene.roller or scene.chosen, len(scene.seats)
    shown = {i: FULL if sign is whose else LOW for i, sign in enumerate(scene.seats) if _is_seen(scene, sign)}
    colours = {i: paint.light(SEAT_COLOURS[scene.seats[i]], look) for i, look in shown.items()}
    if scene.arcs or scene.squares:
        lights = _arcs(scene.arcs, paint) if scene.arcs else _shape(scene.squares, paint)
        return _at(lights | {LOWEST - n // 2 + i: colour for i, colour in colours.items()})
    lights = {}
    for i, colour in colours.items():
        start, end = i * BEADS // n, (i + 1) * BEADS // n
        middle = (start + end) // 2
        part = range(start, end) if whose is not None else range(middle - 1, middle + 2)
        lights |= dict.fromkeys(part, colour)
    return _at(lights)


def _is_seen(scene: Scene, sign: Sign) -> bool:
    """Say whether a seat is on the ring: whose it is; or as long as that is nobody, all that are wanted."""
    whose = scene.roller or scene.chosen
    return sign is whose or (sign in scene.wanted and whose is None)


def _arcs(arcs: Sequence[Arc], paint: Paint) -> dict[int, Rgb]:
    """Two arcs from the white bead at twelve: light ones clockwise, dark ones the other way, heads bright."""
    lights = {0: paint.light(WHITE, GLOW)}
    for arc in arcs:
        reached = -(-arc.at * ARC // max(ARC, arc.of))
        way, colour = (1, GOLD) if arc.tone is Tone.LIGHT else (-1, CARNELIAN)
        for step in range(1, reached + 1):
            lights[way * step % BEADS] = paint.light(colour, FULL if step == reached else LOW)
    return lights


def _shape(squares: int, paint: Paint) -> dict[int, Rgb]:
    """A bead for each square, every second one, with twelve in their middle."""
    shown = min(squares, ARC)
    return {(2 * square - (shown - 1)) % BEADS: paint.light(GOLD, MID) for square in range(shown)}


def _sand(scene: Scene, now_ms: int, paint: Paint) -> Picture:
    """Beads go out clockwise from twelve; the head is white and hands its light to the next bead.

    The two beads at the head share one sum that only falls, in whole LED values: light never comes back.
    """
    until_ms = scene.sand_until_ms
    assert until_ms is not None
    from_ms = until_ms if scene.sand_from_ms is None else scene.sand_from_ms
    total_ms = max(1, until_ms - from_ms)
    tick = max(0, now_ms - from_ms) // SAND_FRAME_MS
    gone = min(tick * SAND_FRAME_MS / total_ms, 1.0) * BEADS
    is_late = until_ms - now_ms <= LATE_MS
    colour, head_colour = (CARNELIAN, CARNELIAN) if is_late else (GOLD, WHITE)
    bead, head = paint.light(colour, LOW), paint.light(head_colour, FULL if is_late else MID)
    at = min(int(gone), BEADS - 1)
    share = gone - at
    beads = [OFF] * at + [head] + [bead] * (BEADS - 1 - at)
    if at + 1 < BEADS:
        beads[at + 1] = _mix(bead, head, share)
        sums = [round(h + b * (1 - share)) for h, b in zip(head, bead, strict=True)]
        beads[at] = _rgb([total - after for total, after in zip(sums, beads[at + 1], strict=True)])
    else:
        beads[at] = _mix(head, OFF, share)
    next_ms = from_ms if now_ms < from_ms else from_ms + (tick + 1) * SAND_FRAME_MS
    late_ms = until_ms - LATE_MS
    return Picture(tuple(beads), _first(next_ms, until_ms, late_ms if late_ms > now_ms else None))


def _time_up(at_ms: int, now_ms: int, paint: Paint) -> Picture:
    """Three flashes of the whole ring, slow enough for everybody's eyes (2.5 a second)."""
    step = (now_ms - at_ms) // (TIME_UP_MS // 6)
    light = OFF if step % 2 else paint.light(CARNELIAN)
    return Picture((light,) * BEADS, at_ms + (step + 1) * (TIME_UP_MS // 6))


def _claims(claims: Sequence[ClaimLight], paint: Paint) -> tuple[Rgb, ...]:
    """The claimants' colours from twelve on, each part closed by a bead that says how it stands.

    Dark: not judged; green: right; red, and its part with gaps: wrong; white: drawn, as the next one is.
    What is judged next is bright. The white bead at twelve says where the order begins.
    """
    beads = [OFF] * BEADS
    turn = next((i for i, c in enumerate(claims) if c.is_right is None), None)
    for i, claim in enumerate(claims):
        start, end = 1 + i * (BEADS - 1) // len(claims), 1 + (i + 1) * (BEADS - 1) // len(claims)
        light = paint.light(SEAT_COLOURS[claim.sign], FULL if i == turn else LOW)
        for bead in range(start, end - 1):
            beads[bead] = OFF if claim.is_right is False and (bead - start) % 2 else light
        is_drawn = i + 1 < len(claims) and claims[i + 1].is_dead_heat
        beads[end - 1] = _joint(claim.is_right, is_drawn, paint)
    beads[0] = paint.light(WHITE, LOW)
    return tuple(beads)


def _joint(is_right: bool | None, is_drawn: bool, paint: Paint) -> Rgb:
    if is_right is None:
        return paint.light(WHITE, LOW) if is_drawn else OFF
    return paint.light(RIGHT_GREEN if is_right else WRONG_RED)


def _winners(winners: Sequence[Sign], paint: Paint) -> tuple[Rgb, ...]:
    """A crown: six rays of the winner's colour (winners take turns) with a white tip between."""
    rays = [paint.light(SEAT_COLOURS[winners[i % len(winners)]]) if winners else OFF for i in range(6)]
    return tuple(paint.light(WHITE, LOW) if i % 4 == 0 else rays[i // 4] for i in range(BEADS))


def _signal(signal: Signal, now_ms: int, paint: Paint) -> Picture:
    age_ms, end_ms = now_ms - signal.at_ms, _end(signal)
    step = age_ms // BLINK_MS
    step_ms = signal.at_ms + (step + 1) * BLINK_MS
    match signal.moment:
        case Moment.DEAD_HEAT:
            # The colours of the dead heat, bead by bead, changing places: nobody is ahead.
            colours = [paint.light(SEAT_COLOURS[s], MID) for s in signal.signs] or [OFF]
            beads = tuple(colours[(i + step) % len(colours)] for i in range(BEADS))
            return Picture(beads, _first(step_ms, end_ms))
        case Moment.RIGHT:
            # A disc that closes clockwise: the sun has risen.
            lit = min(BEADS, 4 + age_ms // 20)
            next_ms = signal.at_ms + (lit - 3) * 20 if lit < BEADS else end_ms
            return Picture(_at(dict.fromkeys(range(lit), paint.light(RIGHT_GREEN, MID))), next_ms)
        case Moment.WRONG:
            # A cross: the four diagonals, blinking.
            light = OFF if step % 2 else paint.light(WRONG_RED)
            beads = tuple(light if i % 6 in (2, 3, 4) else OFF for i in range(BEADS))
            return Picture(beads, _first(step_ms, end_ms))
        case Moment.HEARD:
            raise AssertionError("a press that was heard lights its button, not the ring")
        case _:
            assert_never(signal.moment)


def button_picture(scene: Scene, now_ms: int, paint: Paint) -> Picture:
    """Draw the six button lights, OK and BACK."""
    if scene.is_test:
        return Picture((*(paint.light(colour) for colour in PRIMARIES * 2), paint.light(WHITE), OFF))
    if scene.is_paused:
        return Picture((OFF,) * 6 + (paint.light(WHITE), OFF))
    lights, ends = dict[Sign, Rgb](), list[int | None]()
    for sign in Sign:
        look = _button_look(scene, sign)
        if scene.pairing is sign and scene.held_from_ms is None:
            look = FULL if now_ms // BLINK_MS % 2 == 0 else 0.0
            ends.append((now_ms // BLINK_MS + 1) * BLINK_MS)
        lights[sign] = paint.light(SEAT_COLOURS[sign], look)
    for signal in scene.signals:
        if signal.moment is Moment.HEARD and signal.at_ms <= now_ms < _end(signal):
            lights |= {sign: paint.light(WHITE) for sign in signal.signs}
            ends.append(_end(signal))
        elif signal.at_ms > now_ms:
            ends.append(signal.at_ms)
    ok_back = (paint.light(WHITE, LOW) if is_lit else OFF for is_lit in (scene.is_ok_lit, scene.is_back_lit))
    return Picture((*lights.values(), *ok_back), _first(*ends))


def _button_look(scene: Scene, sign: Sign) -> float:
    """Say how bright a button's own colour looks: full is "it's you", glow is "your button works"."""
    claimants = [c.sign for c in scene.claims]
    turn = next((c.sign for c in scene.claims if c.is_right is None), None)
    if scene.stage is Stage.OVER:
        return FULL if sign in scene.winners else 0.0
    if scene.pairing is sign:
        return FULL
    if scene.stage is Stage.SETUP:
        return MID if sign in scene.seats else 0.0
    if scene.stage is Stage.ROLL and sign is (scene.roller or scene.chosen):
        return FULL
    if scene.stage is Stage.ROLL and scene.wanted:
        is_wanted, is_done = sign in scene.wanted, sign in scene.seats and scene.roller is None
        return (MID if scene.roller is None else GLOW) if is_wanted else GLOW if is_done else 0.0
    if scene.stage is Stage.JUDGING and sign in claimants:
        return FULL if sign is turn else LOW
    if sign in claimants:
        return FULL if sign is claimants[0] else LOW
    if scene.stage is Stage.RACE and sign in scene.may_press:
        return MID
    return GLOW if sign in scene.may_press else 0.0


def _end(signal: Signal) -> int:
    return signal.at_ms + MOMENT_MS[signal.moment]


def _at(lights: dict[int, Rgb]) -> tuple[Rgb, ...]:
    return tuple(lights.get(i, OFF) for i in range(BEADS))


def _mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    return _rgb([round(a + share * (b - a)) for a, b in zip(one, other, strict=True)])


def _rgb(values: Sequence[int]) -> Rgb:
    r, g, b = values
    return r, g, b


def _first(*times_ms: int | None) -> int | None:
    return min((t for t in times_ms if t is not None), default=None)
