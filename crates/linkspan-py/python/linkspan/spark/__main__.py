"""``python -m linkspan.spark``, or with ``spark-submit`` the path of this file."""

import sys

from linkspan.crawl.command import main

if __name__ == "__main__":
    sys.exit(main())
