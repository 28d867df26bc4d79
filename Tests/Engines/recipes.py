"""Runs the guide's recipes for tables as written, and compares the tables that they produce with a single run over the states.

    recipes.py PROGRAM [ENGINE...]

Engines: DuckDB, SQLite, PostgreSQL and "Spark SQL". DuckDB and PySpark are Python packages; PostgreSQL is skipped if it is not
installed.
"""
import csv
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
program = os.path.abspath(sys.argv[1])
guide = open(os.path.join(root, "Sources/FlintCore/FlintCore.docc/PopulationTables.md")).read()
recipes = {}
for section in guide.split("\n## ")[1:]:
    name, text = section.split("\n", 1)
    recipes[name] = re.findall(r"```(\w+)\n(.*?)```", text, re.S)

PEOPLE = [
    (1, "iOS", "17.10", "active", True, 25), (2, "iOS", "15.8", None, False, 310),
    (3, "macOS", None, "active", None, 12), (4, "tvOS", "17", None, None, 3),
    (5, "watchOS", "10.1", "lapsed", False, 50), (6, "iOS", "16.4", "active", False, 7),
    (7, "iOS", "12.5.7", "active", True, 40), (8, "macOS", "10.14.4", "active", False, 9),
]
COLUMNS = ["id", "platform", "os_version", "subscription", "staff", "people"]


def states():
    """Yields the states that the recipes must produce."""
    for id, platform, version, subscription, staff, people in PEOPLE:
        state = {"id": id, "platform": platform, "weight": people, "attributes": {"staff": staff}}
        if version:
            state["osVersion"] = version
        if subscription == "active":
            state["purchases"] = {"SUB0001": "purchased"}
        yield state


def shell(text):
    subprocess.run(["sh", "-eu", "-c", text], check=True)


def made():
    """Returns the states that a recipe produced from the table."""
    return [json.loads(line) for line in open("people.ndjson") if line.strip()]


def prepare():
    manifest = open(os.path.join(root, "Fixtures/podcast-player/manifest.json")).read()
    old = manifest.replace('"defaultValue": false', '"defaultValue": true')
    new = old.replace('"iOS": 12', '"iOS": 17')
    assert len({manifest, old, new}) == 3
    for name, text in (("old.json", old), ("new.json", new)):
        with open(name, "w") as file:
            file.write(text)
    with open("people.csv", "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        rows.writerows([["" if value is None else str(value).lower() if isinstance(value, bool) else value
                         for value in row] for row in PEOPLE])
    with open("expected.ndjson", "w") as file:
        file.writelines(json.dumps(state) + "\n" for state in states())
    run = subprocess.run(
        ["flint-inspect", "audience", "new.json", "expected.ndjson", "--against", "old.json", "--by", "platform",
         "--format", "json"], capture_output=True, check=True)
    return {
        (group["key"]["platform"], feature["id"]): (feature["available"], change["lost"], change["gained"])
        for group in json.loads(run.stdout)["by"] for feature, change in zip(group["features"], group["against"])}


def same(engine, rows, expected, has_lines=True):
    rows = {(platform, feature): tuple(map(int, counts)) for platform, feature, *counts in rows}
    assert rows == expected, (engine, rows, expected)
    if has_lines:
        normal = lambda lines: sorted(json.dumps({k: v for k, v in line.items() if v != {}}, sort_keys=True) for line in lines)
        assert normal(made()) == normal(states()), (engine, made())
    assert any(lost for _, lost, _ in expected.values())
    print(f"{engine}: {len(rows)} totals come back, as in one run")


REACH = "SELECT DISTINCT platform, feature, available, lost, gained FROM reach"


def duckdb(expected):
    import duckdb as engine
    typed = "read_csv('people.csv', types = {'os_version': 'VARCHAR'})"
    for source in ("'people.parquet'", typed):
        connection = engine.connect()
        connection.execute(f"COPY (FROM {typed}) TO 'people.parquet'")
        assert typed in guide
        for language, text in recipes["DuckDB"]:
            if language == "sql":
                for statement in text.replace("'people.parquet'", source).split(";\n"):
                    if statement.strip():
                        connection.execute(statement)
            else:
                shell(text)
        same(f"DuckDB, {source}", connection.execute(REACH).fetchall(), expected)
        # The difference of two streams must contain the losses that the comparison reports.
        weights = {row[0]: row[5] for row in PEOPLE}
        lost = {}
        for id, feature in connection.execute("SELECT id, feature FROM lost").fetchall():
            lost[feature] = lost.get(feature, 0) + weights[id]
        compared = {}
        for (_, feature), (_, weight, _) in expected.items():
            if weight:
                compared[feature] = compared.get(feature, 0) + weight
        assert lost == compared, (lost, compared)
        print("DuckDB: the difference of two streams is what the comparison loses")


def sqlite(expected):
    import sqlite3
    connection = sqlite3.connect("people.db")
    connection.execute("CREATE TABLE people (id, platform, os_version TEXT, subscription, staff, people)")
    connection.executemany("INSERT INTO people VALUES (?, ?, ?, ?, ?, ?)", PEOPLE)
    connection.commit()
    for _, text in recipes["SQLite"]:
        shell(text)
    same("SQLite", connection.execute(REACH).fetchall(), expected)


def postgresql(expected):
    folders = glob.glob("/usr/lib/postgresql/*/bin")
    initdb = shutil.which("initdb") or (folders and os.path.join(folders[-1], "initdb"))
    if not initdb or not shutil.which("psql"):
        return print("PostgreSQL: not installed, skipped")
    # The test starts its own server. PostgreSQL refuses to run as root.
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    place = tempfile.mkdtemp(prefix="pg")
    if user:
        shutil.chown(place, "postgres")
    data, tools = os.path.join(place, "data"), os.path.dirname(initdb)
    subprocess.run(user + [initdb, "-D", data, "-A", "trust", "-U", "tester"], check=True, stdout=subprocess.DEVNULL,
                   cwd="/")
    control = user + [os.path.join(tools, "pg_ctl"), "-D", data, "-w"]
    subprocess.run(control + ["-o", f"-k {place} -c listen_addresses=''", "-l", os.path.join(place, "log"), "start"],
                   check=True, stdout=subprocess.DEVNULL, cwd="/")
    os.environ.update(PGHOST=place, PGUSER="tester", PGDATABASE="postgres")
    try:
        shell("psql --quiet -c 'CREATE TABLE people (id int, platform text, os_version text, subscription text,"
              " staff boolean, people bigint)' -c '\\copy people FROM people.csv CSV HEADER'")
        for _, text in recipes["PostgreSQL"]:
            shell(text)
        rows = subprocess.run(["psql", "-qAt", "-F", "\t", "-c", REACH], check=True, capture_output=True, text=True)
        same("PostgreSQL", [line.split("\t") for line in rows.stdout.splitlines()], expected)
    finally:
        subprocess.run(control + ["-m", "immediate", "stop"], check=True, stdout=subprocess.DEVNULL, cwd="/")
        shutil.rmtree(place)


def spark(expected):
    from pyspark.sql import SparkSession
    session = SparkSession.builder.master("local[2]").appName("flint-inspect").getOrCreate()
    session.createDataFrame(
        PEOPLE, "id int, platform string, os_version string, subscription string, staff boolean, people long"
    ).repartition(3).createOrReplaceTempView("people")
    for _, text in recipes["Spark SQL"]:
        exec(compile(text, "recipe", "exec"), {"spark": session})
    same("Spark SQL", map(tuple, session.sql(REACH).collect()), expected, has_lines=False)
    results = session.sql("SELECT id, available FROM results").collect()
    assert sorted(row.id for row in results) == [row[0] for row in PEOPLE]
    print(f"Spark SQL: {len(results)} results come back")


ENGINES = {"DuckDB": duckdb, "SQLite": sqlite, "PostgreSQL": postgresql, "Spark SQL": spark}
with tempfile.TemporaryDirectory() as tools:
    os.symlink(program, os.path.join(tools, "flint-inspect"))
    os.environ["PATH"] = tools + os.pathsep + os.environ["PATH"]
    for name in sys.argv[2:] or ENGINES:
        assert recipes[name], name
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            ENGINES[name](prepare())
            os.chdir(root)
