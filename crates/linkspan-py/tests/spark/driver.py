"""Runs the command some times in one application: ``driver.py INPUT OUTPUT OUTPUT …``."""

import sys

from linkspan.crawl.command import main

if __name__ == "__main__":
    for output in sys.argv[2:]:
        code = main([sys.argv[1], output, "--engine", "spark"])
        if code:
            sys.exit(code)
