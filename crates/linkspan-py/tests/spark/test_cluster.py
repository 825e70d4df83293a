"""A cluster of which parts die in the middle of a job."""

import json
import os
import pathlib
import signal

import cluster
import crawl_data
import pytest

#: What is killed, in the order of the jobs; the first one is left alone. With LINKSPAN_FULL, each kind of process.
KILLED = [None, "CoarseGrainedExecutorBackend", "pyspark.daemon", "worker.Worker"][: None if os.environ.get("LINKSPAN_FULL") else 2]
DRIVER = pathlib.Path(__file__).with_name("driver.py")


@pytest.fixture(scope="module")
def outputs(pages, tmp_path_factory):
    """The outputs of all jobs, and what was killed in each: which process, after how many tasks."""
    folder = tmp_path_factory.mktemp("cluster")
    outputs = [folder / f"out{number}" for number in range(len(KILLED))]
    running = cluster.Cluster(folder)
    killed = []
    try:
        process = running.submit(DRIVER, pages, *outputs)
        for number, (name, output) in enumerate(zip(KILLED, outputs, strict=True)):
            if name is not None:
                # Each job goes a little further before something dies.
                count = cluster.wait_for(lambda: cluster.committed(output) >= 2 * number and cluster.committed(output), process)
                pids = running.processes(name)
                if count and pids:
                    os.kill(pids[-1], signal.SIGKILL)
                killed.append((name, count, pids))
            cluster.wait_for((output / "summary.json").exists, process)
        assert process.wait() == 0, running.said()[-5000:]
    finally:
        running.close()
    return outputs, killed


@pytest.mark.parametrize("number", range(len(KILLED)))
def test_nothing_is_lost_and_nothing_is_there_twice(number, outputs, hashed, domains):
    output = outputs[0][number]
    assert crawl_data.hashed(crawl_data.written(output / "links")) == hashed
    assert crawl_data.rows(crawl_data.written(output / "domains")) == domains
    assert (output / "links/_SUCCESS").exists()


def test_the_counts_are_those_of_one_run(outputs, hashed):
    summaries = [json.loads((output / "summary.json").read_text()) for output in outputs[0]]
    assert all(summary == summaries[0] for summary in summaries)
    assert (summaries[0]["links"], summaries[0]["broken"]) == (hashed[0], 1)


def test_they_died_in_the_middle(outputs):
    for name, count, pids in outputs[1]:
        assert pids, name
        assert count is not None and 0 < count < 13, name
