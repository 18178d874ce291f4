"""`python -m tools.docs`."""

import sys

from tools.docs import main

sys.exit(main())
