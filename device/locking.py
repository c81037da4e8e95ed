"""One program at a time on a table's folder: two would overtake each other."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LOCK = "lock"


class LockError(Exception):
    """The folder can't be had; the message says why."""


@contextmanager
def only_one(data: Path) -> Iterator[None]:
    """Hold a table's folder, which is made where it is missing.

    Raises:
        LockError: when it can't be written, or another program holds it.
    """
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock = (data / LOCK).open("w")
    except OSError as error:
        raise LockError(
            f"the folder {data} can't be written: {error.strerror}; name another with --data"
        ) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise LockError(
                f"another khepri already serves the table in {data}; stop it, or name another with --data"
            ) from error
        yield


def is_held(data: Path) -> bool:
    """Say whether another khepri holds the table in that folder, also one that does not answer."""
    with suppress(OSError), (data / LOCK).open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
