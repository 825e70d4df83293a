"""The links of a crawl: what ``python -m linkspan.spark`` does, on one machine or on Spark."""
