"""Settings that all tests share. The position builders are in `tests/positions.py`."""

import os
from pathlib import Path

from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from splendor.core.kernel import COMPILED

# Each worker has a place of its own for what Hypothesis keeps: on a fresh machine they would write
# the same files at the same time.
set_hypothesis_home_dir(Path(".hypothesis") / os.getenv("PYTEST_XDIST_WORKER", "alone"))

# The same examples on every run: a test that fails, fails for whoever looks into it. A first
# call compiles, so no single example has a deadline. Hypothesis would also try what stands in the
# sources of all modules that are loaded, which depends on the tests before.
vars(providers)["_get_local_constants"] = Constants
settings.register_profile(
    "splendor",
    derandomize=True,
    deadline=None,
    max_examples=200 if COMPILED else 40,
    database=None,
    print_blob=True,
)
settings.load_profile("splendor")
