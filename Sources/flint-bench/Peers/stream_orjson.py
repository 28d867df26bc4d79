"""The loop that a team would write itself: orjson reads a line, closures evaluate the features, orjson writes the result."""
import sys
import orjson

with open(sys.argv[1], "rb") as file:
    manifest = orjson.loads(file.read())
types = {p["id"]: p["type"] for p in manifest["products"]}
defaults = {a["id"]: a.get("default") for a in manifest["attributes"]}
YES, UNKNOWN, NO = 1, 0, -1
STATUS = {"authorized": YES, "notDetermined": UNKNOWN}
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
    "localNetwork": {"iOS": "14.0", "macOS": "11.0", "tvOS": "14.0", "visionOS": "1.0"},
    "nearbyInteraction": {"iOS": "14.0", "watchOS": "8.0"},
    "focusStatus": {"iOS": "15.0", "macOS": "12.0", "watchOS": "8.0"},
}
HOLDING = {"purchased": YES, "unknown": UNKNOWN}


def parts(version):
    numbers = [int(x) for x in str(version).split(".")]
    return numbers + [0] * (3 - len(numbers))


app_version = parts(manifest["app"]["version"])


def platform(name, required):
    if required == "unsupported":
        return lambda s: NO if s["platform"] == name else YES
    required = parts(required)
    return lambda s: NO if s["platform"] == name and s["os"] < required else YES


def permission(name):
    support = {platform: parts(version) for platform, version in SUPPORT[name].items()}

    def judge(s):
        given = s["permissions"]
        status = given.get(name)
        if status is None:
            if name == "location.whenInUse" and given.get("location.always") == "authorized":
                return YES
            first = support.get(s["platform"])
            return NO if first is None or s["os"] < first else UNKNOWN
        return STATUS.get(status, NO)
    return judge


def purchase(requirement):
    if isinstance(requirement, str):
        return lambda s: HOLDING.get(s["purchases"].get(requirement, "notPurchased"), NO)
    if "product" in requirement:
        return lambda s: NO
    (word, operands), = requirement.items()
    judges = [purchase(o) for o in operands]
    extreme = max if word == "anyOf" else min
    return lambda s: extreme(j(s) for j in judges)


def attribute(key, required):
    accepted = required if isinstance(required, list) else [required]
    default = defaults[key]

    def judge(s):
        value = s["attributes"].get(key, default)
        return UNKNOWN if value is None else YES if value in accepted else NO
    return judge


def flag(section, key, default):
    def judge(s):
        value = s[section].get(key, default)
        return UNKNOWN if value is None else YES if value else NO
    return judge


def expression(requirement):
    if isinstance(requirement, str):
        return requirement
    (word, operands), = requirement.items()
    return (" or " if word == "anyOf" else " and ").join(map(expression, operands))


def constraints(c, feature, prefix=""):
    for name, required in c.get("platforms", {}).items():
        yield prefix + "platform:" + name, platform(name, required)
    if "appVersion" in c:
        least = parts(c["appVersion"]["atLeast"])
        yield prefix + "appVersion", lambda s: YES if s["app"] >= least else NO
    if "runtimeEnabled" in c:
        yield prefix + "runtimeEnabled", flag("runtime", feature, True)
    if "userToggled" in c:
        yield prefix + "userToggled", flag("toggles", feature, c["userToggled"]["defaultValue"])
    for name in c.get("permissions", []):
        yield prefix + "permission:" + name, permission(name)
    for requirement in c.get("purchases", []):
        yield prefix + "purchase:" + expression(requirement), purchase(requirement)
    for key, required in c.get("attributes", {}).items():
        yield prefix + "attribute:" + key, attribute(key, required)
    for number, block in enumerate(c.get("conditional", []), 1):
        guards = [attribute(k, r) for k, r in block["when"]["attributes"].items()]
        for name, judge in constraints(block["constraints"], feature, "when[%d]/" % number):
            def guarded(s, judge=judge, guards=guards):
                guard = min(g(s) for g in guards)
                if guard == NO:
                    return YES
                status = judge(s)
                return UNKNOWN if guard == UNKNOWN and status == NO else status
            yield name, guarded


features = []


def walk(children, ancestors):
    for f in children:
        own = list(constraints(f.get("constraints", {}), f["id"]))
        features.append((f["id"], own, ancestors))
        walk(f.get("features", []), [f["id"]] + ancestors)


walk(manifest["features"], [])
write = sys.stdout.buffer.write
for number, line in enumerate(sys.stdin.buffer, 1):
    s = orjson.loads(line)
    s.setdefault("platform", "iOS")
    s["os"] = parts(s["osVersion"])
    s["app"] = parts(s["appVersion"]) if "appVersion" in s else app_version
    for section in ("permissions", "purchases", "toggles", "runtime", "attributes"):
        if section not in s:
            s[section] = {}
    result = {"id": s["id"], "line": number, "available": [], "undetermined": [], "unavailable": {}}
    truths, blockers = {}, {}
    for id, own, ancestors in features:
        truth, mine = YES, []
        for name, judge in own:
            status = judge(s)
            if status < truth:
                truth = status
            if status == NO:
                mine.append(name)
        truths[id], blockers[id] = truth, mine
        for a in ancestors:
            truth = min(truth, truths[a])
        if truth == YES:
            result["available"].append(id)
        elif truth == UNKNOWN:
            result["undetermined"].append(id)
        else:
            result["unavailable"][id] = mine + [a + "/" + b for a in ancestors for b in blockers[a]]
    write(orjson.dumps(result) + b"\n")
