"""Counts the users of each feature with one SQL query over the file. The columns are declared as typed structs."""
import json, sys, time
import duckdb

manifest, states = json.load(open(sys.argv[1])), sys.argv[2]
product = {p["id"]: p["type"] for p in manifest["products"]}
attribute = {a["id"]: a for a in manifest["attributes"]}
features, parent = [], {}
def walk(list_, up):
    for f in list_:
        features.append(f); parent[f["id"]] = up
        walk(f.get("features", []), f["id"])
walk(manifest["features"], None)
used = {"permissions": set(), "purchases": set(), "toggles": set(), "runtime": set(), "attributes": set()}

def name(section, key):
    used[section].add(key)
    return '%s."%s"' % (section, key)
def number(version):
    parts = [int(x) for x in str(version).split(".")] + [0, 0]
    return parts[0] * 10**8 + parts[1] * 10**4 + parts[2]
def purchase(r):
    if isinstance(r, str):
        return "%s = 'purchased'" % name("purchases", r)
    if "product" in r:
        return "false"
    (word, parts), = r.items()
    return "(" + (" OR " if word == "anyOf" else " AND ").join(map(purchase, parts)) + ")"
def holds(key, required):
    value = name("attributes", key)
    default = attribute[key].get("default")
    if default is not None:
        value = "coalesce(%s, %s)" % (value, json.dumps(default).replace('"', "'"))
    if isinstance(required, bool):
        return value if required else "NOT " + value
    kind = attribute[key]["type"]
    if kind in ("integer", "date") and isinstance(required, dict):
        if "ago" in required:
            days = int(required["ago"]["atLeast"][1:-1])
            return "(date::DATE - %s::DATE >= %d)" % (value, days)
        return range_(value, required)
    if kind == "integer":
        return "%s IN (%s)" % (value, ", ".join(map(str, required)))
    if isinstance(required, dict):
        return "%s NOT IN (%s)" % (value, ", ".join("'%s'" % v for v in required["notIn"]))
    return "%s IN (%s)" % (value, ", ".join("'%s'" % v for v in (required if isinstance(required, list) else [required])))
def range_(value, bounds):
    parts = ["%s %s %s" % (value, sign, "'%s'" % bounds[key] if isinstance(bounds[key], str) else bounds[key])
             for key, sign in (("atLeast", ">="), ("below", "<")) if key in bounds]
    return "(%s)" % " AND ".join(parts)
def condition(c, id):
    """All that a condition names."""
    platforms = c.get("platforms", {})
    all_ = ["(%s)" % " OR ".join("platform = '%s'" % p if v == "any" else "(platform = '%s' AND os >= %d)" % (p, number(v))
                                 for p, v in platforms.items())] if platforms else []
    return "(%s)" % " AND ".join(all_ + list(conditions({k: v for k, v in c.items() if k != "platforms"}, id)))
def conditions(c, id):
    # Dates are written so that their texts have their order.
    if "date" in c: yield range_("date", c["date"])
    for other in c.get("features", []): yield "(%s)" % (" AND ".join(total[other]) or "true")
    for part in c.get("allOf", []): yield condition(part, id)
    if "anyOf" in c: yield "(%s)" % " OR ".join(condition(part, id) for part in c["anyOf"])
    if "not" in c: yield "NOT %s" % condition(c["not"], id)
    for platform, version in c.get("platforms", {}).items():
        yield "platform <> '%s'" % platform if version == "unsupported" else "(platform <> '%s' OR os >= %d)" % (platform, number(version))
    if "appVersion" in c: yield "app >= %d" % number(c["appVersion"]["atLeast"])
    if "runtimeEnabled" in c: yield "coalesce(%s, true)" % name("runtime", id)
    if "userToggled" in c: yield "coalesce(%s, %s)" % (name("toggles", id), str(c["userToggled"]["defaultValue"]).lower())
    for p in c.get("permissions", []):
        yield "%s = 'authorized'" % name("permissions", p) if p != "location.whenInUse" else \
            "coalesce(%s, %s) = 'authorized'" % (name("permissions", p), name("permissions", "location.always"))
    for r in c.get("purchases", []): yield purchase(r)
    for key, required in c.get("attributes", {}).items(): yield holds(key, required)
    for block in c.get("conditional", []):
        guard = " AND ".join(holds(k, v) for k, v in block["when"]["attributes"].items())
        yield "(NOT (%s) OR (%s))" % (guard, " AND ".join(conditions(block["constraints"], id)))

own, total = {}, {}
for f in features:
    own[f["id"]] = list(conditions(f.get("constraints", {}), f["id"]))
    up = parent[f["id"]]
    total[f["id"]] = own[f["id"]] + (total[up] if up else [])
sums = ", ".join('count(*) FILTER (WHERE %s)' % (" AND ".join(total[f["id"]]) or "true") for f in features)
def struct(section, kind):
    return "STRUCT(%s)" % ", ".join('"%s" %s' % (k, kind(k)) for k in sorted(used[section])) if used[section] else "JSON"
columns = {
    "platform": "VARCHAR", "osVersion": "VARCHAR", "appVersion": "VARCHAR", "date": "VARCHAR",
    "permissions": struct("permissions", lambda k: "VARCHAR"),
    "purchases": struct("purchases", lambda k: "VARCHAR"),
    "toggles": struct("toggles", lambda k: "BOOLEAN"), "runtime": struct("runtime", lambda k: "BOOLEAN"),
    "attributes": struct("attributes", lambda k: {"boolean": "BOOLEAN", "integer": "BIGINT"}.get(attribute[k]["type"], "VARCHAR")),
}
version = lambda c, d: ("coalesce(split_part(%s, '.', 1)::BIGINT * 100000000 + coalesce(try_cast(split_part(%s, '.', 2) AS BIGINT), 0) * 10000"
    " + coalesce(try_cast(split_part(%s, '.', 3) AS BIGINT), 0), %s)") % (c, c, c, d)
sql = """WITH s AS (SELECT *, %s AS os, %s AS app FROM read_json('%s', format='newline_delimited', columns={%s}))
SELECT %s FROM s""" % (version("osVersion", 10**18), version("appVersion", number(manifest["app"]["version"])), states,
    ", ".join("%s: '%s'" % (k, v.replace("'", "''")) for k, v in columns.items()), sums)
db = duckdb.connect()
db.execute("SET threads TO %s" % (sys.argv[3] if len(sys.argv) > 3 else "2"))
start = time.perf_counter()
counts = db.execute(sql).fetchall()[0]
print(json.dumps({"seconds": time.perf_counter() - start, "version": duckdb.__version__, "available": dict(zip((f["id"] for f in features), counts))}))
