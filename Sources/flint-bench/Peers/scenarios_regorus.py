"""Runs the scenarios of a suite step by step. The features are rules of a policy in the language Rego. If a step expects a
status of a feature, regorus, an engine in Rust, evaluates the rule of the feature, that is, only whether it is available."""
import json, sys
import regorus

manifest = json.load(open(sys.argv[1]))
attribute = {a["id"]: a for a in manifest["attributes"]}
rules, names = ["package app", "import rego.v1"], {}

def number(version):
    parts = [int(x) for x in str(version).split(".")] + [0, 0]
    return parts[0] * 10**8 + parts[1] * 10**4 + parts[2]
def helper(bodies):
    name = "h%d" % len(rules)
    rules.extend("%s if { %s }" % (name, body) for body in bodies)
    return name
def product(id):
    return 'input.purchases[%s] == "purchased"' % json.dumps(id)
def purchase(r):
    if isinstance(r, str): return product(r)
    if "product" in r: return "false"
    (word, parts), = r.items()
    return "; ".join(map(purchase, parts)) if word == "allOf" else helper(map(purchase, parts))
def holds(key, required):
    value = 'input.attributes[%s]' % json.dumps(key)
    default = attribute[key].get("default")
    if default is not None:
        value = 'object.get(input.attributes, %s, %s)' % (json.dumps(key), json.dumps(default))
    accepted = required if isinstance(required, list) else [required]
    return "%s == %s" % (value, json.dumps(accepted[0])) if len(accepted) == 1 else "%s in %s" % (value, json.dumps(accepted))
def conditions(c, id):
    for platform, version in c.get("platforms", {}).items():
        other = 'input.platform != "%s"' % platform
        yield other if version == "unsupported" else helper([other, "input.os >= %d" % number(version)])
    if "appVersion" in c: yield "input.app >= %d" % number(c["appVersion"]["atLeast"])
    if "runtimeEnabled" in c: yield 'object.get(input.runtime, "%s", true)' % id
    if "userToggled" in c:
        yield 'object.get(input.toggles, "%s", %s)' % (id, json.dumps(c["userToggled"]["defaultValue"]))
    for p in c.get("permissions", []):
        authorized = 'input.permissions["%s"] == "authorized"'
        yield authorized % p if p != "location.whenInUse" else helper([authorized % p, authorized % "location.always"])
    for r in c.get("purchases", []): yield purchase(r)
    for key, required in c.get("attributes", {}).items(): yield holds(key, required)
    for block in c.get("conditional", []):
        guard = "; ".join(holds(k, v) for k, v in block["when"]["attributes"].items())
        yield helper(["not %s" % helper([guard]), "; ".join(conditions(block["constraints"], id))])
def walk(features, parent):
    for f in features:
        own = list(conditions(f.get("constraints", {}), f["id"])) + ([parent] if parent else [])
        name = names[f["id"]] = "f%d" % len(names)
        rules.append("default %s := false" % name)
        rules.append("%s if { %s }" % (name, "; ".join(own) or "true"))
        walk(f.get("features", []), name)

walk(manifest["features"], None)
engine = regorus.Engine()
engine.add_policy("app.rego", "\n".join(rules))
failed = 0
for scenario in json.load(open(sys.argv[2]))["scenarios"]:
    given = scenario["given"]
    state = {"platform": given["platform"], "os": number(given["osVersion"]), "app": number(manifest["app"]["version"]),
             "permissions": {}, "purchases": {}, "toggles": {}, "runtime": {}, "attributes": {}}
    for step in scenario["steps"]:
        for action, value in step.items():
            if action == "purchase": state["purchases"][value] = "purchased"
            elif action == "refund": state["purchases"][value] = "notPurchased"
            elif action == "toggle": state["toggles"].update(value)
            elif action == "upgrade": state["os"] = number(value["osVersion"])
            elif action == "set":
                for section, members in value.items(): state[section].update(members)
        (feature, status), = step["expect"].items()
        engine.set_input_json(json.dumps(state))
        if engine.eval_rule("data.app." + names[feature]) != (status == "available"): failed += 1
print(failed, "expectations failed")
sys.exit(2 if failed else 0)
