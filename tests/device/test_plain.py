import io

import pytest

from device.plain import speak_plainly
from rules.pharaoh_code.formula_nodes import write
from rules.pharaoh_code.formula_text import parse


def written(text: str, encoding: str) -> str:
    """Give what a terminal with that encoding shows of a text."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    speak_plainly(stream)
    stream.write(text)
    stream.flush()
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("utf-8", "(5−2)×11 ÷ 미나"),
        ("latin-1", "(5-2)×11 ÷ ??"),
        ("ascii", "(5-2)x11 / ??"),
        ("euc_kr", "(5-2)×11 ÷ 미나"),
    ],
)
def test_signs_that_a_terminal_lacks_are_written_as_others(encoding: str, shown: str) -> None:
    assert written("(5−2)×11 ÷ 미나", encoding) == shown


def test_formula_written_plainly_is_read_as_the_same() -> None:
    formula = "12÷(5−2)×11"
    assert write(parse(written(formula, "ascii"))) == formula


def test_streams_of_another_kind_are_left_alone() -> None:
    speak_plainly(io.StringIO(), None)
