"""Other games get their panel by describing what they await; these are made up."""

import pytest

from device.panel.drafts import Draft, Option
from device.panel.options import choices_of, fields_of, turned_option
from device.panel.screens import Figure, Wheel, Wheels
from device.panel.tasks import Task, subject, tasks_of
from device.panel.words import Words
from rules.core import Asked, Await, By, Group, Scalar, Seat
from rules.pharaoh_code.state import Options, SandStart
from tests.device.panel_table import PHARAOH, playing

STONES = Await("placed", (Seat(1),), asked=(Asked("stone", ("plus_1", "plus_2", "sphinx")),))
SWAPPED = Await("swapped", (Seat(1),), asked=(Asked("count", (1, 2, 3, 4)),))
ENEMY = Await("moved", asked=(Asked("piece", (1, 2, 3)), Asked("square", tuple(range(1, 31)))))
SURE = Await("fortune_reached", given=(("piece", 2),), asked=(Asked("confirmed", (True, False)),))
FORMULA = Await("explained", given=(("claim", 0),), asked=(Asked("formula", ()),))
PASSED = Await("passed")


def task(*awaits: Await) -> Task:
    found = tasks_of(PHARAOH, awaits)
    assert len(found) == 1
    return found[0]


def turned(asked: Task, *turns: tuple[int, int]) -> Draft | None:
    draft: Draft | None = None
    for encoder, steps in turns:
        draft = asked.turned(draft, encoder, steps)
    return draft


# ---- what becomes a task ----


def test_only_entries_that_have_choices_become_tasks() -> None:
    others = [Await("x", by=by) for by in By if by is not By.ENTRY]
    four = Await("y", asked=tuple(Asked(f"f{i}", (1, 2)) for i in range(4)))
    assert tasks_of(PHARAOH, [*others, FORMULA, four]) == ()


def test_awaits_with_the_same_given_fields_are_alternatives() -> None:
    number = Await("number_called", given=(("claim", 0),), asked=(Asked("number", (3, 4)),))
    other = Await("number_called", given=(("claim", 1),), asked=(Asked("number", (3, 4)),))
    struck = Await("struck", given=(("claim", 0),))
    found = tasks_of(PHARAOH, [struck, number, other])
    assert [t.key for t in found] == [("number_called", (("claim", 0),)), ("number_called", (("claim", 1),))]
    assert found[0].options == (
        Option("number_called", "number", 3),
        Option("number_called", "number", 4),
        Option("struck"),
    )


def test_await_beside_another_is_an_alternative_of_it() -> None:
    won, draw = Await("won", asked=(Asked("seat", (0, 1)),)), Await("draw", beside="won")
    found = tasks_of(PHARAOH, [PASSED, won, draw])
    assert [t.key for t in found] == [("passed", ()), ("won", ())]
    assert found[1].options == (Option("won", "seat", 0), Option("won", "seat", 1), Option("draw"))
    assert [t.first.event for t in tasks_of(PHARAOH, [draw])] == ["draw"]


def test_list_says_how_much_of_it_is_there() -> None:
    groups = (Group("black", (49, 64), 1), Group("red", (23, 26), 2))
    listed = task(Await("laid_out", asked=(Asked("numbers", (23, 26, 49, 64), groups, whole=10),)))
    assert (listed.missing, listed.tally) == (3, (7, 10))
    assert (task(STONES).missing, task(STONES).tally) == (0, None)


def test_awaits_without_given_fields_stay_apart() -> None:
    assert [t.first.event for t in tasks_of(PHARAOH, [STONES, SWAPPED, PASSED])] == [
        "placed",
        "swapped",
        "passed",
    ]


# ---- turning ----


def test_words_are_scrolled_round_and_round() -> None:
    asked = task(STONES)
    shown = [turned(asked, (1, n)) for n in (1, 3, 4, -1)]
    assert [d.option.choice for d in shown if d and d.option] == ["plus_1", "sphinx", "plus_1", "sphinx"]
    assert asked.finished(shown[1]) == {"type": "placed", "stone": "sphinx"}


@pytest.mark.parametrize(
    ("turns", "number"),
    [
        ([(1, 1)], 3),
        ([(1, -1)], 90),
        ([(2, 1)], 10),
        ([(2, 3), (3, 1)], 33),
        ([(2, 3), (3, -1)], 36),
        ([(2, 3), (3, 1), (2, 1)], 42),
        ([(2, 9), (2, 1)], 3),
        ([(3, 2)], 4),
    ],
)
def test_numbers_are_found_by_tens_and_ones(turns: list[tuple[int, int]], number: int) -> None:
    numbers = (3, 4, 5, 10, 20, 30, 33, 36, 40, 42, 50, 60, 70, 80, 90)
    draft = turned(task(Await("called", asked=(Asked("number", numbers),))), *turns)
    assert draft is not None
    assert draft.option == Option("called", "number", number)


def test_two_fields_have_an_encoder_each_and_the_third_does_nothing() -> None:
    asked = task(ENEMY)
    draft = turned(asked, (1, 2), (3, 5))
    assert asked.finished(draft) is None
    assert asked.finished(asked.turned(draft, 2, -1)) == {"type": "moved", "piece": 2, "square": 30}
    assert asked.turned(None, 3, 1) is None


def test_yes_or_no_is_answered_without_turning() -> None:
    asked = task(SURE)
    assert asked.is_yes_or_no
    assert asked.answer(is_yes=False) == {"type": "fortune_reached", "piece": 2, "confirmed": False}


def test_field_that_takes_a_list_gets_one_choice_at_a_time_group_by_group() -> None:
    groups = (Group("black", (49,), 1), Group("red", (23,), 2))
    asked = task(Await("laid_out", asked=(Asked("numbers", (3, 23, 49), groups),)))
    assert [o.choice for o in asked.options] == [49, 23, 3]
    assert [asked.group(o) for o in asked.options] == ["black", "red", None]
    assert asked.event(asked.options[0]) == {"type": "laid_out", "numbers": [49]}


# ---- what is no longer open ----


def test_draft_loses_what_can_no_longer_be_entered() -> None:
    before = task(Await("called", asked=(Asked("number", (3, 4)),)))
    after = task(Await("called", asked=(Asked("number", (4, 5)),)))
    kept, lost = turned(before, (1, 2)), turned(before, (1, 1))
    assert (after.still(kept), after.still(lost)) == (kept, None)


def test_draft_of_another_task_is_none_of_this_one() -> None:
    assert task(SWAPPED).still(turned(task(STONES), (1, 1))) is None


# ---- what is shown ----


def test_subject_is_the_entry_of_the_view_that_has_the_given_fields() -> None:
    view = {"claims": [{"claim": 0, "seat": 2}, {"claim": 1, "seat": 0}], "round": 1}
    assert subject(view, {"claim": 1}) == {"claim": 1, "seat": 0}  # type: ignore[arg-type]
    assert subject(view, {"claim": 7}) == subject(view, {}) == {}  # type: ignore[arg-type]


def test_any_await_has_a_picture() -> None:
    from device.panel.asking import asking

    play = playing("sun", "eye").play
    assert play is not None
    words = Words("en")
    stone = task(STONES)
    assert asking(stone, turned(stone, (1, 1)), play, words).body == Figure(
        "eye", text="plus 1", is_scrolled=True
    )
    wheels = asking(task(ENEMY), None, play, words).body
    assert isinstance(wheels, Wheels)
    assert wheels == Wheels((Wheel(), Wheel()))
    # What leaves no choice needs no turning.
    assert asking(task(PASSED), None, play, words).body == Figure(None, text="passed", is_scrolled=True)


# ---- options ----


def test_options_are_read_off_their_dataclass() -> None:
    assert fields_of(Options)[:3] == ("way", "sand_s", "sand_start")
    assert choices_of(Options, "powers") == (False, True)
    assert choices_of(Options, "sand_start") == tuple(SandStart)
    assert choices_of(Options, "strike_penalty") == tuple(range(8))
    assert choices_of(Options, "no_such") == ()


@pytest.mark.parametrize(
    ("name", "steps", "value"),
    [
        ("sand_s", 10, 40),
        ("sand_s", -99, 10),
        ("powers", 1, True),
        ("powers", 2, True),
        ("sand_start", -1, "turned"),
    ],
)
def test_option_is_turned(name: str, steps: int, value: Scalar) -> None:
    assert getattr(turned_option(Options(), name, steps), name) == value
