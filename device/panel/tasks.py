"""What can be entered now, made of what the game awaits, and how turning an encoder fills it in.

No game is known here. One yes-or-no field is answered by OK and BACK. Two or three fields have an encoder
each, and what is turned to on one narrows those after it; a field with groups has two, for the group and for
the choice in it, and where encoders are too few the first fields leave theirs once they are known. One field
with many choices is scrolled: encoder 1 one by one, encoder 2 by tens (or from group to group), encoder 3 by
ones. Awaits with the same given fields, or one beside another, are alternatives: those without a field of
their own stand at the end of the list. A field that takes a list is filled one choice after another. A seat's
button is the quickest way to a field that is a seat.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Final

from device.panel.drafts import Dial, Draft, Key, Option, dialled, grouped, moved
from rules.codec import Json, schema
from rules.core import Asked, Await, By, Scalar, Seat
from rules.registry import AnyGame

MOST_WHEELS: Final = 3
SEAT_FIELDS: Final = ("seat", "site")
"""Fields whose choices are seats; a site is whose building ground something is put on."""


@dataclass(frozen=True)
class Task:
    """Something that can be entered now; the awaits are alternatives of each other.

    `state` is the one that they come from; without it no choice narrows another.
    """

    game: AnyGame
    awaits: tuple[Await, ...]
    state: Any = None

    @property
    def first(self) -> Await:
        return self.awaits[0]

    @property
    def key(self) -> Key:
        return self.first.event, self.first.given

    @property
    def seat(self) -> Seat | None:
        """Whose it is; None where it is anyone's."""
        return self.first.seats[0] if len(self.first.seats) == 1 else None

    @property
    def is_yes_or_no(self) -> bool:
        return len(self.first.asked) == 1 and all(isinstance(c, bool) for c in self.first.asked[0].choices)

    @property
    def wheels(self) -> tuple[Asked, ...]:
        """The fields that have an encoder each."""
        return self.first.asked if len(self.first.asked) > 1 else ()

    @property
    def options(self) -> tuple[Option, ...]:
        """All that can be entered by scrolling, alternatives last."""
        found: list[Option] = []
        for awaited in self.awaits:
            for asked in awaited.asked:
                found += [Option(awaited.event, asked.field, choice) for choice in grouped(asked)]
            if not awaited.asked:
                found.append(Option(awaited.event))
        return tuple(found)

    @property
    def missing(self) -> int:
        """Count what is still to be put into a field that takes a list, one choice after another."""
        return sum(group.room for group in self._listed.groups) if self._listed is not None else 0

    @property
    def tally(self) -> tuple[int, int] | None:
        """Give how many are in that field by now, and how many there will be."""
        listed = self._listed
        return None if listed is None or listed.whole is None else (listed.whole - self.missing, listed.whole)

    @property
    def _listed(self) -> Asked | None:
        return next((a for a in self.first.asked if takes_list(self.game, self.first.event, a.field)), None)

    def group(self, option: Option) -> str | None:
        """Give the name of the group that an option belongs to."""
        if option.field is None or option.choice is None:
            return None
        asked = (a for awaited in self.awaits for a in awaited.asked if a.field == option.field)
        return next((g.name for a in asked for g in a.groups if option.choice in g.choices), None)

    def event(self, option: Option) -> dict[str, Json]:
        """Give the event that entering an option makes."""
        made: dict[str, Json] = {"type": option.event, **dict(self.first.given)}
        if option.field is not None:
            made[option.field] = self._filled(option.event, option.field, option.choice)
        return made

    def settled(self, draft: Draft | None) -> tuple[tuple[Scalar | None, Asked], ...]:
        """Give each wheel's value, and the field with what is legal beside the values before it.

        A value that is not legal there is None; the usual one, or the only one left, stands without being
        turned to.
        """
        values = self._values(draft)
        chosen: dict[str, Scalar] = {}
        found: list[tuple[Scalar | None, Asked]] = []
        for place, value in enumerate(values):
            asked = self._narrowed(chosen)[place]
            standing = asked.choices[0] if len(asked.choices) == 1 else asked.usual
            kept = value if value in asked.choices else standing
            if kept is not None:
                chosen[asked.field] = kept
            found.append((kept, asked))
        return tuple(found)

    def dials(self, draft: Draft | None) -> tuple[Dial, ...]:
        """Give what each encoder turns now, where fields have encoders of their own."""
        settled = self.settled(draft)
        found: list[Dial] = []
        for place, (_, asked) in enumerate(settled):
            found += [Dial(asked.field, place, is_group=True)] if asked.groups else []
            found.append(Dial(asked.field, place))
        while len(found) > MOST_WHEELS and settled[found[0].place][0] is not None:
            del found[0]
        return tuple(found[:MOST_WHEELS])

    def _values(self, draft: Draft | None) -> tuple[Scalar | None, ...]:
        nothing = (None,) * len(self.wheels)
        return draft.values if draft is not None and len(draft.values) == len(nothing) else nothing

    def _narrowed(self, chosen: Mapping[str, Scalar]) -> tuple[Asked, ...]:
        if self.state is None:
            return self.wheels
        key = tuple(chosen.items())
        if key not in self._known:
            self._known[key] = self.game.narrowed(self.state, self.first, dict(chosen))
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[tuple[str, Scalar], ...], tuple[Asked, ...]]:
        """What was narrowed before: one picture asks for it again and again."""
        return {}

    def finished(self, draft: Draft | None) -> dict[str, Json] | None:
        """Give the event that a draft makes, None while something is missing.

        Where one choice is left of everything, no draft is needed.
        """
        if draft is not None and draft.key != self.key:
            return None
        if self.wheels:
            made: dict[str, Json] = {"type": self.first.event, **dict(self.first.given)}
            for value, asked in self.settled(draft):
                if value is None:
                    return None
                made[asked.field] = self._filled(self.first.event, asked.field, value)
            return made
        if draft is not None:
            return None if draft.option is None else self.event(draft.option)
        return self.event(self.options[0]) if len(self.options) == 1 else None

    def _filled(self, event: str, field: str, value: Scalar | None) -> Json:
        return [value] if takes_list(self.game, event, field) else value

    def answer(self, is_yes: bool) -> dict[str, Json]:
        """Give the event that yes or no makes."""
        return self.event(Option(self.first.event, self.first.asked[0].field, is_yes))

    def still(self, draft: Draft | None) -> Draft | None:
        """Give the draft without what is no longer open."""
        if draft is None or draft.key != self.key:
            return None
        if self.wheels:
            legal = tuple(
                value if value in asked.choices else None
                for value, (_, asked) in zip(self._values(draft), self.settled(draft), strict=True)
            )
            return replace(draft, values=legal) if any(v is not None for v in legal) else None
        return draft if draft.option in self.options else None

    def turned(self, draft: Draft | None, encoder: int, steps: int) -> Draft | None:
        """Give the draft after an encoder was turned."""
        draft = self.still(draft)
        if self.wheels:
            dials = self.dials(draft)
            if not 1 <= encoder <= len(dials):
                return draft
            dial = dials[encoder - 1]
            at_value, asked = self.settled(draft)[dial.place]
            return self._put(draft, dial.place, dialled(dial, asked, at_value, steps))
        options = self.options
        at = None if draft is None else draft.option
        match encoder:
            case 2:
                option = self._jumped(options, at, steps)
            case 3:
                option = self._within(options, at, steps)
            case _:
                option = moved(options, at, steps)
        return Draft(self.key, option)

    def _put(self, draft: Draft | None, place: int, value: Scalar) -> Draft | None:
        values = list(self._values(draft))
        values[place] = value
        return self.still(Draft(self.key, values=tuple(values)))

    def seated(self, draft: Draft | None, seat: Seat) -> Draft | None:
        """Give the draft after that seat's button was pushed, None where that means nothing here.

        Of two fields that take a seat it fills the one that is not known yet.
        """
        draft = self.still(draft)
        wheels = self.settled(draft)
        takes = [
            (value is not None, place)
            for place, (value, asked) in enumerate(wheels)
            if asked.field in SEAT_FIELDS and seat in asked.choices
        ]
        if takes and draft is not None and wheels[min(takes)[1]][0] == seat:
            return draft
        if takes:
            # What was to lie on one seat's board is not meant for another's.
            known = tuple(None if asked.groups else value for value, asked in wheels)
            return self._put(Draft(self.key, values=known), min(takes)[1], seat)
        if not wheels:
            mine = (o for o in self.options if o.field in SEAT_FIELDS and o.choice == seat)
            option = next(mine, None)
            return None if option is None else Draft(self.key, option)
        return None

    def seats_said(self, draft: Draft | None) -> tuple[Seat, ...]:
        """Give the seats that what is being entered is about, the one said last at the end."""
        option = None if draft is None else draft.option
        said = [*self.first.given, *((asked.field, value) for value, asked in self.settled(draft))]
        said += [] if option is None or option.field is None else [(option.field, option.choice)]
        return tuple(Seat(int(value)) for field, value in said if field in SEAT_FIELDS and value is not None)

    def _jumped(self, options: Sequence[Option], at: Option | None, steps: int) -> Option:
        """Go from group to group, or from ten to ten and stay near the same last digit."""
        bands = list(dict.fromkeys(self._band(option) for option in options))
        if at is None:
            # From nothing, tens count up from none; groups begin with the first.
            start = None if self.group(options[0]) is not None else bands[0]
            return next(o for o in options if self._band(o) == moved(bands, start, steps))
        band = moved(bands, self._band(at), steps)
        inside = [o for o in options if self._band(o) == band]
        if not isinstance(at.choice, int) or self.group(at) is not None:
            return inside[0]
        ones = at.choice % 10
        return min(inside, key=lambda o: abs(o.choice % 10 - ones) if isinstance(o.choice, int) else 0)

    def _within(self, options: Sequence[Option], at: Option | None, steps: int) -> Option:
        if at is None:
            return moved(options, None, steps)
        return moved([o for o in options if self._band(o) == self._band(at)], at, steps)

    def _band(self, option: Option) -> str:
        group = self.group(option)
        if group is not None:
            return group
        if isinstance(option.choice, int) and not isinstance(option.choice, bool):
            return f"{option.choice // 10}"
        return f"{option.event} {option.field}"


@cache
def takes_list(game: AnyGame, event: str, field: str) -> bool:
    """Say whether a field of an event holds a list."""
    if event not in game.events:
        return False
    properties = schema(game.events[event]).get("properties")
    shape = properties.get(field) if isinstance(properties, dict) else None
    return isinstance(shape, dict) and shape.get("type") == "array"


def tasks_of(game: AnyGame, awaits: Iterable[Await], state: Any = None) -> tuple[Task, ...]:
    """Make tasks of what is awaited in *state*, in the same order.

    What has no choices (a formula), or more fields than there are encoders, is for phones.
    """
    groups: dict[Key, list[Await]] = {}
    for awaited in awaits:
        if awaited.by is not By.ENTRY or len(awaited.asked) > MOST_WHEELS:
            continue
        if not all(asked.choices for asked in awaited.asked):
            continue
        mates = next((key for key in groups if awaited.beside and key[0] == awaited.beside), None)
        if awaited.given and len(awaited.asked) < 2:
            mates = next(
                (k for k, of in groups.items() if k[1] == awaited.given and len(of[0].asked) < 2), None
            )
        groups.setdefault(mates or (awaited.event, awaited.given), []).append(awaited)
    return tuple(
        Task(game, tuple(sorted(mates, key=lambda a: not a.asked)), state) for mates in groups.values()
    )


def subject(view: Mapping[str, Json], given: Mapping[str, Scalar]) -> Mapping[str, Json]:
    """Give the entry of a list in the view that has all the given fields: what the task is about."""
    if given:
        for value in view.values():
            for entry in value if isinstance(value, list) else ():
                if isinstance(entry, dict) and all(entry.get(k) == v for k, v in given.items()):
                    return entry
    return {}
