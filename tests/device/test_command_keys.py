from device.command_keys import KEYS_KEPT, CommandKeys


def test_key_gives_the_entry_that_its_command_made() -> None:
    keys = CommandKeys({"a": 1})
    keys.note("b", 2)
    keys.note("c")
    assert [(key, keys[key]) for key in "abc" if key in keys] == [("a", 1), ("b", 2), ("c", 0)]


def test_command_without_a_key_is_never_one_that_was_seen() -> None:
    keys = CommandKeys()
    keys.note(None, 1)
    assert None not in keys


def test_newest_keys_are_kept() -> None:
    keys = CommandKeys()
    for number in range(KEYS_KEPT + 1):
        keys.note(str(number), number)
    assert ["0" in keys, "1" in keys, str(KEYS_KEPT) in keys] == [False, True, True]
