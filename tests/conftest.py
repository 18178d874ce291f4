"""Settings that all tests share. The position builders are in `tests/positions.py`."""

from hypothesis import settings

from splendor.kernel import COMPILED

# The same examples on every run: a test that fails, fails for whoever looks into it. A first
# call compiles, so no single example has a deadline.
settings.register_profile(
    "splendor",
    derandomize=True,
    deadline=None,
    max_examples=200 if COMPILED else 40,
    database=None,
)
settings.load_profile("splendor")
