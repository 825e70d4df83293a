"""``linkspan-crawl`` and ``python -m linkspan.crawl``; with ``spark-submit``, use the path of this file."""

import signal
import sys


def main() -> int:
    """Run the command and return its exit status."""
    try:
        from linkspan.crawl import command
    except ModuleNotFoundError as error:
        print(f"linkspan: {error}: pip install 'linkspan[crawl]'", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return command.main()


if __name__ == "__main__":
    sys.exit(main())
