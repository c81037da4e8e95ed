"""What the set-up says, and what it raises when it can't go on."""

import sys


class SetupError(Exception):
    """The environment can't be made: one sentence, and a hint what to do about it."""

    def __init__(self, sentence: str, hint: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint


class OfflineError(SetupError):
    """The packages can't be reached; nothing was changed."""


def say(line: str) -> None:
    """Print *line* at once, also where the output is a pipe."""
    print(f"khepri: {line}", flush=True)


def fail(error: SetupError | OSError) -> int:
    """Tell on standard error what went wrong and what to do; give the program's exit status."""
    if isinstance(error, SetupError):
        sentence, hint = error.sentence, error.hint
    else:
        sentence, hint = f"{error.filename}: {error.strerror}", "run it again once that is mended"
    print(f"khepri: {sentence}\nhint: {hint}", file=sys.stderr)
    return 1
