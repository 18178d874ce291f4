"""`python -m splendor` is the command `splendor`."""

import sys

INTERRUPTED = 130


def main() -> int:
    """Run a command. Ctrl-C during the imports ends it in one line, too."""
    try:
        from splendor.cli import main as run
    except KeyboardInterrupt:
        print("\nsplendor: interrupted", file=sys.stderr)
        return INTERRUPTED
    return run()


if __name__ == "__main__":
    sys.exit(main())
