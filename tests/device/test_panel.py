"""A round at the panel, step by step: what is turned and pressed, seen, and asked of the table."""

from dataclasses import replace

import pytest

from device.panel import (
    Button,
    Close,
    PhoneWaiting,
    PlayEvent,
    Push,
    Redo,
    Retract,
    SeatPush,
    Start,
)
from device.panel.screens import Figure, Order, Place, Scores, Wheels
from rules.core import Sign
from rules.pharaoh_code.state import SandStart, Way
from rules.record import SeatInfo
from tests.device.panel_table import PanelTable, judge, playing

SUN, EYE, LOTUS = SeatInfo(Sign.SUN), SeatInfo(Sign.EYE), SeatInfo(Sign.LOTUS)


def event(type_: str, **fields: object) -> PlayEvent:
    return PlayEvent({"type": type_, **fields})  # type: ignore[dict-item]


def test_ok_opens_the_race_and_the_dice_are_asked_for() -> None:
    table = playing().do("OK")
    assert table.asked == [event("thrown")]
    assert table.words == "The dice | R1 | nobody"


def test_each_die_has_its_encoder() -> None:
    table = playing().do("OK, 1+2, 2-1, 3+11")
    assert [w.shown for w in table.screen.body.wheels] == ["2", "10", "11"]  # type: ignore[union-attr]
    assert table.do("OK").asked == [event("dice_read", d8=2, d10=10, d12=11)]
    assert table.words == "R1 | Who sees one first? | nobody"


def test_dice_may_be_read_without_saying_that_they_were_thrown() -> None:
    assert playing().do("1+1, 2+1, 3+1, OK").asked == [event("dice_read", d8=1, d10=1, d12=1)]


def test_dice_that_were_not_all_turned_are_not_entered() -> None:
    table = playing().do("OK, OK")
    assert (table.asked, table.words) == ([event("thrown")], "The dice | R1 | nobody | Turn the wheels first")
    assert table.do("1+1, OK").asked == []
    assert table.words.split(" | ")[-1] == "Turn first: d10, d12"
    assert table.do("2+1, OK").words.split(" | ")[-1] == "Turn first: d12"


def test_first_is_shown_with_the_margin_while_the_sand_runs() -> None:
    table = playing("sun", "eye", "lotus", "feather").do("OK, eye")
    assert table.screen.body == Order("eye", "first", name="Eye")
    table.pass_ms(12)
    table.press(Sign.SUN)
    table.pass_ms(8_400)
    table.press(Sign.LOTUS)
    others = (Place("sun", "+12 ms"), Place("lotus", "+8.4 s"))
    assert table.screen.body == Order("eye", "first", "12 ms", others)
    assert table.screen.sand is not None
    assert table.screen.sand.until_ms - table.screen.sand.from_ms == 30_000


def test_press_while_dice_are_turned_counts_and_keeps_what_was_turned() -> None:
    table = playing().do("OK, 1+2, eye")
    assert table.logged == ["thrown", "claimed"]
    assert isinstance(table.screen.body, Wheels)
    assert table.screen.icons == ("eye",)
    assert table.do("2+5, 3+11, OK").asked == [event("dice_read", d8=2, d10=5, d12=11)]


@pytest.mark.parametrize(
    "page", ["HOLD BACK", "HOLD BACK, 1+1, OK", "HOLD BACK, 1+7, OK", "HOLD BACK, 1+10, OK", "1+3", "BACK"]
)
def test_claim_counts_whatever_the_display_shows(page: str) -> None:
    table = playing().do(f"OK, 1+1, 2+1, 3+1, OK, {page}, lotus")
    assert table.logged[-1] == "claimed"


def test_numbers_are_entered_while_the_sand_runs_one_after_the_other() -> None:
    table = playing("sun", "eye", "lotus", "feather").do("OK, eye, sun")
    assert table.do("2+3").screen.body == Figure("eye", big="30", is_scrolled=True)
    assert table.do("3+2").screen.body == Figure("eye", big="33", is_scrolled=True)
    assert table.do("OK").asked == [event("number_called", claim=0, number=33)]
    assert table.screen.body == Figure("sun", big="?", is_scrolled=True)
    assert table.do("1+1, OK").asked == [event("number_called", claim=1, number=3)]


def test_number_that_an_earlier_claim_has_is_not_offered() -> None:
    table = playing("sun", "eye", "lotus").do("OK, eye, sun, 1+1, OK, 1+1")
    assert table.words == "Which number? | R1 | 4 | enter | back"


def test_entering_may_be_left_and_the_order_is_there_again() -> None:
    table = playing().do("OK, eye, 1+1, BACK")
    assert table.screen.body == Order("eye", "first", name="Eye")
    assert table.logged == ["thrown", "claimed"]


def test_number_turned_to_before_the_time_was_up_is_still_there_after_it() -> None:
    table = playing().do("OK, eye, 2+3, 3+2")
    table.pass_ms(40_000)
    assert table.words == "Which number? | R1 | 33 | enter | back"
    assert table.do("OK").asked == [event("number_called", claim=0, number=33)]


def test_claim_without_a_number_is_struck_by_turning_past_the_first() -> None:
    table = playing().do("OK, eye")
    table.pass_ms(40_000)
    assert table.words == "Which number? | R1 | ? | other"
    assert table.do("1-1").words == "Which number? | R1 | called nothing | enter | back"
    assert table.do("OK").asked == [event("struck", claim=0)]


def test_verdicts_are_given_in_the_order_of_the_presses() -> None:
    table = playing("sun", "eye").do("OK, eye, sun, 2+3, OK")
    assert table.screen.body == Figure("eye", big="30", points="2")
    assert table.words == "Is it right? | R1 | 30 | 2 | right | wrong"
    assert table.do("OK").asked == [event("judged", claim=0, right=True)]
    assert table.do("1+1, OK").screen.body == Figure("sun", big="3", points="1")
    assert table.do("BACK").asked == [event("judged", claim=1, right=False)]


def test_dice_may_be_entered_between_verdicts() -> None:
    table = playing("sun", "eye").do("OK, eye, sun, 2+3, OK, 1+1, OK, 1+1, 2+1, 3+1, OK")
    assert table.asked[-1] == event("dice_read", d8=1, d10=1, d12=1)
    assert table.words.startswith("Is it right?")


def test_round_is_summed_up_and_ok_is_the_next_throw() -> None:
    table = judge(playing("sun", "eye").do("OK, eye, sun"))
    assert isinstance(table.screen.body, Scores)
    assert [(s.icon, s.score, s.gain) for s in table.screen.body.scores] == [
        ("sun", "−5", "−5"),
        ("eye", "7", "+7"),
    ]
    assert (table.screen.title, table.screen.icons) == ("throws", ("eye",))
    assert table.do("OK").asked == [event("thrown")]


def test_ok_and_back_together_say_that_nobody_finds_anything() -> None:
    table = playing().do("OK, BOTH")
    assert table.asked == [event("thrown"), event("nobody_found")]
    assert table.screen.icons == ("eye",)


def test_ok_and_back_together_mean_nothing_once_somebody_claimed() -> None:
    assert playing().do("eye, BOTH").asked == []


def test_second_press_turns_the_timer_where_the_table_plays_so() -> None:
    table = playing(sand_start=SandStart.TURNED).do("OK, eye, eye")
    assert table.logged == ["thrown", "claimed", "timer_turned"]


def test_layout_is_entered_colour_by_colour_and_then_only_the_gaps() -> None:
    table = playing(way=Way.LAYOUT).do("OK, OK, 1+1")
    assert table.words == "black | 0/10 | 49 | enter | back"
    assert table.do("OK").asked == [event("laid_out", numbers=[49])]
    assert table.do("1+1").words == "red | 1/10 | 23 | enter | back"
    assert table.do("2+1").words == "blue | 1/10 | 19 | enter | back"


def test_pyramid_is_asked_for_tile_by_tile_until_back_leaves_it() -> None:
    table = playing(way=Way.LAYOUT).do("1+1, OK, 1+1, OK")
    assert table.words == "The pyramid | 2/10 | ? | other | back"
    assert "throws" in table.do("BACK").words
    assert table.logged == ["laid_out", "laid_out"]


def test_pyramid_that_is_full_is_asked_for_no_more() -> None:
    table = playing(way=Way.LAYOUT).do(",".join(["1+1, OK"] * 10))
    assert table.logged == ["laid_out"] * 10
    assert "throws" in table.words


def test_what_was_put_off_comes_back_after_the_rest() -> None:
    table = playing(way=Way.LAYOUT).do("OK")
    assert table.words.startswith("The dice")
    assert table.do("OK").words.startswith("The pyramid")
    assert table.do("OK").words.startswith("The dice")


# ---- pushes that were meant for the picture before ----


def test_push_just_as_the_time_ran_out_gives_no_verdict() -> None:
    table = playing("sun", "eye").do("OK, eye, 1+1, OK")
    due = table.table.game.glance(table.table.state).sand
    assert due is not None
    table.pass_ms(due[1] - table.now_ms + 100)
    table.asked = []
    table.take(Push(Button.BACK))
    assert table.asked == []
    table.pass_ms(400)
    table.take(Push(Button.BACK))
    assert table.asked == [event("judged", claim=0, right=False)]


def test_second_push_on_the_last_verdict_does_not_close_the_game() -> None:
    table = playing("sun", "eye")
    while table.play is not None and table.play.outcome is None:
        judge(table.do("OK, eye, sun"))
    table.take(Push(Button.OK))
    assert table.play is not None
    table.pass_ms(2_000)
    table.asked = []
    table.take(Push(Button.OK))
    assert table.asked == [Close()]


@pytest.mark.parametrize(
    ("seat", "after_ms", "said"),
    [
        ("eye", 60_000, "One tile a round: you have pressed."),
        ("sun", 30_080, "80 ms too late."),
        ("sun", 38_400, "8.4 s too late."),
    ],
)
def test_press_after_the_sand_says_the_nearest_reason(seat: str, after_ms: int, said: str) -> None:
    table = playing().do("OK, eye")
    table.pass_ms(after_ms)
    table.press(Sign(seat))
    assert table.screen.toast is not None
    assert table.screen.toast.text == said


# ---- taking back ----


def test_back_takes_back_says_what_and_goes_on() -> None:
    table = playing().do("OK, 1+2, 2+5, 3+11, OK, BACK")
    assert table.asked[-1] == Retract(2)
    assert table.words == "The dice | R1 | redo | one more | Taken back: Dice 2 5 11"
    assert table.do("BACK").asked == [Retract(1)]
    assert table.words == "R1 | throws | redo | one more | Taken back: has thrown"
    assert table.do("BACK").words == "R1 | throws | thrown | The dice | Nothing to take back"


def test_ok_brings_back_what_was_taken_back_while_it_is_said() -> None:
    table = playing().do("OK, 1+2, 2+5, 3+11, OK, BACK, OK")
    assert table.asked[-1] == Redo(2)
    assert table.logged == ["thrown", "dice_read"]


@pytest.mark.parametrize("script", ["1+1, BACK", "BOTH", "HOLD BACK, BACK", "1+1, 2+1, 3+1, OK, BACK, 1+1"])
def test_ok_is_itself_again_once_hands_did_something_else(script: str) -> None:
    table = playing().do("OK, BACK")
    assert "redo" in table.words
    table.do(script)
    assert "redo" not in table.words
    assert Redo(1) not in table.do("OK").asked


def test_time_alone_changes_no_button() -> None:
    table = playing().do("OK, 1+2, 2+5, 3+11, OK, BACK")
    said = table.words
    table.pass_ms(3_600_000)
    assert table.words == said
    assert table.do("BACK").asked == [Retract(1)]
    table.pass_ms(3_600_000)
    assert table.do("OK").asked == [Redo(1)]


def test_what_a_phone_enters_ends_what_could_be_brought_back() -> None:
    table = playing().do("OK, BACK")
    table.enter({"type": "thrown"})
    assert table.words == "The dice | R1 | nobody"
    table.asked = []
    table.take(Push(Button.BACK))
    # It was meant for what stood there until just now.
    assert table.asked == []
    assert table.do("BACK").asked == [Retract(3)]


def test_word_about_what_was_taken_back_does_not_hide_a_phone_that_waits() -> None:
    table = playing().do("OK, BACK")
    table.is_seating_open, table.waiting = True, PhoneWaiting(Sign.LOTUS, "▲")
    assert table.screen.toast is None


def test_claim_that_was_taken_back_after_the_sand_is_said_and_comes_back() -> None:
    table = playing().do("OK, eye, sun, lotus")
    table.pass_ms(35_000)
    table.do("BACK")
    # With a claim less the sand matters again, and it is out: that comes of itself.
    table.pass_ms(1)
    assert table.logged == ["thrown", "claimed", "claimed", "sand_ran_out"]
    assert table.words.endswith("redo | one more | Taken back: pressed")
    assert table.do("OK").asked == [Redo(4)]
    assert table.logged == ["thrown", "claimed", "claimed", "claimed"]


def test_claim_that_was_taken_back_is_told_with_its_seat() -> None:
    table = playing().do("OK, eye, BACK")
    assert table.screen.toast is not None
    assert (table.screen.toast.icon, table.screen.toast.text) == ("eye", "Taken back: pressed")


def test_who_was_first_is_not_hidden_by_what_was_said_before() -> None:
    table = playing().do("OK, 1+1, 2+1, 3+1, OK, BACK, eye")
    assert table.screen.toast is None


def test_taking_back_reaches_across_the_end_of_the_game() -> None:
    table = playing("sun", "eye")
    while table.play is not None and table.play.outcome is None:
        judge(table.do("OK, eye, sun"))
    assert [s.rank for s in table.screen.body.scores] == ["1", "2"]  # type: ignore[union-attr]
    assert table.do("BACK").words.startswith("Is it right?")


def judged() -> PanelTable:
    """Give a table at which the only claim was judged to be right, and that was taken back."""
    table = playing("sun", "eye").do("OK, eye, 2+3, OK")
    table.pass_ms(40_000)
    table.do("OK")
    assert table.logged[-1] == "judged"
    return table.do("BACK")


def test_back_again_after_a_verdict_was_taken_back_takes_back_one_more() -> None:
    table = judged()
    assert table.words == "Is it right? | R1 | 30 | 2 | go on | one more | Taken back: 30 was right"
    assert table.do("BACK").asked == [Retract(3)]
    assert table.logged == ["thrown", "claimed"]


@pytest.mark.parametrize(("button", "right"), [("OK", True), ("BACK", False)])
def test_verdict_that_was_taken_back_is_given_anew_once_its_question_is_seen(
    button: str, right: bool
) -> None:
    table = judged().do("OK")
    assert table.asked == []
    assert table.words == "Is it right? | R1 | 30 | 2 | right | wrong"
    assert table.do(button).asked == [event("judged", claim=0, right=right)]


def test_back_gives_no_verdict_however_long_after_one_was_taken_back() -> None:
    table = judged()
    for _ in range(3):
        table.pass_ms(5_000)
        assert table.words == "Is it right? | R1 | 30 | 2 | go on | one more | Taken back: 30 was right"
    assert table.do("BACK").asked == [Retract(3)]


def test_end_of_a_game_that_was_taken_back_is_not_brought_about_again_by_waiting() -> None:
    table = playing("sun", "eye")
    while table.play is not None and table.play.outcome is None:
        judge(table.do("OK, eye, sun"))
    table.do("BACK")
    table.pass_ms(6_000)
    assert isinstance(table.do("BACK").asked[0], Retract)
    assert table.play is not None
    assert table.play.outcome is None


def test_a_wheel_tells_why_the_game_is_over() -> None:
    table = playing("sun", "eye")
    while table.play is not None and table.play.outcome is None:
        judge(table.do("OK, eye, sun"))
    scores = table.words
    assert "why?" in scores
    why = table.do("1+1").words
    assert why != scores
    assert "could not be filled" in why
    assert table.do("OK").asked == []
    assert table.words == scores


def test_next_game_starts_with_the_same_seats() -> None:
    table = playing("sun", "eye")
    while table.play is not None and table.play.outcome is None:
        judge(table.do("OK, eye, sun"))
    table.pass_ms(1_000)
    assert table.do("OK").asked == [Close()]
    assert table.words.startswith("Pharaoh Code | Start")
    assert table.do("OK").asked == [Start()]


def test_first_is_called_by_name_where_there_is_one() -> None:
    table = playing().do("OK, eye")
    table.take(SeatPush(Sign.SUN))
    assert table.screen.body == Order("eye", "first", "0 ms", (Place("sun", "+0 ms"),))
    table = playing().do("OK")
    table.setup = table.setup.with_name(Sign.EYE, "Mina")
    assert table.play is not None
    table.play = replace(table.play, seats=table.setup.seats)
    assert table.do("eye").screen.body == Order("eye", "first", name="Mina")


def test_second_thumb_that_is_too_late_for_both_takes_nothing_back() -> None:
    table = playing().do("OK")
    for after_ms, logged in ((100, ["thrown"]), (250, ["thrown"]), (400, [])):
        table.pass_ms(after_ms)
        table.take(Push(Button.BACK))
        assert table.logged == logged


def test_back_after_back_takes_back_at_once() -> None:
    table = playing().do("OK, eye, BACK")
    table.pass_ms(100)
    table.take(Push(Button.BACK))
    assert table.logged == []
