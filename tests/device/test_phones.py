import pytest

from device.phones import MOST_PHONES, Phone, Phones, hash_of, new_token
from tests.device.conftest import EYE, SUN

MINE, YOURS = hash_of("mine"), hash_of("yours")


@pytest.mark.parametrize("token", ["", None, "unknown", MINE], ids=["empty", "none", "unknown", "the-hash"])
def test_token_that_is_not_known_allows_nothing(token: str | None) -> None:
    assert Phones().seated(MINE, EYE).of(token) == Phone()


def test_seated_phone_speaks_for_its_seat() -> None:
    phones = Phones().seated(MINE, EYE)
    assert (phones.of("mine"), phones.is_seated(EYE), phones.is_seated(SUN)) == (Phone(EYE), True, False)


def test_who_had_the_seat_before_loses_it() -> None:
    phones = Phones().seated(MINE, EYE).seated(YOURS, EYE)
    assert (phones.of("mine"), phones.of("yours")) == (Phone(), Phone(EYE))


def test_phone_that_sits_elsewhere_gives_its_first_seat_back() -> None:
    phones = Phones().seated(MINE, EYE).seated(MINE, SUN)
    assert (phones.of("mine"), phones.is_seated(EYE)) == (Phone(SUN), False)


def test_host_who_loses_a_seat_stays_host() -> None:
    phones = Phones().hosting(MINE).seated(MINE, EYE).seated(YOURS, EYE)
    assert phones.of("mine") == Phone(None, is_host=True)


def test_phone_that_stands_up_has_no_seat() -> None:
    assert Phones().seated(MINE, EYE).stood_up(MINE).of("mine") == Phone()


def test_change_leaves_the_phones_before_it_as_they_were() -> None:
    before = Phones().seated(MINE, EYE)
    before.seated(YOURS, EYE)
    assert before.of("mine") == Phone(EYE)


def test_oldest_phones_are_forgotten_first() -> None:
    phones = Phones()
    for number in range(MOST_PHONES + 1):
        phones = phones.hosting(hash_of(str(number)))
    assert (phones.of("0"), phones.of("1"), len(list(phones))) == (Phone(), Phone(is_host=True), MOST_PHONES)


def test_two_new_tokens_differ() -> None:
    assert new_token() != new_token()
