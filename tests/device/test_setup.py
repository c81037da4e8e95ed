import unicodedata

import pytest

from device.setup import Setup, SetupRule, clean_name, decode_setup, encode_setup
from rules.core import Seat
from rules.errors import Malformed, RulesError
from rules.record import SeatInfo
from rules.registry import GAMES, Unknown
from tests.device.conftest import ANKH, BOAT, EYE, FEATHER, LOTUS, SUN

GAME = GAMES["pharaoh_code"]
EMPTY = Setup(GAME, GAME.options())
PLAIN: dict[str, object] = {
    "game": "pharaoh_code",
    "options": {},
    "seats": [{"sign": "sun", "name": "Mina"}, {"sign": "eye", "name": ""}],
    "first_seat": 1,
}


def test_setup_comes_back_from_its_json() -> None:
    setup = Setup(GAME, GAME.options(sand_s=45), (SeatInfo(SUN, "미나"), SeatInfo(EYE)), Seat(1))
    assert decode_setup(encode_setup(setup)) == setup


def test_fields_that_are_not_there_have_their_defaults() -> None:
    assert decode_setup({"game": "pharaoh_code", "seats": []}) == EMPTY


def test_first_seat_of_an_empty_table_is_taken_back() -> None:
    assert decode_setup({**PLAIN, "seats": [], "first_seat": 3}).first_seat == Seat(0)


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        ({"game": "chess"}, Unknown.GAME, "no game is called 'chess'"),
        ({"game": None}, Malformed.WRONG_TYPE, "game: None came"),
        ({"game": ["pharaoh_code"]}, Malformed.WRONG_TYPE, "game: ['pharaoh_code'] came"),
        ({"seats": None}, Malformed.WRONG_TYPE, "seats: None came"),
        ({"seats": {"sign": "sun"}}, Malformed.WRONG_TYPE, "seats: {'sign': 'sun'} came"),
        ({"seats": ["sun"]}, Malformed.NOT_AN_OBJECT, "seats[0]: 'sun' came"),
        ({"seats": [{}]}, Malformed.MISSING_FIELD, "seats[0]: the field sign is missing"),
        ({"seats": [{"sign": "moon"}]}, Malformed.NOT_A_CHOICE, "seats[0].sign: 'moon' came"),
        ({"seats": [{"sign": "sun", "name": 5}]}, Malformed.WRONG_TYPE, "seats[0].name: 5 came"),
        ({"seats": [{"sign": "sun", "name": "x" * 25}]}, Malformed.WRONG_LENGTH, "name: 25 signs came"),
        ({"seats": [{"sign": "sun", "age": 8}]}, Malformed.UNKNOWN_FIELD, "seats[0]: 'age' came"),
        ({"seats": [{"sign": "sun"}, {"sign": "sun"}]}, SetupRule.SAME_SIGN, "two seats have the same sign"),
        (
            {"seats": [{"sign": s} for s in ("sun", "eye", "lotus", "feather", "boat", "ankh")]},
            SetupRule.FULL,
            "6 seats came, this game has 5",
        ),
        ({"first_seat": True}, Malformed.WRONG_TYPE, "first_seat: True came"),
        ({"first_seat": "0"}, Malformed.WRONG_TYPE, "first_seat: '0' came"),
        ({"first_seat": 2}, SetupRule.NO_SUCH_FIRST, "seat 2 is to start, there are 2"),
        ({"first_seat": -1}, SetupRule.NO_SUCH_FIRST, "seat -1 is to start, there are 2"),
        ({"options": None}, Malformed.NOT_AN_OBJECT, "options: None came"),
        ({"options": {"sand_s": 5}}, Malformed.OUT_OF_BOUNDS, "options.sand_s: 5 came"),
        ({"options": {"luck": 1}}, Malformed.UNKNOWN_FIELD, "options: 'luck' came"),
        ({"colour": "red"}, Malformed.UNKNOWN_FIELD, "setup: 'colour' came"),
    ],
)
def test_setup_that_can_not_be_is_refused_with_one_reason(
    change: dict[str, object], code: object, says: str
) -> None:
    with pytest.raises(RulesError) as refused:
        decode_setup({**PLAIN, **change})
    assert (refused.value.code, refused.value.message[: len(says)]) == (code, says)


def test_seats_are_added_clockwise_at_the_end() -> None:
    setup = EMPTY.with_seat(LOTUS).with_seat(SUN)
    assert setup.seats == (SeatInfo(LOTUS), SeatInfo(SUN))
    assert (setup.seat_of(SUN), setup.seat_of(EYE)) == (Seat(1), None)


def test_sign_that_sits_already_changes_nothing() -> None:
    setup = EMPTY.with_seat(LOTUS)
    assert setup.with_seat(LOTUS) is setup


def test_sixth_seat_of_a_game_for_five_is_refused() -> None:
    setup = EMPTY
    for sign in (SUN, EYE, LOTUS, FEATHER, BOAT):
        setup = setup.with_seat(sign)
    with pytest.raises(RulesError) as refused:
        setup.with_seat(ANKH)
    assert (refused.value.code, dict(refused.value.params)) == (SetupRule.FULL, {"high": 5})


def test_name_of_one_seat_is_changed() -> None:
    setup = EMPTY.with_seat(SUN).with_seat(EYE).with_name(EYE, "  Jon ")
    assert setup.seats == (SeatInfo(SUN), SeatInfo(EYE, "Jon"))


@pytest.mark.parametrize(
    ("came", "shown"),
    [
        pytest.param("  Mina \t\n Kim ", "Mina Kim", id="spaces"),
        pytest.param("\u202egnp.exe\u202c", "gnp.exe", id="turned-direction"),
        pytest.param("a\u061cb\u2066c", "a b c", id="marks-of-direction"),
        pytest.param("a\x00b\x1b[31m", "a b [31m", id="control-signs"),
        pytest.param("\ud800Jon\udfff", "Jon", id="half-signs"),
        pytest.param("\u200b\ufeff\u2060", "", id="invisible"),
        pytest.param("\U000e0041Jon", "Jon", id="tags"),
        pytest.param("👨\u200d👩\u200d👧 Kim", "👨\u200d👩\u200d👧 Kim", id="family"),
        pytest.param("مهرنوش می\u200cآید", "مهرنوش می\u200cآید", id="persian"),
        pytest.param("\u200dJon\u200d \u200d \u200c", "Jon", id="joiners-of-nothing"),
        pytest.param("a\u200d\u200c\u200db", "a\u200db", id="joiners-in-a-row"),
        pytest.param(unicodedata.normalize("NFD", "한국어"), "한국어", id="composed"),
        pytest.param("Ñandú 鳳凰 🐞", "Ñandú 鳳凰 🐞", id="any-script"),
    ],
)
def test_name_is_shown_on_one_line_without_marks(came: str, shown: str) -> None:
    assert clean_name(came) == shown


def test_name_of_24_signs_fits_and_one_more_does_not() -> None:
    assert clean_name("鳳" * 24) == "鳳" * 24
    with pytest.raises(RulesError) as refused:
        clean_name("鳳" * 25)
    assert refused.value.code is Malformed.WRONG_LENGTH
