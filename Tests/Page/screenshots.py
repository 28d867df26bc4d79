"""Creates the pictures of the README and the articles: the text output and the report's page.

    screenshots.py PROGRAM FOLDER

Requires Chromium, ImageMagick to crop the pictures, and optipng to compress them.
"""

import html
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MANIFEST = "Fixtures/podcast-player/manifest.json"
POPULATION = "Fixtures/podcast-player/population.ndjson"

TERMINAL = """<!DOCTYPE html><meta charset="utf-8"><style>
body { margin: 0; padding: 18px 22px; background: #14171c; color: #d7dce2; width: max-content; }
pre { margin: 0; font: 15px/1.4 "DejaVu Sans Mono", Menlo, Consolas, monospace; }
.c1 { font-weight: 700; color: #f2f4f6; } .c2 { color: #8b949e; } .c31 { color: #ff7b83; } .c32 { color: #6fdd8b; }
.c33 { color: #f2c14e; } .c36 { color: #79d3e8; } .prompt { color: #8b949e; }
</style><pre>%s</pre>"""


def colored(text):
    """Converts text with terminal colors to HTML."""
    result, is_open = "", False
    for piece in re.split(r"(\x1b\[[\d;]*m)", text):
        code = re.fullmatch(r"\x1b\[([\d;]*)m", piece)
        if not code:
            result += html.escape(piece)
            continue
        if is_open:
            result += "</span>"
        numbers = [one for one in code.group(1).split(";") if one not in ("", "0")]
        is_open = bool(numbers)
        if is_open:
            result += '<span class="%s">' % " ".join("c" + one for one in numbers)
    return result + ("</span>" if is_open else "")


def run(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def shoot(chromium, page, picture, size, scale):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             f"--user-data-dir={profile}", "--virtual-time-budget=4000", f"--window-size={size}",
             f"--force-device-scale-factor={scale}", f"--screenshot={picture}", page.as_uri()],
            check=True, capture_output=True)


def shrink(picture, colors, crop=()):
    """Reduces the size of a picture. A few colors suffice for text on a plain background."""
    subprocess.run(["convert", picture, *crop, "-strip", "+dither", "-colors", str(colors), "-define", "png:compression-level=9", picture],
                   check=True)
    subprocess.run(["optipng", "-quiet", "-o5", picture], check=True)
    print(f"{picture}: {picture.stat().st_size} bytes")


def main(program, folder):
    found = {name: shutil.which(name) for name in ["chromium", "convert", "optipng"]}
    missing = [name for name, path in found.items() if path is None]
    if missing:
        sys.exit(f"screenshots.py: not installed: {', '.join(missing)}")
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        page = scratch / "page.html"
        text = run([program, "evaluate", MANIFEST, "--color", "always"])
        prompt = f'<span class="prompt">$</span> flint-inspect evaluate {MANIFEST}\n'
        page.write_text(TERMINAL % (prompt + colored(text)))
        shoot(found["chromium"], page, folder / "terminal.png", "1000,1000", 1.5)
        ground = ["-bordercolor", "#14171c", "-fuzz", "2%", "-trim", "-border", "24"]
        # The rest of the window is white.
        white = ["-bordercolor", "white", "-trim"]
        shrink(folder / "terminal.png", 24, white + ground)

        result = scratch / "result.json"
        result.write_text(run([program, "audience", MANIFEST, POPULATION, "--format", "json"]))
        page.write_text(run([program, "report", MANIFEST, "--audience", str(result)]))
        shoot(found["chromium"], page, folder / "report.png", "1100,960", 1)
        shrink(folder / "report.png", 56)


main(*sys.argv[1:])
