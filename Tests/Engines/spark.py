"""Runs the guide's recipe for PySpark as printed, and compares the result with a single run over the whole file.

    spark.py PROGRAM MANIFEST STATES [OPTIONS]

OPTIONS are passed to each run of `audience`, such as a manifest to compare with and keys to group by.
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
options = [os.path.abspath(one) if os.path.exists(one) else one for one in sys.argv[4:]]


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
        names = {"spark": spark, "options": options}
        exec(compile(recipe.replace('"--allow-empty"', '"--allow-empty", *options'), "recipe", "exec"), names)
        piped = [without_line(line) for line in names["results"].collect()]
        assert piped == [without_line(line) for line in run("stream", "manifest.json", "states.ndjson").stdout.splitlines()]
        paths = [f"part-{number}.json" for number in range(len(names["parts"]))]
        for path, text in zip(paths, names["parts"]):
            with open(path, "w") as file:
                file.write(text)
        merged = run("audience", "--merge", *paths, "--format", "json").stdout
        whole = run("audience", "manifest.json", "states.ndjson", *options, "--format", "json").stdout
        assert len(paths) > 1 and merged and merged == whole
        print(f"PySpark: {len(piped)} results and {len(paths)} merged parts, as in one run")
    os.chdir(root)
