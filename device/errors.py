"""What the parts of the table and its file may raise.

DeviceError
├── PinMapError     the pin map can't be read, or two things want one pin
├── ButtonsError    no way to the pins, or one button's pin can't be had
├── RingError       no ring, or it stopped taking frames
├── DisplayError    no display, or it stopped taking pictures
├── EncodersError   one encoder's pins can't be had
└── SoundError      no piezo, or it can't be heard

StoreError          the disk or the table's file refused
└── DamagedError    the file is no table's, or can't be read any more

A part that fails is reported as absent; the table goes on without it. Without its file it does not.
"""


class DeviceError(Exception):
    """Base of all that a part of the table raises; the sentence says what came and where."""


class PinMapError(DeviceError):
    """The pin map can't be used."""


class ButtonsError(DeviceError):
    """The pins, or the pin of one button, can't be had."""


class RingError(DeviceError):
    """The ring is absent or doesn't take frames."""


class DisplayError(DeviceError):
    """The display is absent or doesn't take pictures."""


class EncodersError(DeviceError):
    """The pins of one encoder can't be had."""


class SoundError(DeviceError):
    """The piezo is absent or stays silent."""


class StoreError(Exception):
    """The disk or the table's file refused; what was acknowledged before is still there."""


class DamagedError(StoreError):
    """The file is no table's, or parts of it can't be read any more."""
