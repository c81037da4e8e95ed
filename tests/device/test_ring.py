import colorsys
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.ring import (
    BLANK,
    LEDS,
    ClaimLight,
    Dimming,
    Frame,
    Moment,
    Rgb,
    Scene,
    Signal,
    Stage,
    current_ma,
    frame,
    next_change_ms,
)
from device.ring_pictures import TIME_UP_MS
from device.ring_scenes import MOMENT_MS, SEAT_COLOURS
from rules.core import Arc, Sign, Tone

SUN, EYE, LOTUS, FEATHER, BOAT, ANKH = Sign
FIVE = (SUN, EYE, LOTUS, FEATHER, BOAT)
OFF = (0, 0, 0)
GOLD, HEAD, CARNELIAN, LATE_HEAD = (16, 7, 0), (36, 36, 36), (16, 1, 0), (76, 5, 0)
SAND = Scene(
    Stage.SAND,
    FIVE,
    may_press=(SUN, FEATHER, BOAT),
    sand_from_ms=10_000,
    sand_until_ms=40_000,
    claims=(ClaimLight(LOTUS), ClaimLight(EYE)),
)


ARCS = Scene(Stage.ROLL, FIVE, arcs=(Arc(Tone.LIGHT, 3, 7), Arc(Tone.DARK, 5, 7)))


def beads(scene: Scene, now_ms: int, dimming: Dimming | None = None) -> Frame:
    return frame(scene, now_ms, dimming or Dimming())[:24]


def light_sum(lights: Frame) -> int:
    return sum(map(sum, lights))


def button_light(lights: Frame, sign: Sign) -> Rgb:
    return lights[24 + list(Sign).index(sign)]


signs = st.sampled_from(Sign)
times = st.integers(0, 50_000)
scenes = st.builds(
    Scene,
    stage=st.sampled_from(Stage),
    seats=st.lists(signs, unique=True).map(tuple),
    roller=st.none() | signs,
    may_press=st.lists(signs, unique=True).map(tuple),
    sand_from_ms=times,
    sand_until_ms=st.none() | times,
    claims=st.lists(st.builds(ClaimLight, signs, st.booleans(), st.none() | st.booleans()), max_size=9).map(
        tuple
    ),
    arcs=st.lists(
        st.builds(Arc, st.sampled_from(Tone), st.integers(0, 30), st.integers(1, 30)), max_size=3
    ).map(tuple),
    squares=st.integers(0, 30),
    winners=st.lists(signs, unique=True).map(tuple),
    wanted=st.lists(signs, unique=True).map(tuple),
    chosen=st.none() | signs,
    is_paused=st.booleans(),
    is_test=st.booleans(),
    pairing=st.none() | signs,
    held_from_ms=st.none() | times,
    is_ok_lit=st.booleans(),
    is_back_lit=st.booleans(),
    signals=st.lists(
        st.builds(Signal, st.sampled_from(Moment), times, st.lists(signs, unique=True).map(tuple)), max_size=4
    ).map(tuple),
)
dimmings = st.builds(Dimming, st.integers(0, 100), st.none() | st.integers(0, 100), st.integers(0, 2_000))


# ---- every scene ----


@given(scene=scenes, now_ms=times, dimming=dimmings)
def test_current_never_exceeds_the_cap(scene: Scene, now_ms: int, dimming: Dimming) -> None:
    lights = frame(scene, now_ms, dimming)
    assert current_ma(lights) <= dimming.cap_ma
    assert len(lights) == LEDS
    assert all(0 <= value <= 255 for rgb in lights for value in rgb)


@given(scene=scenes, now_ms=times, later=st.floats(0, 1, exclude_max=True))
def test_frame_stays_as_it_is_until_the_next_change(scene: Scene, now_ms: int, later: float) -> None:
    change_ms = next_change_ms(scene, now_ms)
    assert change_ms is None or change_ms > now_ms
    then_ms = now_ms + int(later * (200_000 if change_ms is None else change_ms - now_ms))
    assert frame(scene, then_ms) == frame(scene, now_ms)


@given(scene=scenes, now_ms=times)
def test_frame_depends_on_scene_and_time_alone(scene: Scene, now_ms: int) -> None:
    assert frame(scene, now_ms) == frame(replace(scene), now_ms)


def test_full_white_on_all_leds_fits_the_supply_at_thirty_percent() -> None:
    assert current_ma(((76, 76, 76),) * LEDS) < Dimming().cap_ma


def test_night_takes_the_brightness_down_and_never_up() -> None:
    assert [Dimming(30).pct, Dimming(30, 8).pct, Dimming(5, 8).pct] == [30, 8, 5]


def test_bright_scene_is_scaled_down_as_a_whole() -> None:
    scene = Scene(Stage.RACE, FIVE, may_press=FIVE)
    free, capped = frame(scene, 0, Dimming(100, cap_ma=5_000)), frame(scene, 0, Dimming(100, cap_ma=200))
    share = 200 / current_ma(free)
    assert capped == tuple((int(r * share), int(g * share), int(b * share)) for r, g, b in free)
    assert 190 < current_ma(capped) <= 200


KINDS = {
    "idle": (Scene(), 0),
    "setup": (Scene(Stage.SETUP, FIVE), 0),
    "pairing": (Scene(Stage.SETUP, FIVE, pairing=LOTUS), 0),
    "held": (Scene(Stage.SETUP, FIVE, pairing=LOTUS, held_from_ms=0), 1_000),
    "roll": (Scene(Stage.ROLL, FIVE, roller=EYE, may_press=FIVE), 0),
    "arcs": (replace(ARCS, roller=EYE), 0),
    "arcs-next-seat": (replace(ARCS, roller=LOTUS), 0),
    "arcs-further": (replace(ARCS, roller=EYE, arcs=(Arc(Tone.LIGHT, 4, 7), ARCS.arcs[1])), 0),
    "arcs-changed-over": (replace(ARCS, roller=EYE, arcs=(Arc(Tone.LIGHT, 5, 7), Arc(Tone.DARK, 3, 7))), 0),
    "squares": (Scene(Stage.ROLL, FIVE, squares=4), 0),
    "squares-fewer": (Scene(Stage.ROLL, FIVE, squares=3), 0),
    "squares-on-a-turn": (Scene(Stage.ROLL, FIVE, roller=EYE, squares=3), 0),
    "wanted": (Scene(Stage.ROLL, FIVE, wanted=FIVE), 0),
    "wanted-but-one": (Scene(Stage.ROLL, FIVE, wanted=FIVE[1:]), 0),
    "chosen": (Scene(Stage.ROLL, FIVE, wanted=FIVE, chosen=LOTUS), 0),
    "squares-wanted": (Scene(Stage.ROLL, FIVE, squares=3, wanted=FIVE), 0),
    "squares-chosen": (Scene(Stage.ROLL, FIVE, squares=3, wanted=FIVE, chosen=LOTUS), 0),
    "race": (Scene(Stage.RACE, FIVE, may_press=FIVE), 0),
    "heard": (Scene(Stage.RACE, FIVE, may_press=FIVE, signals=(Signal(Moment.HEARD, 0, (SUN,)),)), 0),
    "sand-begins": (SAND, 10_000),
    "sand-half": (SAND, 25_000),
    "sand-last-seconds": (SAND, 36_000),
    "time-up": (SAND, 40_250),
    "claims": (SAND, 42_000),
    "judged": (
        replace(SAND, claims=(ClaimLight(LOTUS, is_right=True), ClaimLight(EYE, is_right=False))),
        42_000,
    ),
    "drawn": (replace(SAND, claims=(ClaimLight(LOTUS), ClaimLight(EYE, is_dead_heat=True))), 42_000),
    "dead-heat": (replace(SAND, signals=(Signal(Moment.DEAD_HEAT, 10_000, (LOTUS, EYE)),)), 10_000),
    "right": (replace(SAND, signals=(Signal(Moment.RIGHT, 42_000, (LOTUS,)),)), 42_100),
    "wrong": (replace(SAND, signals=(Signal(Moment.WRONG, 42_000, (LOTUS,)),)), 42_100),
    "paused": (replace(SAND, is_paused=True), 20_000),
    "test": (Scene(is_test=True), 0),
    "over": (Scene(Stage.OVER, FIVE, winners=(EYE,)), 0),
    "over-shared": (Scene(Stage.OVER, FIVE, winners=(EYE, BOAT)), 0),
    "over-nobody": (Scene(Stage.OVER, FIVE), 0),
}


def without_colour(lights: Frame) -> tuple[int, ...]:
    """Give how bright each light is: dark, dim or bright, as an eye that sees no colours would."""
    brightest = max(map(max, lights)) or 1
    return tuple(0 if max(rgb) == 0 else 1 if 2 * max(rgb) < brightest else 2 for rgb in lights)


def test_each_kind_of_scene_has_its_own_picture() -> None:
    pictures = {frame(scene, now_ms) for scene, now_ms in KINDS.values()}
    assert len(pictures) == len(KINDS)


def test_pictures_of_the_ring_are_told_apart_without_colours() -> None:
    # Those that light alike at one instant differ by how they move or by their white beads.
    alike = {"heard", "time-up", "claims", "drawn", "dead-heat", "over-shared"}
    shapes = {name: without_colour(frame(*kind)) for name, kind in KINDS.items() if name not in alike}
    assert len(set(shapes.values())) == len(shapes)


# ---- ways and shapes ----


def lit(scene: Scene) -> list[int]:
    return [bead for bead, rgb in enumerate(beads(scene, 0)) if rgb != OFF]


def test_light_goes_clockwise_from_twelve_and_dark_the_other_way() -> None:
    assert lit(ARCS) == [0, 1, 2, 3, 19, 20, 21, 22, 23]
    shown = beads(ARCS, 0)
    assert [max(shown[bead]) for bead in (1, 2, 3, 23, 20, 19)] == [16, 16, 76, 16, 16, 76]


@pytest.mark.parametrize(
    ("at", "of", "beads_lit"),
    [(0, 7, 0), (1, 7, 1), (7, 7, 7), (8, 8, 8), (1, 30, 1), (15, 30, 4), (30, 30, 8)],
)
def test_arc_has_a_bead_a_step_and_a_long_way_its_share(at: int, of: int, beads_lit: int) -> None:
    scene = Scene(Stage.ROLL, FIVE, arcs=(Arc(Tone.LIGHT, at, of),))
    assert lit(scene) == list(range(beads_lit + 1))


@pytest.mark.parametrize("seats", range(2, 7))
def test_whose_turn_it_is_walks_below_the_arcs(seats: int) -> None:
    signs = tuple(Sign)[:seats]
    full = tuple(Arc(tone, 9, 9) for tone in Tone)
    below = [set(lit(Scene(Stage.ROLL, signs, roller=sign, arcs=full))) for sign in signs]
    turns = [(beads_lit - set(range(9)) - set(range(16, 24))) for beads_lit in below]
    assert turns == [{12 - seats // 2 + i} for i in range(seats)]


def test_shape_is_as_many_beads_as_squares_about_twelve() -> None:
    assert [lit(Scene(Stage.ROLL, FIVE, squares=n)) for n in (1, 2, 3, 4)] == [
        [0],
        [1, 23],
        [0, 2, 22],
        [1, 3, 21, 23],
    ]


# ---- seats that the panel asks for ----


def looks(scene: Scene) -> list[int]:
    """Give the brightest value of each button's light, the ring aside."""
    return [max(rgb) for rgb in frame(scene, 0)[24:30]]


def test_seats_that_are_wanted_stand_in_the_middle_of_their_parts_until_one_is_chosen() -> None:
    scene = Scene(Stage.ROLL, FIVE[:3], wanted=(SUN, LOTUS))
    assert lit(scene) == [3, 4, 5, 19, 20, 21]
    assert lit(replace(scene, chosen=LOTUS)) == list(range(16, 24))
    assert lit(replace(scene, roller=EYE)) == list(range(8, 16))


def test_seats_that_are_wanted_stand_below_the_shape() -> None:
    scene = Scene(Stage.ROLL, FIVE[:3], squares=1, wanted=(SUN, LOTUS))
    assert lit(scene) == [0, 11, 13]
    assert lit(replace(scene, chosen=SUN)) == [0, 11]


def test_buttons_that_are_wanted_are_between_the_chosen_one_and_those_that_are_done() -> None:
    sun, eye, lotus, *others = looks(Scene(Stage.ROLL, FIVE[:3], wanted=(SUN, EYE), chosen=EYE))
    assert eye > sun > lotus > 0
    assert others == [0, 0, 0]


def test_on_a_turn_buttons_that_fill_something_in_only_glow() -> None:
    sun, eye, lotus, *_ = looks(Scene(Stage.ROLL, FIVE[:3], roller=SUN, wanted=(SUN, EYE)))
    assert sun > eye > lotus == 0


# ---- sand ----


@pytest.mark.parametrize(
    ("at_ms", "expected"),
    [
        pytest.param(0, (HEAD, *(GOLD,) * 23), id="full"),
        pytest.param(1_250, (OFF, HEAD, *(GOLD,) * 22), id="one-bead-gone"),
        pytest.param(15_000, (*(OFF,) * 12, HEAD, *(GOLD,) * 11), id="half"),
        pytest.param(
            24_950, (*(OFF,) * 19, (2, 1, 1), (35, 35, 35), *(GOLD,) * 3), id="just-before-the-last-seconds"
        ),
        pytest.param(25_000, (*(OFF,) * 20, LATE_HEAD, *(CARNELIAN,) * 3), id="last-five-seconds"),
        pytest.param(28_750, (*(OFF,) * 23, LATE_HEAD), id="last-bead"),
        pytest.param(29_950, (*(OFF,) * 23, (3, 0, 0)), id="last-gleam"),
    ],
)
def test_sand_of_thirty_seconds_goes_out_clockwise_from_twelve(at_ms: int, expected: Frame) -> None:
    assert beads(SAND, 10_000 + at_ms) == expected


def test_head_hands_its_light_to_the_next_bead() -> None:
    assert [beads(SAND, 10_000 + at_ms)[:3] for at_ms in (0, 300, 600, 950, 1_250)] == [
        (HEAD, GOLD, GOLD),
        ((27, 27, 27), (21, 14, 9), GOLD),
        ((18, 19, 19), (26, 21, 17), GOLD),
        ((9, 9, 9), (31, 29, 27), GOLD),
        (OFF, HEAD, GOLD),
    ]


@given(
    sand_ms=st.integers(10_000, 300_000),
    pct=st.integers(1, 30),
    one=st.floats(0, 1),
    other=st.floats(0, 1),
)
def test_light_of_the_sand_never_comes_back(sand_ms: int, pct: int, one: float, other: float) -> None:
    scene = Scene(Stage.SAND, sand_from_ms=0, sand_until_ms=sand_ms)
    early_ms, late_ms = sorted((int(one * (sand_ms - 1)), int(other * (sand_ms - 1))))
    dimming = Dimming(pct)
    assert light_sum(beads(scene, early_ms, dimming)) >= light_sum(beads(scene, late_ms, dimming))


def test_light_of_the_sand_falls_with_every_frame_of_a_round() -> None:
    sums = [light_sum(beads(SAND, 10_000 + at_ms)) for at_ms in range(0, 30_000, 50)]
    assert sums == sorted(sums, reverse=True)
    assert len(set(sums)) > 200


def test_sand_that_is_still_to_be_turned_stands_full_and_at_rest() -> None:
    assert beads(SAND, 5_000) == beads(SAND, 10_000)
    assert next_change_ms(SAND, 5_000) == 10_000


def test_sand_moves_twenty_times_a_second() -> None:
    assert [next_change_ms(SAND, ms) for ms in (10_000, 10_049, 10_050, 39_990)] == [
        10_050,
        10_050,
        10_100,
        40_000,
    ]


def test_last_five_seconds_begin_on_the_millisecond() -> None:
    scene = replace(SAND, sand_until_ms=20_010)
    assert next_change_ms(scene, 15_000) == 15_010
    assert beads(scene, 15_009)[23] == GOLD
    assert beads(scene, 15_010)[23] == CARNELIAN


def test_first_claimants_button_is_the_brightest_and_free_ones_glow() -> None:
    lights = frame(SAND, 20_000)
    bright = {sign: max(button_light(lights, sign)) for sign in Sign}
    assert bright == {LOTUS: 76, EYE: 16, SUN: 7, FEATHER: 7, BOAT: 7, ANKH: 0}


def test_time_up_flashes_three_times_and_then_shows_the_claims_at_rest() -> None:
    is_lit = [any(map(any, beads(SAND, 40_000 + ms))) for ms in range(0, TIME_UP_MS, 200)]
    assert is_lit == [True, False, True, False, True, False]
    assert next_change_ms(SAND, 40_000 + TIME_UP_MS) is None


def test_no_light_flashes_more_than_three_times_a_second() -> None:
    for scene, now_ms in KINDS.values():
        lit = [any(map(any, beads(scene, now_ms + ms))) for ms in range(0, 1_000, 10)]
        assert sum(after and not before for before, after in pairwise(lit)) <= 3


# ---- the others ----


def test_table_at_rest_asks_for_no_frames() -> None:
    resting = ("idle", "setup", "roll", "race", "claims", "judged", "paused", "over")
    assert {next_change_ms(*KINDS[name]) for name in resting} == {None}


def test_seats_show_in_their_colours_in_the_order_round_the_table() -> None:
    lights = frame(Scene(Stage.SETUP, (BOAT, SUN)), 0)
    assert [i for i, rgb in enumerate(lights) if any(rgb)] == [0, 1, 12, 13, 24, 28]
    assert (lights[0], lights[12]) == (button_light(lights, BOAT), button_light(lights, SUN))


def test_rollers_part_of_the_ring_walks_clockwise() -> None:
    lit = [
        [i for i, rgb in enumerate(beads(Scene(Stage.ROLL, FIVE[:3], roller=roller), 0)) if any(rgb)]
        for roller in FIVE[:3]
    ]
    assert lit == [list(range(8)), list(range(8, 16)), list(range(16, 24))]


def test_press_that_was_heard_lights_its_button_at_once_and_briefly() -> None:
    scene = Scene(Stage.RACE, FIVE, may_press=FIVE, signals=(Signal(Moment.HEARD, 1_000, (BOAT,)),))
    dark = replace(scene, signals=())
    assert next_change_ms(scene, 999) == 1_000
    assert button_light(frame(scene, 1_000), BOAT) == (76, 76, 76)
    assert next_change_ms(scene, 1_000) == 1_000 + MOMENT_MS[Moment.HEARD]
    assert frame(scene, 1_000 + MOMENT_MS[Moment.HEARD]) == frame(dark, 2_000)
    assert beads(scene, 1_000) == beads(dark, 1_000)


@pytest.mark.parametrize("moment", [Moment.DEAD_HEAT, Moment.RIGHT, Moment.WRONG])
def test_moment_is_over_by_itself(moment: Moment) -> None:
    scene = replace(SAND, signals=(Signal(moment, 41_500, (LOTUS, EYE)),))
    assert frame(scene, 41_500) != frame(SAND, 41_500)
    assert frame(scene, 41_500 + MOMENT_MS[moment]) == frame(SAND, 43_000)


def test_dead_heat_shows_no_one_ahead() -> None:
    scene, now_ms = KINDS["dead-heat"]
    first, second = beads(scene, now_ms), beads(scene, now_ms + 250)
    assert sorted(first) == sorted(second)
    assert first[0] == second[1]
    assert first.count(first[0]) == 12


def test_pause_overrules_all_but_asks_for_ok() -> None:
    lights = frame(replace(SAND, is_paused=True, signals=(Signal(Moment.RIGHT, 10_000, (SUN,)),)), 10_000)
    assert [i for i, rgb in enumerate(lights) if any(rgb)] == [*range(3, 10), *range(15, 22), 30]


def test_wish_of_a_phone_blinks_the_button_that_is_to_be_held() -> None:
    scene = Scene(Stage.SETUP, FIVE, pairing=ANKH)
    is_lit = [any(button_light(frame(scene, ms), ANKH)) for ms in (0, 249, 250, 499, 500)]
    assert is_lit == [True, True, False, False, True]


def test_ring_closes_while_the_button_is_held_for_two_seconds() -> None:
    scene = Scene(Stage.SETUP, FIVE, pairing=ANKH, held_from_ms=1_000)
    lit = [sum(any(rgb) for rgb in beads(scene, ms)) for ms in (1_000, 2_000, 2_999, 3_000, 9_000)]
    assert lit == [1, 12, 23, 24, 24]


def test_wish_of_a_phone_does_not_hide_the_sand() -> None:
    assert beads(replace(SAND, pairing=SUN), 20_000) == beads(SAND, 20_000)


def test_winners_share_the_rays_of_the_crown() -> None:
    lights = beads(Scene(Stage.OVER, FIVE, winners=(EYE, BOAT)), 0)
    assert lights[1] == lights[2] == lights[3] == lights[9] != lights[5]
    assert len({lights[i] for i in range(0, 24, 4)}) == 1


def test_ok_and_back_are_lit_where_they_do_something() -> None:
    lit = [
        frame(Scene(is_ok_lit=ok, is_back_lit=back), 0)[30:] for ok in (False, True) for back in (False, True)
    ]
    assert [[any(rgb) for rgb in pair] for pair in lit] == [
        [False, False],
        [False, True],
        [True, False],
        [True, True],
    ]


# The --seat-* tokens of the phone's stylesheet.
TOKENS = {
    SUN: 0xF2B51D, EYE: 0x2B62C6, LOTUS: 0xD678AD, FEATHER: 0x0C5842, BOAT: 0xCC3D17, ANKH: 0xF6F0E2
}  # fmt: skip


def hue(rgb: Rgb) -> float:
    return 360 * colorsys.rgb_to_hsv(*(c / 255 for c in rgb))[0]


@pytest.mark.parametrize("sign", Sign)
def test_seats_light_has_the_hue_of_its_token_at_full_value(sign: Sign) -> None:
    token = TOKENS[sign]
    apart = abs(hue(SEAT_COLOURS[sign]) - hue((token >> 16, token >> 8 & 255, token & 255)))
    assert min(apart, 360 - apart) <= 16
    assert max(SEAT_COLOURS[sign]) == 255


def test_lights_of_the_seats_are_told_apart_also_when_they_glow() -> None:
    glowing = frame(Scene(Stage.ROLL, may_press=tuple(Sign)), 0)[24:30]
    assert len(set(glowing)) == 6


def test_nothing_lights_at_no_brightness() -> None:
    assert frame(SAND, 20_000, Dimming(0)) == BLANK
