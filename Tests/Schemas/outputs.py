"""Checks the JSON output of each command against its schema with Python's jsonschema.

    outputs.py PROGRAM RANDOM-MANIFESTS FIXTURES [COUNT [SEED]]

The results of every command for all fixtures and COUNT random manifests must be valid, and must be invalid with an unknown key
in any object. The time to validate conditions nested 64 deep must be proportional to the size of the document. Exits with 1 if
a check fails, or if a command produced no result.
"""

import collections
import copy
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import jsonschema

# The name of each schema, and the command whose output it describes.
RESULTS = {
    "evaluation": "evaluate", "explanation": "explain", "findings": "validate", "test": "test", "cover": "cover",
    "impact": "impact", "matrix": "matrix", "plan": "plan", "diff": "diff", "history": "history",
    "audience": "audience", "stream": "stream",
}  # fmt: skip
# Keys of objects whose own keys are ids that the app declares, so that any key is valid.
MAPS = {
    "permissions", "purchases", "toggles", "runtime", "attributes", "buckets", "ignored", "unavailable", "drift",
    "expect", "key", "actual", "impossible",
}  # fmt: skip
# The validator calls itself several times for each level of a nested condition.
sys.setrecursionlimit(20_000)


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True)


def features(manifest):
    for feature in manifest.get("features", []):
        if "id" in feature:
            yield feature["id"]
            yield from features(feature)


def objects(value, path=()):
    """Yields the objects in a value, each with its path."""
    if isinstance(value, dict):
        yield path, value
    for key, member in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from objects(member, path + (key,))


class Check:
    def __init__(self, program):
        self.program, self.failures, self.documents = program, 0, collections.Counter()
        self.validators = {}
        for name in RESULTS:
            schema = json.loads(run(program, "schema", name).stdout)
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object", name
            self.validators[name] = jsonschema.Draft202012Validator(schema)

    def fail(self, name, text, line):
        self.failures += 1
        if self.failures <= 20:
            print(f"{name}: {text}\n   {' '.join(map(str, line))}"[:600])

    def result(self, name, *arguments):
        """Runs a command and checks its output. Returns false if it exits with 2, because it does not apply to every fixture."""
        line = [self.program, RESULTS[name], *arguments] + ([] if name == "stream" else ["--format", "json"])
        told = run(*line)
        if told.returncode == 2:
            return False
        for text in told.stdout.splitlines() if name == "stream" else [told.stdout]:
            self.document(name, json.loads(text), line)
        return True

    def document(self, name, document, line):
        self.documents[name] += 1
        validator = self.validators[name]
        error = jsonschema.exceptions.best_match(validator.iter_errors(document))
        if error:
            return self.fail(name, f"{error.json_path}: {error.message}", line)
        # For objects with the same keys at the same path, one check suffices.
        seen = set()
        for path, there in objects(document):
            place = tuple(step for step in path if isinstance(step, str)), tuple(there)
            is_map = path and path[-1] in MAPS
            # A stream returns the id of a state unchanged, which may be any value.
            if place in seen or is_map or name == "stream" and path[:1] == ("id",):
                continue
            seen.add(place)
            there["unheard"] = 1
            if validator.is_valid(document):
                self.fail(name, f"takes an unknown key in {path}", line)
            del there["unheard"]



def check_manifest(check, path, manifest, old, choose):
    """Checks the commands that apply to the manifest."""
    declared = list(features(manifest))
    check.result("evaluation", path)
    check.result("evaluation", path, "--fresh", "--baseline", '{"platform": "macOS", "osVersion": "latest"}')
    check.result("findings", path, "--today", "2030-01-01")
    check.result("matrix", path, "--states", "all")
    check.result("matrix", path, "--vary", "platform")
    check.result("cover", path)
    check.result("diff", old, path)
    for feature in choose.sample(declared, min(3, len(declared))):
        check.result("explanation", path, feature)
        check.result("plan", path, feature)
        check.result("plan", path, feature, "--fresh", "--allow", "restricted,environment,platform,date")
        check.result("impact", path, "--feature", feature)
    for kind in ["product", "attribute"]:
        for thing in manifest.get(kind + "s", [])[:2]:
            check.result("impact", path, "--" + kind, thing["id"])
    check.result("impact", path, "--permission", "camera")


def check_population(check, path, lines, old):
    check.result("audience", path, lines)
    check.result("audience", path, lines, "--against", old, "--by", "platform", "--by", "osVersion")
    check.result("stream", path, lines)
    check.result("stream", path, lines, lines, "--expect")


def check_nesting(check, folder):
    """Checks that validating a document 64 levels deep takes about four times as long as one of 16 levels."""
    times = {}
    for depth in [16, 64]:
        condition = {"permissions": ["camera"]}
        for level in range(depth - 1):
            condition = {"not": condition} if level % 3 == 0 else {["anyOf", "allOf"][level % 2]: [condition]}
        path = folder / f"nested-{depth}.json"
        path.write_text(json.dumps(
            {"manifestVersion": 1, "features": [{"id": "deep", "constraints": {"not": condition}}]}))  # fmt: skip
        for name, arguments in [("evaluation", []), ("explanation", ["deep"])]:
            told = run(check.program, RESULTS[name], path, *arguments, "--format", "json")
            document = json.loads(told.stdout)
            start = time.process_time()
            for _ in range(3):
                if not check.validators[name].is_valid(document):
                    check.fail(name, f"refuses a condition nested {depth} deep", [path])
            times[name, depth] = (time.process_time() - start) / 3
    for name in ["evaluation", "explanation"]:
        shallow, deep = times[name, 16], times[name, 64]
        print(f"{name}: {shallow:.3f} s for 16 levels, {deep:.3f} s for 64")
        if deep > 16 * shallow:
            check.fail(name, "takes more and more time for each level", [])


def main():
    program, generator, fixtures = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 40
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    choose = random.Random(seed)
    check = Check(program)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        old = fixtures / "podcast-player" / "manifest.json"
        population = fixtures / "podcast-player" / "population.ndjson"
        for path in sorted(fixtures.glob("*/manifest.json")):
            manifest = json.loads(run(program, "bundle", path).stdout)
            check_manifest(check, path, manifest, old, choose)
            suite = path.parent / "scenarios.json"
            check.result("test", path, suite, "--coverage", "--min-coverage", "99.5")
            check.result("test", path, suite, "--mutate", "--min-score", "3")
            check_population(check, path, population, old)
            # Outside a repository, the command exits with 2.
            check.result("history", path)
        # These scenarios fail, and their output contains every kind of expectation.
        suite = folder / "failing.json"
        suite.write_text(json.dumps(FAILING))
        if not check.result("test", old, suite):
            check.fail("test", "did not run what fails", [suite])
        made = run(generator, count, seed)
        assert made.returncode == 0, made.stderr[:1000]
        for number, line in enumerate(made.stdout.splitlines()):
            manifest = json.loads(line)
            path = folder / f"{number}.json"
            path.write_text(line)
            check_manifest(check, path, manifest, old, choose)
            lines = folder / f"{number}.ndjson"
            states = [state for state in manifest.get("states", {}).values()]
            lines.write_text("".join(json.dumps(state) + "\n" for state in [*states, {"unheard": 1}]))
            check_population(check, path, lines, old)
        check_nesting(check, folder)
    for name in RESULTS:
        print(f"{check.documents[name]:7} {name}")
        if check.documents[name] < 10 and name != "history":
            check.fail(name, "has hardly any result", [])
    print(f"{check.failures} failures with seed {seed}")
    sys.exit(1 if check.failures else 0)


FAILING = {
    "scenarioVersion": 1,
    "scenarios": [
        {"name": "a status alone", "cases": [{"expect": {"playback": "unavailable"}}]},
        {"name": "all facts", "cases": [
            {"expect": {"playback": {"status": "unavailable", "blockers": ["date"], "nextStep": "upgradeOS"}}},
            {"expect": {"playback": {"nextStep": "upgradeOS"}}},
            {"expect": {"dynamic-speed": {"blockers": []}}},
        ]},
        {"name": "an outcome", "steps": [
            {"perform": {"feature": "smart-playlists", "action": "createPlaylist"}, "expect": "performed"}]},
        {"name": "a claim", "never": {"available": "playback"}},
        {"name": "passes", "always": {"available": "playback"}, "where": {"platform": "iOS"}},
    ],
}  # fmt: skip

main()
