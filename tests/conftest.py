"""For all tests: how Hypothesis works here."""

from hypothesis import settings

# A laptop under load, or a Pi, takes its time over an example: that is no fault.
settings.register_profile("khepri", deadline=None)
settings.load_profile("khepri")
