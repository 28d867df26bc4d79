"""Checks the page with axe-core in Chromium: light, dark and as narrow as a phone, collapsed and expanded.

    accessibility.py PROGRAM AXE.js MANIFEST...

Prints every violation. Exits with 1 if there is any.
"""

import base64
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# The width of the screen, and additional options for Chromium.
LOOKS = {
    "light": (1200, []),
    "dark": (1200, ["--blink-settings=preferredColorScheme=0"]),
    "phone": (390, []),
}
# Chromium's windows cannot be as narrow as a phone, but a frame can.
FRAME = """<!DOCTYPE html><pre id="answer"></pre><iframe src="page.html" width="%d" height="844"></iframe>
<script>onmessage = ({ data }) => { document.getElementById("answer").textContent = data; };</script>"""
UNFOLD = """
document.getElementById("state-button").click();
for (const one of document.querySelectorAll("details")) one.open = true;
await new Promise((done) => setTimeout(done, 300));
for (const one of document.querySelectorAll(".advice")) one.open = true;
"""
STATES = {"folded": "", "unfolded": UNFOLD}
ASK = """
<script>%s</script>
<script>(async () => {
  %s
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const text = JSON.stringify([violations, innerWidth, document.documentElement.scrollWidth]);
  parent.postMessage(btoa(unescape(encodeURIComponent(text))), "*");
})();</script>
"""


def pages_of(program, manifest, folder):
    """Yields the page of a manifest and, if the manifest's folder contains a population, pages with each kind of audience."""
    population = manifest.parent / "population.ndjson"
    choices = {"": None}
    if population.exists():
        before = folder / "before.json"
        before.write_text(json.dumps(former(json.loads(manifest.read_text()))))
        against, by = ["--against", str(before)], ["--by", "platform,osVersion"]
        choices = {", population": [], ", against": against, ", by": by, ", against and by": against + by}
    for name, options in choices.items():
        command = [program, "report", str(manifest)]
        if options is not None:
            result = folder / "result.json"
            audience = [program, "audience", str(manifest), str(population), "--format", "json", *options]
            result.write_bytes(subprocess.run(audience, check=True, capture_output=True).stdout)
            command += ["--audience", str(result)]
        yield name, subprocess.run(command, check=True, capture_output=True, text=True).stdout


def former(manifest):
    """Returns an older version of the manifest, in which most features have other constraints and one more feature exists."""
    def change(features):
        for number, feature in enumerate(features):
            constraints = feature.get("constraints")
            if constraints:
                constraints.pop(list(constraints)[number % len(constraints)])
            change(feature.get("features", []))
    change(manifest["features"])
    manifest["features"][0].setdefault("constraints", {})["platforms"] = {"iOS": 16}
    manifest["features"].append({"id": "gone-by"})
    return manifest


def violations_of(chromium, page, look, before, axe, folder):
    width, options = LOOKS[look]
    (folder / "page.html").write_text(page + ASK % (axe.replace("</script", "<\\/script"), before))
    frame = folder / "frame.html"
    frame.write_text(FRAME % width)
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
               f"--user-data-dir={folder}/profile", "--virtual-time-budget=60000", "--window-size=1300,900", "--dump-dom"]
    document = subprocess.run(command + options + [frame.as_uri()], capture_output=True, text=True).stdout
    answer = re.search(r'<pre id="answer">([^<]*)</pre>', document)
    violations, width, needed = json.loads(base64.b64decode(answer.group(1)))
    # Only tables may scroll horizontally, not the page.
    if needed > width:
        violations.append({"id": "too-wide", "help": f"{needed} px on a screen of {width} px", "nodes": []})
    return violations


def main(program, axe, *manifests):
    chromium = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
    if chromium is None:
        sys.exit("accessibility.py: Chromium is not installed")
    script = pathlib.Path(axe).read_text()
    failed = False
    for manifest in map(pathlib.Path, manifests):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
            folder = pathlib.Path(name)
            views = [(page, look, state) for page in pages_of(program, manifest, folder) for look in LOOKS for state in STATES]
            for (kind, page), look, state in views:
                found = violations_of(chromium, page, look, STATES[state], script, folder)
                print(f"{manifest}{kind}: {look}, {state}: {len(found)} violations", flush=True)
                for violation in found:
                    failed = True
                    print(f"  {violation['id']}: {violation['help']}")
                    for node in violation["nodes"][:3]:
                        print(f"    {node['html'][:200]}")
    sys.exit(1 if failed else 0)


main(*sys.argv[1:])
