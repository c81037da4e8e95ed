"""The menu behind BACK held, and what the table itself has to say."""

from dataclasses import replace

import pytest

from device.panel import (
    Button,
    Close,
    Correct,
    Hold,
    OpenSeating,
    PhoneWaiting,
    PlayEvent,
    Rename,
    Resume,
    Retract,
    SetBrightness,
    SetColourOrder,
    SetLanguage,
    SetNight,
    SetSound,
    Start,
    Stop,
    shows_colours,
)
from device.panel.lines import anew
from device.panel.network import address_lines
from device.panel.screens import (
    Code,
    Digits,
    Figure,
    Say,
    Scores,
)
from device.panel.words import Words
from device.sound import Sound
from device.texts import LANGUAGES
from rules.codec import Json
from rules.core import Sign
from rules.table import Origin
from tests.device.panel_table import PanelTable, judge, playing, seated


def event(type_: str, **fields: object) -> PlayEvent:
    return PlayEvent({"type": type_, **fields})  # type: ignore[dict-item]


def test_menu_opens_and_closes_with_back_held() -> None:
    table = playing().do("HOLD BACK")
    assert table.words.startswith("Menu | Seat a phone | Network | Host code")
    assert table.do("HOLD BACK").words == "R1 | throws | thrown | The dice"


def test_menu_takes_back_where_back_means_wrong() -> None:
    table = playing("sun", "eye").do("OK, eye, sun, 1+1, OK, HOLD BACK, OK")
    assert table.asked[-1] == Retract(4)
    assert table.words.startswith("Which number?")


def test_number_is_corrected_and_later_entries_that_still_fit_stay() -> None:
    table = playing("sun", "eye").do("OK, eye, sun, 1+1, OK, OK, 1+1, OK, OK")
    assert table.screen.body == Scores(table.screen.body.scores)  # type: ignore[union-attr]
    table.do("HOLD BACK, 1+1, OK")
    assert table.words.startswith("Which entry is wrong? | 4 was right | calls 4 | 3 was right | calls 3")
    table.do("1+3, OK")
    assert table.words == "calls 3 | Enter anew | Remove | By mistake: strike"
    table.do("OK, 2+1, OK")
    assert table.words == "calls 13 | All later entries still fit. | do it | back"
    replacement: dict[str, Json] = {"type": "number_called", "claim": 0, "number": 13}
    assert table.do("OK").asked == [Correct(4, replacement, ())]
    assert table.words.endswith("Corrected")


def test_removing_says_how_many_later_entries_drop_out_first() -> None:
    table = playing("sun", "eye").do("OK, eye, sun, 1+1, OK, OK, 1+1, OK, OK")
    # Newest first: the number of the eye is the fourth of seven.
    table.do("HOLD BACK, 1+1, OK, 1+3, OK")
    assert table.words == "calls 3 | Enter anew | Remove | By mistake: strike"
    table.do("1+1, OK")
    assert table.words == "Remove | Later entries that drop out: 1 | do it | back"
    assert table.do("BACK, BACK, BACK, BACK").asked == []
    assert table.logged[:3] == ["thrown", "claimed", "claimed"]


ONE_EACH: tuple[dict[str, Json], ...] = (
    {"type": "thrown"},
    {"type": "claimed", "seat": 0, "pressed_ms": 0},
    {"type": "number_called", "claim": 0, "number": 10},
    {"type": "sand_ran_out", "at_ms": 30_000},
    {"type": "judged", "claim": 0, "right": True},
    {"type": "thrown"},
    {"type": "claimed", "seat": 1, "pressed_ms": 40_000},
    {"type": "number_called", "claim": 0, "number": 11},
    {"type": "sand_ran_out", "at_ms": 70_000},
    {"type": "judged", "claim": 0, "right": True},
)
"""Two rounds with one claim each."""


def one_each() -> PanelTable:
    table = playing("sun", "eye")
    for each in ONE_EACH:
        table.enter(each)
    return table


def test_press_in_the_present_round_is_struck_at_once_and_never_removed() -> None:
    table = playing("sun", "eye").do("OK, eye, sun, HOLD BACK, 1+1, OK, 1+1, OK")
    assert table.words == "pressed | By mistake: strike"
    assert table.do("OK").asked == [event("struck", claim=0)]
    assert table.panel.pages == ()


def test_only_press_of_a_finished_round_becomes_a_round_without_one() -> None:
    table = one_each().do("HOLD BACK, 1+1, OK, 1+8, OK")
    assert table.words == "pressed | Enter anew | Nobody found one"
    table.do("1+1, OK")
    assert table.words == "nobody | Later entries that drop out: 3 | do it | back"
    assert table.do("OK").asked == [Correct(2, {"type": "nobody_found"}, (3, 4, 5))]


def test_verdict_of_an_earlier_round_is_turned_round_and_not_removed() -> None:
    assert one_each().do("HOLD BACK, 1+1, OK, 1+5, OK").words == "10 was right | Enter anew"


def test_number_that_another_was_judged_on_is_not_offered() -> None:
    table = one_each()
    assert table.play is not None
    line = next(line for line in table.play.table.lines if line.entry.number == 3)
    task = anew(table.play, line)
    assert task is not None
    assert 10 in task.first.asked[0].choices
    assert 11 not in task.first.asked[0].choices
    assert all(11 not in group.choices for group in task.first.asked[0].groups)


def test_press_is_given_to_another_seat() -> None:
    table = playing("sun", "eye", "lotus").do("OK, eye, HOLD BACK, 1+1, OK, OK, OK")
    assert table.words == "Who pressed? | Eye | enter | back"
    assert table.do("1+1").screen.body == Figure("lotus", text="Flower", is_scrolled=True)
    table.do("OK, OK")
    correction = table.asked[-1]
    assert isinstance(correction, Correct)
    assert correction.replacement is not None
    assert correction.replacement["seat"] == 2
    assert table.table.game.glance(table.table.state).claims[0].seat == 2


def test_verdict_is_turned_round_by_one_push() -> None:
    table = judge(playing("sun", "eye").do("OK, eye, sun"))
    table.do("HOLD BACK, 1+1, OK, OK, OK")
    assert table.words == "Is it right? | 80 was wrong | right | wrong"
    assert table.do("OK").words == "80 was right | All later entries still fit. | do it | back"
    assert table.do("OK").asked == [Correct(7, {"type": "judged", "claim": 1, "right": True}, ())]


def test_what_the_clock_brought_is_not_offered_for_correction() -> None:
    table = playing().do("OK, eye")
    table.pass_ms(40_000)
    assert table.table.entries[-1].origin is Origin.CLOCK
    assert table.do("HOLD BACK, 1+1, OK").words == "Which entry is wrong? | pressed | has thrown"


def test_phone_is_let_in_and_the_seat_it_asks_for_is_shown() -> None:
    table = playing().do("HOLD BACK, OK")
    assert table.asked == [OpenSeating(True)]
    assert table.words == "Seat a phone | Choose a seat on the phone | done"
    table.waiting = PhoneWaiting(Sign.LOTUS)
    assert table.screen.body == Figure("lotus", text="Hold this button 2 s")
    assert table.do("BACK").asked == [OpenSeating(False)]


def test_ok_on_the_page_about_phones_is_held_for_the_one_that_waits_and_ends_nothing() -> None:
    table = playing().do("HOLD BACK, OK")
    table.waiting = PhoneWaiting(Sign.LOTUS)
    before = table.screen
    assert table.do("OK, HOLD OK").asked == []
    assert table.screen == before
    table.waiting = None
    assert table.do("OK").asked == [OpenSeating(False)]


def test_page_about_phones_is_left_where_their_seating_is_closed() -> None:
    table = playing().do("HOLD BACK, OK")
    table.is_seating_open = False
    assert table.screen.title == "Menu"


def test_phone_that_waits_is_shown_over_the_game_and_back_sends_it_away() -> None:
    table = playing()
    table.is_seating_open, table.waiting = True, PhoneWaiting()
    assert table.words == "Seat a phone | Hold your button 2 s | done"
    assert table.do("1+1, OK, HOLD OK").asked == []
    assert table.do("BACK").asked == [OpenSeating(False)]


def test_network_shows_a_code_and_the_address_in_numbers() -> None:
    table = playing().do("HOLD BACK, 1+1, OK")
    assert table.screen.body == Code("http://192.168.1.23:8080", ("192.168", ".1.23", ":8080"))


def test_host_code_is_shown() -> None:
    assert playing().do("HOLD BACK, 1+2, OK").screen.body == Digits("482913", "for the host’s phone")


def test_name_is_turned_letter_by_letter() -> None:
    table = playing().do("HOLD BACK, 1+3, OK, 1+1, OK, 1+13, OK, 1+9, OK, 1+14, OK, 1+1, OK, OK")
    assert table.asked[-1] == Rename(Sign.EYE, "Mina")
    assert table.words == "Names | Sun | Mina | Flower"


def test_each_kind_of_sound_has_its_switch() -> None:
    table = playing().do("HOLD BACK, 1+4, OK, 1+3, OK")
    assert table.asked == [SetSound(Sound.LAST_SECONDS, True)]
    assert "Last seconds | on" in table.words
    assert table.do("OK").asked == [SetSound(Sound.LAST_SECONDS, False)]


def test_brightness_follows_every_encoder_and_never_goes_dark() -> None:
    table = playing().do("HOLD BACK, 1+5, OK, OK, 2+2")
    assert table.asked == [SetBrightness(80)]
    assert table.do("1-99").asked == [SetBrightness(10)]
    assert table.do("OK").words == "Lights | Brightness | 10% | Night mode | off | Colour test | GRB"


def test_night_is_switched_on_and_off() -> None:
    table = playing().do("HOLD BACK, 1+5, OK, 1+1, OK")
    assert table.asked == [SetNight(True)]
    assert "Night mode | on" in table.words
    assert table.do("OK").asked == [SetNight(False)]


def test_order_of_colours_is_turned_to_while_the_ring_shows_them() -> None:
    table = playing().do("HOLD BACK, 1+5, OK, 1+2, OK")
    assert shows_colours(table.panel)
    assert table.do("1+1").asked == [SetColourOrder("RGB")]
    assert table.do("3-2").asked == [SetColourOrder("RBG")]
    assert table.screen.corner == "RBG"
    assert not shows_colours(table.do("OK").panel)


def test_holding_back_ends_the_test_of_the_colours() -> None:
    assert not shows_colours(playing().do("HOLD BACK, 1+5, OK, 1+2, OK, HOLD BACK").panel)


def test_language_is_changed_in_mid_game() -> None:
    table = playing().do("HOLD BACK, 1+6, OK, 1+1, OK")
    assert table.asked == [SetLanguage("ko")]
    assert table.do("HOLD BACK").words == "1R | 굴릴 차례 | 굴림 | 주사위"


def test_leaving_the_game_is_asked_once_more() -> None:
    table = playing().do("HOLD BACK, 1+8, OK")
    assert table.words == "Leave this game? Its record is kept. | yes | back"
    assert table.do("BACK").asked == []
    assert table.do("OK, OK").asked == [Close()]
    assert table.words.startswith("Pharaoh Code | Start")


def test_switching_off_is_asked_once_more() -> None:
    table = seated("sun").do("HOLD BACK, 1+99, OK, OK")
    assert table.asked == [Stop()]


# ---- what the table says ----


def test_refusal_is_shown_with_the_sign_of_who_pressed_and_leaves_by_itself() -> None:
    table = playing().do("OK, eye, eye")
    assert table.screen.toast is not None
    assert (table.screen.toast.icon, table.screen.toast.text) == (
        "eye",
        "One tile a round: you have pressed.",
    )
    table.pass_ms(4_000)
    assert table.screen.toast is None


def test_refusal_is_gone_with_the_next_turn() -> None:
    table = playing().do("OK, eye, eye, 1+1")
    assert table.screen.toast is None
    assert table.screen.body == Figure("eye", big="3", is_scrolled=True)


def test_ok_goes_on_after_a_cut() -> None:
    table = playing().do("OK, eye")
    table.is_paused = True
    assert isinstance(table.screen.body, Say)
    assert table.do("1+3, BACK, BOTH").asked == []
    assert table.do("OK").asked == [Resume()]


def test_ok_held_means_nothing_to_the_panel() -> None:
    table = playing()
    before = table.panel
    table.take(Hold(Button.OK))
    assert (table.panel, table.asked) == (replace(before, round=1), [Start()])


def test_pages_about_a_game_close_when_a_phone_closes_it() -> None:
    table = playing().do("OK, HOLD BACK, 1+1, OK, OK")
    table.play = None
    assert table.words.startswith("Menu")
    assert table.do("BACK").words.startswith("Pharaoh Code | Start")


def test_game_that_a_phone_opened_is_on_the_display_at_once() -> None:
    table = seated("sun", "eye").do("1+4, OK, 1+2")
    table.play = playing("sun", "eye").play
    assert table.words == "R1 | throws | thrown | The dice"
    assert table.do("OK").asked == [event("thrown")]


def test_panel_is_a_value_that_nothing_changes() -> None:
    table = playing()
    before = table.panel
    table.do("OK, 1+1, HOLD BACK, 1+2")
    assert before == replace(before)
    assert before != table.panel


# ---- ways out of the menu, and entries that are seldom put right ----


@pytest.mark.parametrize(
    ("page", "backs"),
    [
        ("1+1, OK", 2),
        ("1+1, OK, OK", 3),
        ("1+1, OK, OK, OK", 4),
        ("1+1, OK, OK, OK, 1+2, OK", 4),
        ("1+2, OK", 2),
        ("1+3, OK", 2),
        ("1+5, OK", 2),
        ("1+6, OK, 1+2", 2),
        ("1+7, OK", 2),
        ("1+8, OK", 2),
        ("1+9, OK", 2),
        ("1+9, OK, 1+1, OK", 2),
        ("1+10, OK", 2),
    ],
)
def test_back_leads_out_of_every_page_and_changes_nothing(page: str, backs: int) -> None:
    table = playing().do("OK, eye")
    before = table.words
    table.do(f"HOLD BACK, {page}")
    table.do(", ".join(["BACK"] * backs))
    assert (table.panel.pages, table.words, table.logged) == ((), before, ["thrown", "claimed"])


def test_form_that_stands_as_it_was_entered_corrects_nothing() -> None:
    table = playing("sun", "eye", "lotus").do("OK, eye, HOLD BACK, 1+1, OK, OK")
    entry = table.words
    table.do("OK, OK")
    assert (table.asked, table.words) == ([], entry)


def test_only_the_die_that_was_wrong_is_turned_anew() -> None:
    table = playing().do("OK, 1+2, 2+5, 3+11, OK, HOLD BACK, 1+1, OK, OK, OK")
    assert table.words == "The dice | 2 | 5 | 11 | enter | back"
    table.do("1+6, OK, OK")
    assert table.asked[-1] == Correct(2, {"type": "dice_read", "d8": 8, "d10": 5, "d12": 11}, ())


def test_number_that_was_changed_later_is_corrected_as_the_moves_allow() -> None:
    table = playing("sun", "eye", "lotus").do("OK, eye, 1+1, OK")
    table.enter({"type": "number_called", "claim": 0, "number": 33})
    table.do("HOLD BACK, 1+1, OK")
    assert table.words == "Which entry is wrong? | calls 33 | calls 3 | pressed | has thrown"
    table.do("OK, OK, 3+1, OK, OK")
    assert table.asked[-1] == Correct(4, {"type": "number_called", "claim": 0, "number": 35}, ())


def test_vote_is_turned_round() -> None:
    table = judge(playing("sun", "eye").do("OK, eye, sun"))
    table.enter({"type": "voted", "claim": 0, "seat": 0, "right": False})
    assert table.do("HOLD BACK, 1+1, OK").screen.words[1] == "votes wrong"
    assert table.do("OK, OK").words == "The vote | votes wrong | right | wrong"
    vote: dict[str, Json] = {"type": "voted", "claim": 0, "seat": 0, "right": True}
    assert table.do("OK, OK").asked[-1] == Correct(8, vote, ())


def test_correction_can_be_taken_back_like_any_entry() -> None:
    table = judge(playing("sun", "eye").do("OK, eye, sun"))
    table.do("HOLD BACK, 1+1, OK, OK, OK, OK, OK, BACK")
    assert table.asked[-1] == Retract(8)
    assert table.words.endswith("Taken back: Corrected")


def test_entry_that_a_phone_took_back_meanwhile_closes_its_page() -> None:
    table = playing().do("OK, 1+1, 2+1, 3+1, OK, HOLD BACK, 1+1, OK, OK")
    table.enter({"type": "retracted", "entry": 2})
    assert table.do("1+1").words.startswith("Which entry is wrong?")


def test_letter_and_name_may_be_taken_away_again() -> None:
    table = playing().do("HOLD BACK, 1+3, OK, OK, 1+1, OK, 1+2, OK")
    assert table.words == "Name | Ab_ | done | back"
    assert table.do("1+3, BACK").words == "Name | Ab_ | done | back"
    assert table.do("BACK, 2-1, 1-1, OK").words == "Name | A4_ | done | back"
    assert table.do("BACK, BACK, BACK").asked == [Rename(Sign.SUN, "")]


def test_address_that_is_a_name_is_broken_at_its_dots() -> None:
    assert address_lines("http://khepri.local:8080/") == ("khepri", ".local", ":8080")
    assert address_lines("http://10.0.0.2") == ("10.0", ".0.2")


@pytest.mark.parametrize("language", LANGUAGES)
def test_list_of_languages_begins_with_the_one_that_is_spoken(language: str) -> None:
    table = playing(language=language)
    table.do("HOLD BACK")
    at = [row.text for row in table.screen.body.rows].index(Words(language).say("panel.menu.language"))  # type: ignore[union-attr]
    table.do(f"1+{at}, OK, OK")
    assert table.asked == [SetLanguage(language)]
