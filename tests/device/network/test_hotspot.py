"""The own Wi-Fi's name, password and code."""

from pathlib import Path

import pytest

from device.display_canvas import HEIGHT, WIDTH, Box, Canvas
from device.network.hotspot import LETTERS, Hotspot, new_password, own_name, wifi_code


def test_name_is_the_machines_own_and_stays(tmp_path: Path) -> None:
    ids = [tmp_path / name for name in ("one", "other")]
    for path in ids:
        path.write_text(f"{path.name}\n")
    one, other = (own_name(path) for path in ids)
    assert (one, one != other, len(one)) == (own_name(ids[0]), True, len("Khepri-3f7a"))
    assert own_name(tmp_path / "none") == own_name(tmp_path / "none either")


def test_password_is_drawn_anew_from_letters_that_are_not_taken_for_each_other() -> None:
    drawn = {new_password() for _ in range(200)}
    assert len(drawn) == 200
    assert {len(password) for password in drawn} == {10}
    assert set("".join(drawn)) <= set(LETTERS)
    assert not set("il1o0") & set(LETTERS)


def test_password_is_not_told_in_passing() -> None:
    assert "mtw47xkqsp" not in repr(Hotspot("Khepri-3f7a", "mtw47xkqsp"))


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("Khepri-3f7a", "mtw47xkqsp", "WIFI:T:WPA;S:Khepri-3f7a;P:mtw47xkqsp;;"),
        ('a;b,c:d\\e"f', "x;y", 'WIFI:T:WPA;S:a\\;b\\,c\\:d\\\\e\\"f;P:x\\;y;;'),
    ],
)
def test_code_escapes_what_divides_its_fields(name: str, password: str, code: str) -> None:
    assert wifi_code(name, password) == code


def test_code_has_two_dots_a_module_on_the_display() -> None:
    canvas = Canvas()
    side = canvas.qr(Hotspot("Khepri-bench", "mtw47xkqsp").code, Box(0, 0, WIDTH, HEIGHT))
    assert (side, canvas.faults) == (64, [])
