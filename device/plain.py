"""Signs that a terminal lacks, written as others: an old locale is no reason to fail."""

import codecs
import io

PLAIN = {"−": "-", "–": "-", "×": "x", "÷": "/", "√": "root", "’": "'", "…": "...", "•": "-"}
"""What stands for our signs where they can't be written: formulas stay readable, for us too."""


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


def speak_plainly(*streams: object) -> None:
    """Have signs that a stream's encoding lacks written as others, instead of failing."""
    codecs.register_error("khepri.plain", _plainly)
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="khepri.plain")
