"""The command line: ``linkspan`` and ``python -m linkspan`` are the program in Rust, in this process."""

from __future__ import annotations

import signal
import sys

from . import _linkspan


def main() -> int:
    """Run the program with the arguments of the process, and return its exit status."""
    # Python would wait for the end of the program.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _linkspan.run(["linkspan", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
