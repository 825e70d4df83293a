"""Finds the links of a crawl: ``linkspan-crawl``, on one machine or on Spark."""
