"""Runs the conversions that the program suggests for files that do not contain states as lines, in every installed shell.

    hints.py PROGRAM

Requires the programs that the suggestions use: duckdb (its command-line client), jq, gzip, bzip2, xz, zstd, zip, iconv.
"""
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
podcast = os.path.join(root, "Fixtures/podcast-player")
TOLD = "hint: convert the input to lines: "

# A table with a column for each fact. Versions must remain texts, and an empty cell must add no fact to the state.
TABLE = [("id", "platform", "osVersion", "appVersion", "weight"), ("a", "iOS", "17.10", "2", 3), ("b", "macOS", "14", "", 1),
         ("c", "tvOS", "17.2", "2.1", 20)]


def run(line, **more):
    return subprocess.run(line, capture_output=True, text=True, **more)


def write(name, text, encoding="utf-8"):
    with open(name, "w", encoding=encoding) as file:
        file.write(text)


def make_files():
    """Creates the files to convert. Returns, for each one, the file with the same states as lines."""
    lines = open("people.ndjson").read()
    states = [json.loads(line) for line in lines.splitlines()]
    write("one.json", json.dumps(states[1], indent=2) + "\n")
    write("list.json", json.dumps(states, indent=1))
    write("wide.ndjson", lines, "utf-16")
    with gzip.open("people.ndjson.gz", "wt") as file:
        file.write(lines)
    for command in ("bzip2 -k", "xz -k", "zstd -q", "zip -q people.zip"):
        subprocess.run([*command.split(), "people.ndjson"], check=True)
    rows = [dict(zip(TABLE[0], row)) for row in TABLE[1:]]
    write("people.csv", "".join(",".join(map(str, row)) + "\n" for row in TABLE))
    write("table.ndjson", "".join(json.dumps({k: v for k, v in row.items() if v != ""}) + "\n" for row in rows))
    write("one.ndjson", json.dumps(states[1]) + "\n")
    subprocess.run(["duckdb", "-c", "COPY (FROM 'people.ndjson') TO 'people.parquet' (FORMAT parquet)"], check=True,
                   stdout=subprocess.DEVNULL)
    whole = ["list.json", "wide.ndjson", "people.ndjson.gz", "people.ndjson.bz2", "people.ndjson.xz", "people.ndjson.zst",
             "people.zip", "people.parquet"]
    return {**dict.fromkeys(whole, "people.ndjson"), "one.json": "one.ndjson", "people.csv": "table.ndjson"}


def main(program):
    shells = [shell for shell in ("sh", "bash", "zsh", "fish", "pwsh") if shutil.which(shell)]
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath(program), os.path.join(folder, "flint-inspect"))
        os.environ["PATH"] = folder + os.pathsep + os.environ["PATH"]
        os.chdir(folder)
        shutil.copy(os.path.join(podcast, "manifest.json"), "m.json")
        shutil.copy(os.path.join(podcast, "population.ndjson"), "people.ndjson")
        for file, same in make_files().items():
            for command in ("audience", "stream"):
                # The suggestion must work in fish and PowerShell as well as in sh.
                told = run(["flint-inspect", command, "m.json", file])
                hint = next(line for line in told.stderr.splitlines() if line.startswith(TOLD))
                expected = run(["flint-inspect", command, "m.json", same]).stdout
                for shell in shells:
                    result = run([shell, "-c", hint[len(TOLD):]])
                    assert (result.stdout, result.stderr, result.returncode) == (expected, "", 0), (shell, hint, result)
            print(f"{file}: {', '.join(shells)}: {hint[len(TOLD):]}")
        os.chdir(root)


main(*sys.argv[1:])
