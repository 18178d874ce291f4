"""`python -m splendor` is the command `splendor`."""

import sys

from splendor.cli import main

sys.exit(main())
