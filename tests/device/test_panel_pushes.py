from hypothesis import given
from hypothesis import strategies as st

from device.panel import Both, Button, Hold, Input, Push
from device.panel.pushes import AGAIN_US, HOST_US, MENU_US, SETTLED_US, TOGETHER_US, Pushes, Shown

OK, BACK = Button.OK, Button.BACK


class Hand:
    """Pushes the buttons in milliseconds, and looks at what is due whenever that may say something."""

    def __init__(self) -> None:
        self.pushes = Pushes()
        self.now_us = 1_000_000
        self.told: list[tuple[int, Input]] = []

    def wait(self, ms: int) -> "Hand":
        end_us = self.now_us + ms * 1000
        while (due_us := self.pushes.next_us()) is not None and due_us <= end_us:
            self.now_us = max(self.now_us, due_us)
            self._note(self.pushes.due(self.now_us))
            if self.pushes.next_us() == due_us:
                raise AssertionError("due says nothing when it said it would")
        self.now_us = end_us
        return self

    def _note(self, told: tuple[Input, ...]) -> None:
        self.told += [((self.now_us - 1_000_000) // 1000, one) for one in told]

    def down(self, button: Button) -> "Hand":
        self._note(self.pushes.edge(button, self.now_us, True))
        return self

    def up(self, button: Button) -> "Hand":
        self._note(self.pushes.edge(button, self.now_us, False))
        return self

    @property
    def inputs(self) -> list[Input]:
        return [one for _, one in self.told]


def test_ok_is_told_soon_although_it_is_still_down() -> None:
    hand = Hand().down(OK).wait(1_000)
    assert hand.told == [(TOGETHER_US // 1000, Push(OK))]


def test_short_tap_of_ok_is_told_when_it_has_opened() -> None:
    assert Hand().down(OK).wait(10).up(OK).wait(500).told == [(70, Push(OK))]


def test_back_is_told_when_it_has_opened() -> None:
    hand = Hand().down(BACK).wait(300).up(BACK).wait(500)
    assert hand.told == [(300 + SETTLED_US // 1000, Push(BACK))]


def test_back_held_is_the_menu_and_no_push() -> None:
    hand = Hand().down(BACK).wait(1_500).up(BACK).wait(500)
    assert hand.told == [(MENU_US // 1000, Hold(BACK))]


def test_ok_held_is_a_push_and_then_a_hold() -> None:
    hand = Hand().down(OK).wait(3_000).up(OK).wait(500)
    assert hand.told == [(80, Push(OK)), (HOST_US // 1000, Hold(OK))]


def test_both_within_a_moment_are_one_input() -> None:
    for first, second in ((OK, BACK), (BACK, OK)):
        hand = Hand().down(first).wait(60).down(second).wait(3_000).up(first).wait(20).up(second).wait(500)
        assert hand.told == [(60, Both())]


def test_two_pushes_one_after_the_other_are_two() -> None:
    hand = Hand().down(OK).wait(100).up(OK).wait(200).down(BACK).wait(100).up(BACK).wait(500)
    assert hand.inputs == [Push(OK), Push(BACK)]


def test_second_thumb_may_be_late_while_the_first_is_still_down() -> None:
    hand = Hand().down(OK).wait(300).down(BACK).wait(100).up(BACK).wait(100).up(OK).wait(500)
    assert hand.told == [(80, Push(OK)), (300, Both())]
    hand = Hand().down(BACK).wait(300).down(OK).wait(100).up(BACK).wait(100).up(OK).wait(500)
    assert hand.told == [(300, Both())]


def test_back_pushed_while_ok_is_held_down_for_long_is_a_push_of_its_own() -> None:
    hand = Hand().down(OK).wait(500).down(BACK).wait(100).up(BACK).wait(100).up(OK).wait(500)
    assert hand.inputs == [Push(OK), Push(BACK)]


def test_quick_pushes_are_all_told() -> None:
    hand = Hand()
    for _ in range(5):
        hand.down(OK).wait(70).up(OK).wait(90)
    assert hand.inputs == [Push(OK)] * 5


def test_contact_that_chatters_is_one_push() -> None:
    hand = Hand().down(BACK)
    for _ in range(10):
        hand.wait(3).up(BACK).wait(2).down(BACK)
    hand.wait(100).up(BACK).wait(5).down(BACK).wait(3).up(BACK).wait(500)
    assert hand.inputs == [Push(BACK)]


@given(st.lists(st.tuples(st.sampled_from(Button), st.integers(1, 400), st.integers(70, 400)), max_size=12))
def test_each_separate_push_is_told_once(pushes: list[tuple[Button, int, int]]) -> None:
    hand = Hand()
    for button, down_ms, up_ms in pushes:
        hand.down(button).wait(down_ms).up(button).wait(up_ms)
    assert hand.wait(5_000).inputs == [Push(button) for button, _, _ in pushes]
    assert hand.pushes.next_us() is None


@given(st.lists(st.tuples(st.sampled_from(Button), st.booleans(), st.integers(0, 900)), max_size=40))
def test_any_edges_end_at_rest(edges: list[tuple[Button, bool, int]]) -> None:
    hand = Hand()
    for button, is_down, ms in edges:
        (hand.down if is_down else hand.up)(button)
        hand.wait(ms)
    hand.up(OK).up(BACK).wait(5_000)
    assert hand.pushes.next_us() is None


def test_ok_that_still_waits_for_back_is_settled_once_by_what_comes_next() -> None:
    pushes = Pushes()
    assert pushes.edge(Button.OK, 1_000_000, True) == ()
    assert (pushes.settled(), pushes.settled()) == ((Push(Button.OK),), ())
    assert pushes.due(1_200_000) == ()


# ---- pushes that were made before their question can have been read ----


def closings(hand: Hand) -> list[int]:
    return [(one.closed_us - 1_000_000) // 1000 for one in hand.inputs if isinstance(one, Push)]


def test_push_says_when_its_contact_closed() -> None:
    hand = Hand().wait(5).down(OK).wait(100).up(OK).wait(100).down(BACK).wait(300).up(BACK).wait(100)
    assert closings(hand) == [5, 205]


def test_first_push_of_all_counts() -> None:
    assert Shown().can_answer(Push(OK, 0))


def test_push_after_another_counts_once_that_is_a_moment_ago() -> None:
    shown = Shown()
    shown.changed(Push(BACK, 1_000_000), 1_170_000)
    assert not shown.can_answer(Push(OK, 1_000_000 + AGAIN_US - 1))
    assert shown.can_answer(Push(OK, 1_000_000 + AGAIN_US))


def test_push_before_a_late_picture_was_no_answer_to_it() -> None:
    shown = Shown()
    shown.changed(Push(OK, 1_000_000), 1_900_000)
    assert not shown.can_answer(Push(OK, 1_899_999))
    assert shown.can_answer(Push(OK, 1_900_000))


@given(st.lists(st.integers(333, 900), max_size=20), st.lists(st.booleans(), min_size=21, max_size=21))
def test_three_pushes_a_second_get_through(apart_ms: list[int], is_ok: list[bool]) -> None:
    hand, shown = Hand(), Shown()
    for ms, ok in zip((*apart_ms, 333), is_ok, strict=False):
        button = OK if ok else BACK
        hand.down(button).wait(100).up(button).wait(ms - 100)
    assert len(hand.told) == len(apart_ms) + 1
    for told_ms, push in hand.told:
        assert isinstance(push, Push)
        assert shown.can_answer(push)
        shown.changed(push, 1_000_000 + told_ms * 1000 + 20_000)
