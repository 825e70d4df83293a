"""Finds the links of a crawl: ``python -m linkspan.spark``, on one machine or on Spark."""
