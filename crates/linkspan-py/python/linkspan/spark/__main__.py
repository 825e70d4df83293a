"""``python -m linkspan.spark``; with ``spark-submit``, use the path of this file."""

import signal
import sys


def _run() -> int:
    try:
        from linkspan.crawl.command import main
    except ModuleNotFoundError as error:
        print(f"linkspan: {error}: pip install 'linkspan[crawl]'", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return main()


if __name__ == "__main__":
    sys.exit(_run())
