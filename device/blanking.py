"""Put the ring out after a table that could not do so itself: LEDs keep the light that they were given last.

systemd calls it whenever the table has ended (ExecStopPost), and says how in SERVICE_RESULT.
"""

import os
import sys
from collections.abc import Mapping


def main(environ: Mapping[str, str] = os.environ) -> int:
    """Blank the ring, unless the table ended as it should and so has blanked it."""
    if environ.get("SERVICE_RESULT") == "success":
        return 0
    # Imported here: after an orderly stop nobody has to wait for it.
    from device.errors import DeviceError
    from device.pins import load_pins
    from device.pixels import open_pixels
    from device.ring import LEDS

    ring = load_pins().ring
    if ring is None:
        return 0
    try:
        if not _blank_quickly(ring, LEDS):
            open_pixels(ring, simulate=False).close()
    except DeviceError as error:
        print(f"khepri: {error}", file=sys.stderr)
        return 1
    print(f"The ring was put out after a table that ended by {environ.get('SERVICE_RESULT', 'a call')}.")
    return 0


def _blank_quickly(gpio: int, count: int) -> bool:
    """Blank through rpi_ws281x alone; False where that does not serve this board.

    Importing Blinka takes a small Pi many seconds, and the table is not started again before this has ended.
    """
    try:
        from rpi_ws281x import PixelStrip

        strip = PixelStrip(count, gpio)
        strip.begin()
        strip.show()
    except (ImportError, RuntimeError):
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
