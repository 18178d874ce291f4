"""Settings of all tests. The position builders are in `tests/positions.py`."""

import os
from pathlib import Path

from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from splendor.core.kernel import COMPILED

# Each worker has its own directory for Hypothesis: otherwise they would write the same files at the
# same time on a fresh machine.
set_hypothesis_home_dir(Path(".hypothesis") / os.getenv("PYTEST_XDIST_WORKER", "alone"))

# Kernels with bounds checks and interpreted ones are tried with fewer examples: they are the same.
EXAMPLES = 25 if not COMPILED else 100 if os.getenv("NUMBA_BOUNDSCHECK") == "1" else 200

# The same examples on every run, so that failures can be reproduced. The first call compiles, so
# examples have no deadline. Hypothesis would also try constants of all loaded modules, which depend
# on earlier tests.
vars(providers)["_get_local_constants"] = Constants
settings.register_profile(
    "splendor",
    derandomize=True,
    deadline=None,
    max_examples=EXAMPLES,
    database=None,
    print_blob=True,
)
settings.load_profile("splendor")
