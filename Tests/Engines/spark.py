"""Runs the guide's recipe for PySpark as printed, and compares the result with a single run over the whole file.

    spark.py PROGRAM MANIFEST STATES
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from pyspark.sql import SparkSession

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
guide = open(os.path.join(root, "Sources/FlintCore/FlintCore.docc/Populations.md")).read()
[recipe] = re.findall(r"```python\n(.*?)```", guide, re.S)
program, manifest, states = map(os.path.abspath, sys.argv[1:4])


def without_line(result):
    result = json.loads(result)
    # Line numbers start at 1 in each of Spark's partitions, so they are not compared.
    result.pop("line")
    return result


def run(*words):
    return subprocess.run(["flint-inspect", *words], capture_output=True, text=True)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    os.symlink(program, "flint-inspect")
    os.environ["PATH"] = folder + os.pathsep + os.environ["PATH"]
    spark = SparkSession.builder.master("local[2]").appName("flint-inspect").getOrCreate()
    os.symlink(manifest, "manifest.json")
    lines = open(states).readlines()
    # The second of two partitions of a single line is empty.
    for part in (lines, lines[:1]):
        with open("states.ndjson", "w") as file:
            file.writelines(part)
        names = {"spark": spark}
        exec(compile(recipe, "recipe", "exec"), names)
        piped = [without_line(line) for line in names["results"].collect()]
        assert piped == [without_line(line) for line in run("stream", "manifest.json", "states.ndjson").stdout.splitlines()]
        print(f"PySpark: {len(piped)} results, as in one run")
    os.chdir(root)
