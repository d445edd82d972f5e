"""Settings that every test shares."""

from hypothesis import settings

# A deadline measures the machine, not the code: a busy one would turn a sound test red.
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")
