"""Evaluates a population with Spark, and compares the result with a single run over the whole file.

    spark.py PROGRAM MANIFEST STATES [OPTIONS]

OPTIONS are passed to each run of `audience`, such as a manifest to compare with and keys to group by.
"""
import json
import os
import subprocess
import sys
import tempfile

from pyspark.sql import SparkSession

program, manifest, states = map(os.path.abspath, sys.argv[1:4])
options = [os.path.abspath(one) if os.path.exists(one) else one for one in sys.argv[4:]]
spark = SparkSession.builder.master("local[2]").appName("flint-inspect").getOrCreate()
lines = spark.sparkContext.textFile(states, 4)


def without_line(result):
    result = json.loads(result)
    # Line numbers start at 1 in each of Spark's partitions, so they are not compared.
    result.pop("line")
    return json.dumps(result)


# A filter within a job turns every state into a result.
piped = lines.pipe(f"{program} stream {manifest}").map(without_line).collect()
with open(states) as file:
    single = subprocess.run([program, "stream", manifest], stdin=file, capture_output=True, text=True)
assert single.returncode in (0, 1), single.stderr
assert piped == [without_line(line) for line in single.stdout.splitlines()]
print(f"pipe: {len(piped)} results, as in one run")


# Each partition is counted separately, and the totals are merged at the end.
def totals(partition):
    run = subprocess.run(
        [program, "audience", manifest, "-", *options, "--format", "json"],
        input="\n".join(partition), capture_output=True, text=True)
    # Status 1 means that some lines could not be read and were counted as rejected.
    if run.returncode not in (0, 1):
        raise RuntimeError(run.stderr)
    yield run.stdout


with tempfile.TemporaryDirectory() as folder:
    parts = []
    for number, part in enumerate(lines.mapPartitions(totals).collect()):
        parts.append(os.path.join(folder, f"part-{number}.json"))
        with open(parts[-1], "w") as file:
            file.write(part)
    merged = subprocess.run(
        [program, "audience", "--merge", *parts, "--format", "json"], capture_output=True)
    whole = subprocess.run(
        [program, "audience", manifest, states, *options, "--format", "json"], capture_output=True)
    assert len(parts) > 1 and merged.stdout and merged.stdout == whole.stdout
    print(f"mapPartitions: {len(parts)} parts merged, byte for byte one run")
