import pytest

from device.data import names, read


def test_packaged_file_is_read() -> None:
    assert read("device", "pins.toml").startswith(b"#")


def test_missing_file_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"no-such\.toml"):
        read("device", "no-such.toml")


def test_files_of_a_folder_are_listed_with_those_below_it() -> None:
    found = list(names("device"))
    assert {"pins.toml", "texts/en.json"} <= set(found)


def test_names_of_a_folder_start_at_that_folder() -> None:
    assert "en.json" in list(names("device", "texts"))
