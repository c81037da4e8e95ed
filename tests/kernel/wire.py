"""What left /dev/spidev0.0, read as the LEDs read it."""

from pathlib import Path

from device.ring import Frame

CAPTURE = Path("/sys/kernel/debug/spicap")
NS_A_SECOND = 1_000_000_000
LONG_NS, SHORT_NS, EITHER_WAY_NS = 800, 400, 150
"""WS2812B, data sheet: high for 0.8 µs is a 1, for 0.4 µs a 0, each ± 0.15 µs."""
BIT_NS = range(650, 1851)
"""A bit takes 1.25 ± 0.6 µs."""


def forget() -> None:
    """Forget what was sent so far; at most a megabyte is kept."""
    (CAPTURE / "size").write_text("0")


def last_transfer() -> tuple[str, float]:
    """Give the line's levels during the last transfer, a 0 or 1 each, and how long each is (ns)."""
    sent = (CAPTURE / "tx").read_bytes()
    length = int((CAPTURE / "length").read_text())
    assert len(sent) >= length > 0, f"{len(sent)} bytes were sent, {length} in the last transfer"
    levels = "".join(f"{byte:08b}" for byte in sent[-length:])
    return levels, NS_A_SECOND / int((CAPTURE / "hz").read_text())


def as_leds_read(levels: str, level_ns: float) -> tuple[Frame, float]:
    """Give the colours that LEDs of order GRB take, and how long the line rests after the last bit (ns)."""
    data = levels.rstrip("0")
    bits = ""
    for pulse in data.replace("01", "0 1").split():
        high_ns, whole_ns = pulse.count("1") * level_ns, len(pulse) * level_ns
        is_one = abs(high_ns - LONG_NS) <= EITHER_WAY_NS
        is_zero = abs(high_ns - SHORT_NS) <= EITHER_WAY_NS
        assert is_one or is_zero, f"bit {len(bits)} is high for {high_ns:.0f} ns"
        is_last = (len(bits) + 1) % 24 == 0
        assert is_last or round(whole_ns) in BIT_NS, f"bit {len(bits)} takes {whole_ns:.0f} ns"
        bits += "1" if is_one else "0"
    values = [int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)]
    leds = tuple((r, g, b) for g, r, b in zip(values[::3], values[1::3], values[2::3], strict=True))
    return leds, (len(levels) - len(data)) * level_ns


def last_frame() -> Frame:
    """Give the colours of the last transfer."""
    return as_leds_read(*last_transfer())[0]
