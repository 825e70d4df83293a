"""``python -m linkspan.spark``, or with ``spark-submit`` the path of this file."""

import signal
import sys

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        from linkspan.crawl.command import main
    except ModuleNotFoundError as error:
        sys.exit(f"linkspan: {error}: pip install 'linkspan[crawl]'")
    sys.exit(main())
