"""Holds the schemas to a real validator, beside what the program itself accepts and rejects.

    schemas.py PROGRAM RANDOM-MANIFESTS FIXTURES [COUNT [SEED]]

Fixtures and COUNT random manifests are legal to both. Then each is changed in one place, over and over: what the program
accepts the schema must accept, and what it rejects for what a schema can say, the schema must reject. Exits with 1 where
the two disagree, and where some rule was never broken.
"""

import collections
import copy
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import jsonschema

# What a schema can say; the rest needs the ids that a manifest declares, or two places at once.
STRUCTURAL = {
    "wrong-type", "unknown-key", "missing-key", "unexpected-key", "unsupported-version", "empty-value", "invalid-id",
    "unknown-value", "unknown-platform", "unknown-permission", "invalid-version", "conflicting-platforms",
    "unsupported-here", "invalid-integer", "duplicate-value", "nested-conditional",
    "impossible-status",
}  # fmt: skip
# Of these rules, what depends on a declaration.
BY_DECLARATION = re.compile(
    "for (a boolean attribute|a choice|a consumable|a product)|unknown value|twice in '(anyOf|allOf)'"
    r"|^(?!permission ').* cannot be '"
)
KINDS = ["manifest", "state", "scenarios", "evaluation"]
# Keys that few objects have, or that exclude others.
KEYS = ["unheard", "$own", "x-own", "iOSOnly", "macOSOnly", "conditional", "quantity", "where"]
# Any value in the place of another.
STRAYS = [None, True, False, 0, 1, 7, -1, 1.5, "", "text", "not an id", "latest", "any", "unsupported", "1.2", "1.2.3.4",
          "01", [], {}, [1], ["text", "text"], {"text": 1}, {"atLeast": "1"}, {"below": 3, "atLeast": 1}]  # fmt: skip

# Constraints that chance seldom makes.
BROKEN = [
    {"platforms": {"iOSOnly": 9, "iOS": 9}}, {"platforms": {"iOSOnly": 9, "macOSOnly": 9}},
    {"platforms": {"iOSOnly": "unsupported"}},
    {"permissions": [{"permission": "camera", "in": ["authorized", "limited"]}]},
    {"permissions": [{"permission": "photos", "in": ["provisional"]}]},
    {"conditional": [{"when": {"platforms": {"iOS": 9}}, "constraints": {"runtimeEnabled": True, "conditional": []}}]},
    {"conditional": [{"when": {"platforms": {"iOS": "unsupported"}}, "constraints": {"runtimeEnabled": True}}]},
    {"conditional": [{"when": {"platforms": {"iOSOnly": 9}}, "constraints": {"runtimeEnabled": True}}]},
    {"conditional": [{"when": {"$own": 1}, "constraints": {"x-own": True}}]},
]  # fmt: skip


def answer(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)


class Schemas:
    def __init__(self, program):
        self.validators = {}
        for kind in KINDS:
            schema = json.loads(answer(program, "schema", kind).stdout)
            jsonschema.Draft202012Validator.check_schema(schema)
            self.validators[kind] = jsonschema.Draft202012Validator(schema)

    def accept(self, kind, value):
        return self.validators[kind].is_valid(value)

    def problem(self, kind, value):
        error = jsonschema.exceptions.best_match(self.validators[kind].iter_errors(value))
        return error and f"{error.json_path}: {error.message}"[:300]


# MARK: One change


def places(value, path=()):
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], path + (key,))
    if isinstance(value, list):
        for index in range(len(value)):
            yield from places(value[index], path + (index,))


def at(value, path):
    for step in path:
        value = value[step]
    return value


def changed(document, choose):
    """A copy with one thing changed in a random place."""
    document = copy.deepcopy(document)
    paths = list(places(document))
    keys = sorted({key for path in paths for key in path if isinstance(key, str)})
    # What is rare in a document is changed as often as what is not.
    name = choose.choice([None, *keys])
    path = choose.choice([path for path in paths if name in path[-2:]] if name else paths)
    there = at(document, path)
    change = choose.randrange(7)
    if change == 0 and isinstance(there, dict):
        beside = copy.deepcopy(choose.choice([*there.values()] or STRAYS))
        there[choose.choice(choose.choice([KEYS, keys or KEYS]))] = choose.choice([beside, choose.choice(STRAYS)])
    elif change == 1 and isinstance(there, dict) and there:
        key = choose.choice(list(there))
        there[choose.choice(keys)] = there.pop(key)
    elif change == 2 and isinstance(there, list) and there:
        there.append(copy.deepcopy(choose.choice(there)))
    elif change == 3 and isinstance(there, (dict, list)):
        there.clear()
    elif not path:
        return choose.choice(STRAYS)
    elif change == 4:
        del at(document, path[:-1])[path[-1]]
    elif change == 5:
        at(document, path[:-1])[path[-1]] = copy.deepcopy(at(document, choose.choice(paths)))
    else:
        at(document, path[:-1])[path[-1]] = choose.choice(STRAYS)
    return document


# MARK: What the program says


class Verdicts:
    """Files in a folder, and what the program says of each: a list of rules with messages."""

    line = re.compile(r"^(.+?):\d+:\d+: error: (.*) \[([a-z-]+)\]$")

    def __init__(self, program, folder):
        self.program, self.folder, self.count = program, folder, 0

    def write(self, document):
        self.count += 1
        path = self.folder / f"{self.count}.json"
        path.write_text(json.dumps(document))
        return path

    def of_manifests(self, manifests):
        paths = [self.write(manifest) for manifest in manifests]
        found = json.loads(answer(self.program, "validate", *paths, "--format", "json").stdout)["findings"]
        problems = collections.defaultdict(list)
        for finding in found:
            if finding["severity"] == "error":
                problems[finding["path"]].append((finding["rule"], finding["message"]))
        return [problems[str(path)] for path in paths]

    def of_scenarios(self, manifest, suites):
        """Each suite in a run of its own: one that cannot be read keeps the others from being run."""
        verdicts = []
        for suite in suites:
            path = self.write(suite)
            told = answer(self.program, "test", manifest, path, "--color", "never").stderr.splitlines()
            found = [match for match in map(self.line.match, told) if match]
            verdicts.append([(match[3], match[2]) for match in found])
        return verdicts


# MARK: The comparison


class Comparison:
    def __init__(self, schemas):
        self.schemas = schemas
        self.failures = 0
        self.rules = collections.Counter()
        self.verdicts = collections.Counter()

    def fail(self, text, document):
        self.failures += 1
        if self.failures <= 20:
            print(text, json.dumps(document, ensure_ascii=False)[:1500], sep="\n  ", file=sys.stderr)

    def legal(self, kind, document, source):
        if problem := self.schemas.problem(kind, document):
            self.fail(f"{source}: legal, and no {kind}: {problem}", document)

    def compare(self, kind, document, problems):
        isValid = self.schemas.accept(kind, document)
        structural = [(rule, text) for rule, text in problems
                      if rule in STRUCTURAL and not BY_DECLARATION.search(text)]  # fmt: skip
        for rule, _ in structural:
            self.rules[rule] += 1
        self.verdicts["rejected by both" if structural else "accepted" if not problems else "rejected by meaning"] += 1
        if structural and isValid:
            self.fail(f"{kind}: the schema accepts what the program rejects: {structural}", document)
        if not problems and not isValid:
            told = self.schemas.problem(kind, document)
            self.fail(f"{kind}: the schema rejects what the program accepts: {told}", document)


def main():
    program, generator, fixtures = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 200
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    choose = random.Random(seed)
    schemas = Schemas(program)
    comparison = Comparison(schemas)
    manifests = {str(path): json.loads(path.read_text()) for path in sorted(fixtures.glob("*/manifest.json"))}
    for number, line in enumerate(answer(generator, count, seed).stdout.splitlines()):
        manifests[f"random {seed + number}"] = json.loads(line)
    with tempfile.TemporaryDirectory() as folder:
        verdicts = Verdicts(program, pathlib.Path(folder))
        for source, manifest in manifests.items():
            comparison.legal("manifest", manifest, source)
            path = verdicts.write(manifest)
            for name in [*manifest.get("states", {})][:2]:
                comparison.legal("state", manifest["states"][name], source)
                told = json.loads(answer(program, "evaluate", path, "--state", name, "--format", "json").stdout)
                comparison.legal("evaluation", told, source)
                comparison.legal("state", told["state"], source + ", resolved")
        for suite in sorted(fixtures.glob("*/scenarios.json")):
            scenarios = json.loads(suite.read_text())
            comparison.legal("scenarios", scenarios, suite)
            changes = [changed(scenarios, choose) for _ in range(count)]
            problems = verdicts.of_scenarios(suite.parent / "manifest.json", changes)
            for document, found in zip(changes, problems):
                comparison.compare("scenarios", document, found)
        broken = [{"manifestVersion": 1, "features": [{"id": "f", "constraints": each}]} for each in BROKEN]
        for document, found in zip(broken, verdicts.of_manifests(broken)):
            assert found, document
            comparison.compare("manifest", document, found)
        for manifest in manifests.values():
            changes = [changed(manifest, choose) for _ in range(25)]
            for document, found in zip(changes, verdicts.of_manifests(changes)):
                comparison.compare("manifest", document, found)
            for state in manifest.get("states", {}).values():
                states = [changed(state, choose) for _ in range(10)]
                around = [{**manifest, "states": {"one": each}, "defaultState": "one"} for each in states]
                for document, found in zip(states, verdicts.of_manifests(around)):
                    comparison.compare("state", document, found)
    for verdict, number in [*comparison.verdicts.items(), *sorted(comparison.rules.items())]:
        print(f"{number:7} {verdict}")
    missed = STRUCTURAL - set(comparison.rules)
    if missed:
        print("never broken:", *sorted(missed))
    print(f"{comparison.failures} disagreements with seed {seed}")
    sys.exit(1 if comparison.failures or missed else 0)


main()
