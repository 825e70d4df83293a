"""A cluster of Spark on this machine, of which parts can be killed."""

import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

import pyspark

HOME = pathlib.Path(pyspark.__file__).parent


def _java(*arguments, log):
    environment = {**os.environ, "SPARK_HOME": str(HOME), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_NO_DAEMONIZE": "1"}
    environment["PYSPARK_PYTHON"] = sys.executable
    return subprocess.Popen(
        [HOME / "bin/spark-class", *arguments], env=environment, stdout=log, stderr=log, start_new_session=True
    )


def _port():
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        return opened.getsockname()[1]


class Cluster:
    """A master and two workers, each with one core."""

    def __init__(self, folder):
        self.folder = folder
        self.port = _port()
        self.master = f"spark://127.0.0.1:{self.port}"
        self._log = open(folder / "cluster.log", "wb")
        deploy = "org.apache.spark.deploy"
        self._processes = [
            _java(f"{deploy}.master.Master", "--host", "127.0.0.1", "--port", str(self.port), "--webui-port", "0", log=self._log)
        ]
        for number in (0, 1):
            self._processes.append(
                _java(
                    *(f"{deploy}.worker.Worker", "--host", "127.0.0.1", "--cores", "1", "--memory", "2g"),
                    *("--webui-port", "0", "--work-dir", str(folder / f"work{number}"), self.master),
                    log=self._log,
                )
            )

    def close(self):
        for pid in self.processes("pyspark.daemon"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for process in self._processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self._log.close()

    def submit(self, program, *arguments):
        """Starts a program on the cluster."""
        environment = {**os.environ, "SPARK_HOME": str(HOME), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
        options = ["--master", self.master, "--conf", "spark.driver.host=127.0.0.1", "--conf", "spark.ui.enabled=false"]
        log = open(self.folder / "submit.log", "wb")
        return subprocess.Popen(
            [HOME / "bin/spark-submit", *options, *map(str, [program, *arguments])],
            env=environment, stdout=log, stderr=log,
        )  # fmt: skip

    def said(self):
        """What the program said."""
        return (self.folder / "submit.log").read_text(errors="replace")

    def processes(self, name):
        """The processes of the cluster whose command line has a name in it."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            with contextlib.suppress(OSError):
                line = (entry / "cmdline").read_bytes().decode(errors="replace")
                where = str((entry / "cwd").readlink())
                if name in line and (self.master in line or where.startswith(str(self.folder))):
                    found.append(int(entry.name))
        return sorted(found)


def committed(output):
    """How many tasks have committed files of links, while the job is not done."""
    return len(list(pathlib.Path(output, "links/_temporary").glob("*/task_*/*.parquet")))


def wait_for(condition, process):
    """Waits until there is something, as long as a process runs; nothing if it ends before that."""
    while process.poll() is None:
        found = condition()
        if found:
            return found
        time.sleep(0.01)
    return None
