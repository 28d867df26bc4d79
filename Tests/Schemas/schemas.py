"""Compares the schemas, as applied by Python's jsonschema, with the program's own validation.

    schemas.py PROGRAM RANDOM-MANIFESTS FIXTURES [COUNT [SEED]]

Fixtures and COUNT random manifests must be valid for both. Each is then changed repeatedly, once at a time. A schema must accept
every document that the program accepts, and must reject every document that breaks a rule that a schema can express. Exits
with 1 if the two disagree, or if some rule was never broken.
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

# The rules that a schema can express. The others depend on declared ids or relate two parts of a document.
STRUCTURAL = {
    "wrong-type", "unknown-key", "missing-key", "unexpected-key", "unsupported-version", "empty-value", "invalid-id",
    "unknown-value", "unknown-platform", "unknown-permission", "invalid-version", "conflicting-platforms",
    "unsupported-here", "invalid-integer", "duplicate-value", "nested-conditional",
    "impossible-status",
}  # fmt: skip
# Messages of these rules that depend on declarations, which a schema cannot check. They include messages about the values of
# attributes, except values that no attribute can have.
BY_DECLARATION = re.compile(
    r"\(of an attribute\)$|for (a choice|a consumable|a product)|unknown value|twice in '(anyOf|allOf)'"
    "|has no levels$|has no 'level', but its group"
    r"|^(?!permission ').* cannot be '"
)
KINDS = ["manifest", "state", "scenarios", "evaluation"]
# Keys that are rare or that exclude other keys.
KEYS = ["unheard", "$own", "x-own", "iOSOnly", "macOSOnly", "conditional", "quantity", "where"]
# Values that replace others.
STRAYS = [None, True, False, 0, 1, 7, -1, 1.5, "", "text", "not an id", "latest", "any", "unsupported", "1.2", "1.2.3.4",
          "01", [], {}, [1], ["text", "text"], {"text": 1}, {"atLeast": "1"}, {"below": 3, "atLeast": 1}]  # fmt: skip

# Errors that random changes rarely produce, each with the rule that it breaks: in the constraints of a feature,
CONSTRAINTS = [
    ("conflicting-platforms", {"platforms": {"iOSOnly": 9, "iOS": 9}}),
    ("conflicting-platforms", {"platforms": {"iOSOnly": 9, "macOSOnly": 9}}),
    ("unsupported-here", {"platforms": {"iOSOnly": "unsupported"}}),
    ("unsupported-here", {"anyOf": [{"platforms": {"iOS": "unsupported"}}]}),
    ("unsupported-here", {"not": {"platforms": {"iOSOnly": 9}}}),
    ("unsupported-here", {"conditional": [{"when": {"platforms": {"iOS": "unsupported"}}, "constraints": {"date": {"below": "2030-01-01"}}}]}),
    ("impossible-status", {"permissions": [{"permission": "camera", "in": ["authorized", "limited"]}]}),
    ("impossible-status", {"permissions": [{"permission": "photos", "in": ["provisional"]}]}),
    ("impossible-status", {"permissions": [{"permission": "photos", "in": ["unsupported"]}]}),
    ("nested-conditional", {"conditional": [{"when": {"platforms": {"iOS": 9}}, "constraints": {"runtimeEnabled": True, "conditional": []}}]}),
    ("nested-conditional", {"allOf": [{"conditional": []}]}),
    ("empty-value", {"conditional": [{"when": {"$own": 1}, "constraints": {"x-own": True}}]}),
    ("empty-value", {"not": {}}),
    ("empty-value", {"anyOf": []}),
    ("empty-value", {"allOf": [{"permissions": []}]}),
    ("empty-value", {"attributes": {"count": {}}}),
    ("empty-value", {"attributes": {"word": {"notIn": []}}}),
    ("empty-value", {"attributes": {"day": {"ago": {}}}}),
    ("empty-value", {"purchases": [{"anyOf": []}]}),
    ("empty-value", {"purchases": [{"product": "SUB", "in": []}]}),
    ("unexpected-key", {"purchases": [{"product": "ONE", "anyOf": ["SUB"]}]}),
    ("unexpected-key", {"purchases": [{"group": "main", "product": "ONE"}]}),
    ("unexpected-key", {"purchases": [{"group": "main", "quantity": 1}]}),
    ("unexpected-key", {"purchases": [{"allOf": ["ONE"], "in": ["purchased"]}]}),
    ("unexpected-key", {"purchases": [{"product": "ONE", "atLeast": "high"}]}),
    ("unexpected-key", {"attributes": {"day": {"ago": {"below": "P1D"}, "atLeast": "2026-01-01"}}}),
    ("unknown-value", {"runtimeEnabled": False}),
    ("impossible-status", {"purchases": [{"product": "SUB", "in": ["unknown"]}]}),
    ("duplicate-value", {"not": {"anyOf": [{"appVersion": 2}, {"appVersion": 2}]}}),
    ("duplicate-value", {"purchases": [{"product": "SUB", "in": ["expired", "expired"]}]}),
    ("missing-key", {"rollout": {"bucket": "sale"}}),
    ("missing-key", {"userToggled": {}}),
    ("invalid-integer", {"purchases": [{"product": "COIN", "quantity": 0}]}),
    ("missing-key", {"permissions": [{"in": ["authorized"]}]}),
]  # fmt: skip
# in a manifest,
MANIFESTS = [
    ("unexpected-key", {"products": [{"id": "ONE", "type": "nonConsumable", "group": "main"}]}),
    ("unexpected-key", {"products": [{"id": "SUB", "type": "autoRenewingSubscription", "level": "high"}]}),
    ("unexpected-key", {"attributes": [{"id": "count", "type": "integer", "values": ["text"]}]}),
    ("unexpected-key", {"conditions": [{"id": "c", "is": {"runtimeEnabled": True}}]}),
    ("unexpected-key", {"conditions": [{"id": "c", "is": {"allOf": [{"userToggled": {"defaultValue": True}}]}}]}),
    ("missing-key", {"conditions": [{"id": "c", "is": {"rollout": {"percent": 5}}}]}),
    ("missing-key", {"attributes": [{"id": "word", "type": "choice"}]}),
    ("empty-value", {"app": {"platforms": []}}),
    ("empty-value", {"app": {"version": {}}}),
    ("empty-value", {"groups": [{"id": "main", "levels": []}]}),
    ("unsupported-here", {"app": {"platforms": {"iOS": "unsupported"}}}),
    ("unsupported-version", {"manifestVersion": 2}),
    ("unknown-platform", {"app": {"platforms": ["Linux"]}}),
    ("unknown-permission", {"features": [{"id": "g", "constraints": {"permissions": ["cmaera"]}}]}),
    ("unknown-key", {"features": [{"id": "g", "requires": {}}]}),
    ("unexpected-key", {"features": [{"include": "f.json", "id": "g"}]}),
    ("invalid-id", {"features": [{"id": "no id"}]}),
    ("invalid-id", {"groups": [{"id": "main", "levels": ["-"]}]}),
    ("wrong-type", {"features": {}}),
]  # fmt: skip
# in a state,
STATES = [
    ("impossible-status", {"permissions": {"camera": "limited"}}),
    ("impossible-status", {"permissions": {"photos": "provisional"}}),
    ("impossible-status", {"defaults": {"permission": "limited"}}),
    ("impossible-status", {"defaults": {"purchase": "expired"}}),
    ("unknown-permission", {"permissions": {"cmaera": "denied"}}),
    ("missing-key", {"purchases": {"SUB": {}}}),
    ("wrong-type", {"purchases": {"SUB": None}}),
    ("unknown-key", {"purchases": {"SUB": {"until": "2027-01-01", "from": "2026-01-01"}}}),
]  # fmt: skip
# and in a scenario.
SCENARIOS = [
    ("unexpected-key", {"steps": [{"expect": {}}], "cases": []}),
    ("unexpected-key", {"always": {"available": "f"}, "never": {"available": "f"}}),
    ("unexpected-key", {"always": {"available": "f"}, "given": {}}),
    ("unexpected-key", {"cases": [{"expect": {"f": "available"}}], "where": {}}),
    ("unexpected-key", {"always": {"available": "f", "unavailable": "f"}}),
    ("unexpected-key", {"steps": [{"purchase": "SUB", "refund": "SUB"}]}),
    ("empty-value", {"cases": [{"expect": {}}]}),
    ("empty-value", {"never": {"allOf": []}}),
    ("missing-key", {"cases": [{"given": {}}]}),
    ("missing-key", {"where": {}}),
    ("unknown-value", {"cases": [{"expect": {"f": "there"}}]}),
]  # fmt: skip
# The declarations that the documents above refer to.
DECLARED = {
    "manifestVersion": 1,
    "groups": [{"id": "main", "levels": ["low", "high"]}],
    "products": [
        {"id": "ONE", "type": "nonConsumable"}, {"id": "COIN", "type": "consumable"},
        {"id": "SUB", "type": "autoRenewingSubscription", "group": "main", "level": "low"},
    ],
    "attributes": [
        {"id": "count", "type": "integer"}, {"id": "word", "type": "text"}, {"id": "day", "type": "date"},
        {"id": "number", "type": "version"},
    ],
    "features": [{"id": "f", "constraints": {"rollout": {"percent": 5, "bucket": "sale"}}}],
}  # fmt: skip

# Limits of values: the kind of document, how it contains a value, valid values at the limits, and the first invalid ones.
LONGEST = 2**53
LIMITS = [
    ("constraints", lambda value: {"appVersion": value}, [0, 2**31 - 1, "0", "1.2.3", "2147483647"], [-1, 2**31, "", "01", "1.2.3.4", "10000000000"]),
    ("constraints", lambda value: {"platforms": {"iOS": value}}, [0, 2**31 - 1, "any", "unsupported"], [-1, 2**31, "latest"]),
    ("constraints", lambda value: {"rollout": {"percent": value}}, [0, 100, 99.9999], [-0.0001, 100.0001, 101]),
    ("constraints", lambda value: {"attributes": {"count": [value]}}, [-LONGEST, LONGEST], [-LONGEST - 1, LONGEST + 1]),
    ("constraints", lambda value: {"attributes": {"count": {"atLeast": value}}}, [-LONGEST, LONGEST], [-LONGEST - 1, LONGEST + 1]),
    ("constraints", lambda value: {"attributes": {"word": value}}, ["a"], [""]),
    ("constraints", lambda value: {"attributes": {"day": {"ago": {"atLeast": value}}}},
     ["P2D", "-P30D", "P1W", "PT1S", "P1DT1H"], ["P", "PT", "P1DT", "P1Y", "P1M", "2D", "P-1D", "P1.5D"]),
    ("constraints", lambda value: {"date": {"atLeast": value}},
     ["1970-01-01", "9999-12-31T23:59:59Z", "2026-12-01T00:00Z"],
     ["1969-12-31", "10000-01-01", "2026-13-01", "2026-12-00", "2026-12-32", "2026-12-01T24:00Z", "2026-12-01T00:00",
      "2026-12-01T23:59:60Z", "2026-12-01T00:60Z", "2026-12-01T00:00:00.5Z"]),
    ("constraints", lambda value: {"purchases": [{"product": "COIN", "quantity": value}]}, [1, 2**63 - 1], [0, -1, 2**63]),
    ("manifest", lambda value: {"attributes": [{"id": "a", "type": "integer", "default": value}]},
     [-LONGEST, LONGEST], [-LONGEST - 1, LONGEST + 1]),
    ("manifest", lambda value: {"app": {"version": {"iOS": value}}}, [0, 2**31 - 1], [-1, 2**31, "latest"]),
    ("manifest", lambda value: {"features": [{"id": "g", "until": value}]}, ["1970-01-01"], ["1969-12-31"]),
    ("state", lambda value: {"purchases": {"COIN": value}}, [0, 2**63 - 1], [-1, 2**63]),
    ("state", lambda value: {"weight": value}, [0, 2**63 - 1], [-1, 2**63, 0.5]),
    ("state", lambda value: {"buckets": {"sale": value}}, [0, 99.9999], [-0.0001, 100]),
    ("state", lambda value: {"attributes": {"count": value}}, [-LONGEST, LONGEST, None], [-LONGEST - 1, LONGEST + 1]),
    ("state", lambda value: {"osVersion": value}, [0, 2**31 - 1, "latest"], [-1, 2**31, "any"]),
    ("scenarios", lambda value: {"steps": [{"given": {}, "advance": value}]}, [], ["P", "PT", "P1H", "-P1D"]),
    ("scenarios", lambda value: {"never": {"available": "f"}, "where": {"buckets": {"sale": value}}}, [0, 99.9999], [-1, 100]),
    ("scenarios", lambda value: {"never": {"available": "f"}, "where": {"buckets": {"sale": {"below": value}}}}, [100, 0.0001], [100.0001]),
]  # fmt: skip


def around(kind, part):
    """Returns the kind and a document that contains the given part."""
    if kind == "constraints":
        return "manifest", {**DECLARED, "features": [*DECLARED["features"], {"id": "broken", "constraints": part}]}
    if kind == "manifest":
        return kind, {**DECLARED, **part}
    if kind == "scenarios":
        return kind, {"scenarioVersion": 1, "scenarios": [{"name": "One", **part}]}
    return kind, part


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


# MARK: Single changes


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
    """Returns a copy with one change at a random path."""
    document = copy.deepcopy(document)
    paths = list(places(document))
    keys = sorted({key for path in paths for key in path if isinstance(key, str)})
    # A key is chosen first, so that rare keys are changed as often as frequent ones.
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


# MARK: The program's validation


def path_at(offset, value, start=0, path=()):
    """Returns the path of the value at an offset in the output of `json.dumps`. A key belongs to its value."""
    start += 1
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        end = start + len(json.dumps(member)) + (len(json.dumps(key)) + 2 if isinstance(value, dict) else 0)
        if start <= offset < end:
            within = end - len(json.dumps(member))
            return path_at(offset, member, within, path + (key,)) if offset >= within else path + (key,)
        start = end + 2
    return path


def is_of_attribute(path):
    """Whether a path leads to the value of an attribute, under the attribute's id."""
    return any(step == "attributes" and isinstance(after, str) for step, after in zip(path, path[1:]))


class Verdicts:
    """Writes documents to files in a folder, and lists the rules that each breaks, with messages."""

    line = re.compile(r"^(.+?):1:(\d+): error: (.*) \[([a-z-]+)\]$")

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
                problems[finding["path"]].append((finding["rule"], finding["message"], finding["column"]))
        return [self.placed(manifest, problems[str(path)]) for manifest, path in zip(manifests, paths)]

    def placed(self, document, problems):
        """Returns the problems, with a mark on those about values of attributes."""
        return [(rule, text + (" (of an attribute)" if is_of_attribute(path_at(column - 1, document)) else ""))
                for rule, text, column in problems]  # fmt: skip

    def of_scenarios(self, manifest, suites):
        """Runs each suite separately, because an unreadable suite prevents the others from running."""
        verdicts = []
        for suite in suites:
            path = self.write(suite)
            told = answer(self.program, "test", manifest, path, "--color", "never").stderr.splitlines()
            found = [match for match in map(self.line.match, told) if match]
            verdicts.append(self.placed(suite, [(match[4], match[3], int(match[2])) for match in found]))
        return verdicts

    def of(self, kind, documents):
        if kind == "scenarios":
            return self.of_scenarios(self.write(DECLARED), documents)
        if kind == "state":
            documents = [{**DECLARED, "states": {"one": each}} for each in documents]
        return self.of_manifests(documents)


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

    def broken(self, verdicts):
        """Checks that the program and the schemas reject the errors that random changes rarely produce."""
        cases = [("constraints", CONSTRAINTS), ("manifest", MANIFESTS), ("state", STATES), ("scenarios", SCENARIOS)]
        for part, table in cases:
            made = [around(part, each) for _, each in table]
            kind, documents = made[0][0], [document for _, document in made]
            for (rule, _), document, found in zip(table, documents, verdicts.of(kind, documents)):
                if rule not in [broken for broken, _ in found]:
                    self.fail(f"{kind}: does not break {rule}, but {found}", document)
                if self.schemas.accept(kind, document):
                    self.fail(f"{kind}: the schema accepts what breaks {rule}", document)
                self.rules[rule] += 1

    def limits(self, verdicts):
        """Checks that both accept values at a limit, and reject values beyond it."""
        for part, place, inside, outside in LIMITS:
            made = [around(part, place(value)) for value in inside + outside]
            kind, documents = made[0][0], [document for _, document in made]
            for value, document, found in zip(inside + outside, documents, verdicts.of(kind, documents)):
                if bool(found) != (value in outside):
                    self.fail(f"{kind}: the program tells of {value!r}: {found}", document)
                if self.schemas.accept(kind, document) == (value in outside):
                    self.fail(f"{kind}: the schema says of {value!r}: {self.schemas.problem(kind, document)}", document)


def main():
    program, generator, fixtures = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 200
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    choose = random.Random(seed)
    schemas = Schemas(program)
    comparison = Comparison(schemas)
    manifests = {
        str(path): json.loads(answer(program, "bundle", path).stdout) for path in sorted(fixtures.glob("*/manifest.json"))
    }
    # Manifests that include others, and the included parts, must be valid as well as their bundles.
    for path in sorted([*fixtures.glob("*/manifest.json"), *fixtures.glob("*/*/*.json")]):
        if "manifestVersion" in (written := json.loads(path.read_text())):
            comparison.legal("manifest", written, path)
    made = answer(generator, count, seed)
    lines = made.stdout.splitlines()
    assert made.returncode == 0 and len(lines) == count, made.stderr[:1000]
    manifests |= {f"random {seed + number}": json.loads(line) for number, line in enumerate(lines)}
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
        comparison.broken(verdicts)
        comparison.limits(verdicts)
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
