"""Answers the questions of `diff`, each with a new solver: for every feature and every pair of different statuses, is there a
state in which the feature has the first status with the old manifest and the second status with the new one?"""
import calendar, json, sys, time
from z3 import And, Bool, BoolVal, If, Int, Not, Or, Solver, sat

PLATFORMS = ["iOS", "macOS", "tvOS", "watchOS", "visionOS"]
SUPPORT = {
    "camera": {"iOS": "7.0", "macOS": "10.14", "tvOS": "17.0", "visionOS": "1.0"},
    "photos": {"iOS": "8.0", "macOS": "10.13", "tvOS": "10.0", "visionOS": "1.0"},
    "microphone": {"iOS": "7.0", "macOS": "10.14", "tvOS": "17.0", "watchOS": "4.0", "visionOS": "1.0"},
    "location.whenInUse": {"iOS": "8.0", "macOS": "10.15", "tvOS": "9.0", "watchOS": "2.0", "visionOS": "1.0"},
    "location.always": {"iOS": "8.0", "macOS": "10.15", "watchOS": "2.0"},
    "contacts": {"iOS": "9.0", "macOS": "10.11", "watchOS": "2.0", "visionOS": "1.0"},
    "calendarEvents": {"iOS": "6.0", "macOS": "10.9", "watchOS": "2.0", "visionOS": "1.0"},
    "reminders": {"iOS": "6.0", "macOS": "10.9", "watchOS": "2.0", "visionOS": "1.0"},
    "motion": {"iOS": "11.0", "watchOS": "4.0"},
    "speechRecognition": {"iOS": "10.0", "macOS": "10.15", "visionOS": "1.0"},
    "siriKit": {"iOS": "10.0", "tvOS": "14.0", "watchOS": "6.0", "visionOS": "1.0"},
    "bluetooth": {"iOS": "13.1", "macOS": "10.15", "tvOS": "13.0", "watchOS": "6.0", "visionOS": "1.0"},
    "mediaLibrary": {"iOS": "9.3", "visionOS": "1.0"},
    "homeKit": {"iOS": "8.0", "tvOS": "10.0", "watchOS": "2.0", "visionOS": "1.0"},
    "health": {"iOS": "8.0", "macOS": "13.0", "watchOS": "2.0", "visionOS": "1.0"},
    "tracking": {"iOS": "14.0", "macOS": "11.0", "tvOS": "14.0", "visionOS": "1.0"},
    "notifications": {"iOS": "10.0", "macOS": "10.14", "tvOS": "10.0", "watchOS": "3.0", "visionOS": "1.0"},
    "faceID": {"iOS": "11.0"},
    "localNetwork": {"iOS": "14.0", "macOS": "15.0", "visionOS": "1.0"},
    "nearbyInteraction": {"iOS": "14.0", "watchOS": "8.0"},
    "focusStatus": {"iOS": "15.0", "macOS": "12.0", "watchOS": "8.0"},
}

def number(version):
    parts = [int(x) for x in str(version).split(".")] + [0, 0]
    return parts[0] * 10**8 + parts[1] * 10**4 + parts[2]

DAY = 24 * 60 * 60
def moment(text):
    return calendar.timegm(time.strptime(text, "%Y-%m-%d"))

# Nothing is not given: what is not known stands for that too.
date, date_given = Int("date"), Bool("date given")
platform, os, app, app_given = Int("platform"), Int("os"), Int("app"), Bool("app given")
domain = {}

def variable(name, count):
    v = Int(name)
    domain[name] = (v, count)
    return v
# A status is the pair of where it is yes and where it is no.
def both(pairs): return And([y for y, _ in pairs]), Or([n for _, n in pairs])
def either(pairs): return Or([y for y, _ in pairs]), And([n for _, n in pairs])
def sure(condition): return condition, Not(condition)
def product(id):
    v = variable("product " + id, 3)
    return v == 0, v == 1
def purchase(r):
    if isinstance(r, str): return product(r)
    if "product" in r: return BoolVal(False), BoolVal(True)
    (word, parts), = r.items()
    return (either if word == "anyOf" else both)(list(map(purchase, parts)))
def offered(name):
    return Or([And(platform == PLATFORMS.index(p), os >= number(v)) for p, v in SUPPORT[name].items()])
def permission(name):
    # 0 notDetermined, 1 authorized, 2 denied, 3 restricted
    v = variable("permission " + name, 4)
    yes, no = And(offered(name), v == 1), Or(Not(offered(name)), v >= 2)
    if name == "location.whenInUse":
        always = And(offered("location.always"), variable("permission location.always", 4) == 1)
        yes, no = Or(yes, always), And(no, Not(always))
    return yes, no
def holds(manifest, key, required):
    a = manifest["attribute"][key]
    if a["type"] in ("integer", "date", "text"): return fact(a, key, required)
    values = [True, False] if a["type"] == "boolean" else a["values"]
    # 0 not given, 1 unknown, then the values
    v = variable("attribute " + key, len(values) + 2)
    accepted = required if isinstance(required, list) else [required]
    yes = [v == values.index(x) + 2 for x in accepted]
    no = [v == values.index(x) + 2 for x in values if x not in accepted]
    if "default" in a: (yes if a["default"] in accepted else no).append(v == 0)
    return Or(yes), Or(no)
words, facts = {}, {}
def fact(a, key, required):
    """An attribute of which there is no end of values: a number, and whether it is known."""
    if key not in facts: facts[key] = Int("value " + key), Bool("known " + key), Bool("given " + key)
    value, known, given = facts[key]
    if "default" in a: value = If(given, value, a["default"])
    if a["type"] == "text":
        listed = required["notIn"] if isinstance(required, dict) else required if isinstance(required, list) else [required]
        met = Or([value == words.setdefault(text, len(words)) for text in listed])
        met = Not(met) if isinstance(required, dict) else met
    elif isinstance(required, list):
        met = Or([value == number for number in required])
    elif "ago" in required:
        met, known = date - value >= int(required["ago"]["atLeast"][1:-1]) * DAY, And(known, date_given)
    else:
        met = within(value, required)
    return And(known, met), And(known, Not(met))
def within(value, bounds):
    limit = lambda bound: moment(bound) if isinstance(bound, str) else bound
    return And([value >= limit(bounds[key]) if key == "atLeast" else value < limit(bounds[key]) for key in bounds])
def condition(manifest, c, id):
    rest = list(constraints(manifest, {k: v for k, v in c.items() if k != "platforms"}, id))
    if "platforms" in c:
        rest.append(sure(Or([And(platform == PLATFORMS.index(p), BoolVal(True) if v == "any" else os >= number(v))
                             for p, v in c["platforms"].items()])))
    return both(rest)
def flag(name, default):
    v = variable(name, 4)
    return Or(v == 1, v == 0) if default else v == 1, v == 2 if default else Or(v == 2, v == 0)
def constraints(manifest, c, id):
    for name, version in c.get("platforms", {}).items():
        other = platform != PLATFORMS.index(name)
        yield sure(other if version == "unsupported" else Or(other, os >= number(version)))
    if "appVersion" in c:
        given = number(manifest["app"]["version"])
        yield sure(If(app_given, app, given) >= number(c["appVersion"]["atLeast"]))
    if "date" in c:
        met = within(date, c["date"])
        yield And(date_given, met), And(date_given, Not(met))
    for other in c.get("features", []): yield manifest["functions"][other]
    for part in c.get("allOf", []): yield condition(manifest, part, id)
    if "anyOf" in c: yield either([condition(manifest, part, id) for part in c["anyOf"]])
    if "not" in c:
        yes, no = condition(manifest, c["not"], id)
        yield no, yes
    if "runtimeEnabled" in c: yield flag("runtime " + id, True)
    if "userToggled" in c:
        v, default = variable("toggle " + id, 3), c["userToggled"]["defaultValue"]
        yield sure(Or(v == 1, v == 0) if default else v == 1)
    for p in c.get("permissions", []): yield permission(p)
    for r in c.get("purchases", []):
        unlocked, (yes, no) = Bool("unlocked " + id), purchase(r)
        yield Or(unlocked, yes), And(Not(unlocked), no)
    for key, required in c.get("attributes", {}).items(): yield holds(manifest, key, required)
    for block in c.get("conditional", []):
        guard = both([holds(manifest, k, v) for k, v in block["when"]["attributes"].items()])
        for yes, no in constraints(manifest, block["constraints"], id):
            yield Or(yes, guard[1]), And(no, guard[0])

def read(path):
    manifest = json.load(open(path))
    manifest["attribute"] = {a["id"]: a for a in manifest["attributes"]}
    functions = manifest["functions"] = {}
    def walk(features, above):
        for f in features:
            own = above + list(constraints(manifest, f.get("constraints", {}), f["id"]))
            functions[f["id"]] = both(own) if own else (BoolVal(True), BoolVal(False))
            walk(f.get("features", []), own)
    walk(manifest["features"], [])
    return functions

old, new = read(sys.argv[1]), read(sys.argv[2])
bounds = [platform >= 0, platform < 5, os >= 0, app >= 0, date >= 0, date < moment("9999-12-31")]
bounds += [And(value >= 0, value < moment("9999-12-31")) for value, _, _ in facts.values()]
bounds += [And(v >= 0, v < count) for v, count in domain.values()]
if "permission location.always" in domain and "permission location.whenInUse" in domain:
    bounds.append(Or(domain["permission location.always"][0] != 1, domain["permission location.whenInUse"][0] == 1))
statuses = {"available": lambda f: f[0], "unavailable": lambda f: f[1], "undetermined": lambda f: Not(Or(f[0], f[1]))}
changes = {}
for id in old:
    if id not in new:
        continue
    for before, is_before in statuses.items():
        for after, is_after in statuses.items():
            if before == after:
                continue
            solver = Solver()
            solver.add(bounds)
            solver.add(is_before(old[id]), is_after(new[id]))
            if solver.check() == sat:
                changes.setdefault(id, []).append((before, after))
print(json.dumps(changes))
