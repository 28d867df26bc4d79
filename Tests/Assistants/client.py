"""Drives the MCP server with the official Python SDK, beside the command line.

    client.py PROGRAM FIXTURES

The fixtures are copied to a new Git repository. For every fixture each tool is called: what it gives as structured content is
what the command prints as JSON, and the SDK validates it against the tool's output schema, as it does for every client. Then
a session of 1,000 calls prints the server's memory before and after. Exits with 1 if anything differs, or if the memory grew.
"""

import asyncio
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import jsonschema
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

sys.setrecursionlimit(20_000)

# A session may keep a cache and fragments of freed memory, in KiB.
ALLOWED_GROWTH = 4096


def git(*words):
    identity = ["-c", "user.name=Ann Lee", "-c", "user.email=ann@example.com", "-c", "commit.gpgsign=false"]
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", *identity, *words], check=True, env=environment, stdout=subprocess.DEVNULL)


def commit_fixtures(folder):
    """Makes a repository of the folder `Fixtures` in another one. In its first commit each manifest lacks its last feature."""
    manifests = sorted((folder / "Fixtures").glob("*/manifest.json"))
    texts = {path: path.read_bytes() for path in manifests}
    git("init", "-q", "-b", "main", str(folder))
    for path, text in texts.items():
        manifest = json.loads(text)
        if len(manifest.get("features", [])) > 1:
            manifest["features"].pop()
        path.write_text(json.dumps(manifest))
    git("-C", str(folder), "add", "-A")
    git("-C", str(folder), "commit", "-q", "-m", "Start without the last feature")
    for path, text in texts.items():
        path.write_bytes(text)
    git("-C", str(folder), "commit", "-q", "-a", "-m", "Add the last feature")


def features(manifest):
    for feature in manifest.get("features", []):
        if "id" in feature:
            yield feature["id"]
            yield from features(feature)


def calls(program, folder):
    """For a fixture: tool, arguments, and the words of the same line."""
    path = f"{folder}/manifest.json"
    bundle = subprocess.run([program, "bundle", path], capture_output=True, text=True)
    manifest = json.loads(bundle.stdout)
    last = list(features(manifest))[-1]
    suite = f"{folder}/scenarios.json"
    old = "Fixtures/podcast-player/manifest.json"
    yield "evaluate", {"manifest": path}, [path]
    yield "evaluate", {"manifest": path, "platform": "macOS", "fresh": True}, [path, "--platform", "macOS", "--fresh"]
    yield "evaluate", {"manifest": f"HEAD:{path}"}, [f"HEAD:{path}"]
    yield "explain", {"manifest": path, "feature": last}, [path, last]
    yield "validate", {"manifests": [path, old]}, [path, old]
    yield "test", {"manifest": path, "scenarios": [suite], "coverage": True}, [path, suite, "--coverage"]
    yield "plan", {"manifest": path, "feature": last, "limit": 3}, [path, last, "--limit", "3"]
    yield "diff", {"old": old, "new": path}, [old, path]
    yield "diff", {"old": f"HEAD~:{path}", "new": path}, [f"HEAD~:{path}", path]
    yield "impact", {"manifest": path, "feature": last}, [path, "--feature", last]
    yield "cover", {"manifest": path, "statuses": True}, [path, "--statuses"]
    yield "matrix", {"manifest": path, "vary": ["platform"]}, [path, "--vary", "platform"]
    yield "history", {"manifest": path}, [path]
    yield "history", {"manifest": f"HEAD:{path}", "features": [last]}, [f"HEAD:{path}", last]


def without_answer(tools, fixtures, answered):
    """The tools that gave no result for a fixture, with the fixture."""
    for folder in fixtures:
        for name in tools:
            if (name, folder) not in answered:
                yield f"without a result: {name} of {folder}"


async def compare(session, program, fixtures):
    """Makes every call and runs every line. Returns the number of failures."""
    failures = compared = 0
    tools = {tool.name: tool for tool in (await session.list_tools()).tools}
    for tool in tools.values():
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
    answered = set()
    for folder in fixtures:
        for name, arguments, words in calls(program, folder):
            jsonschema.validate(arguments, tools[name].input_schema)
            # The SDK raises an error where the structured content is not as the output schema says.
            result = await session.call_tool(name, arguments)
            line = [program, name, *words]
            told = subprocess.run(line, capture_output=True, text=True)
            as_json = subprocess.run([*line, "--format", "json"], capture_output=True, text=True)
            expected = json.loads(as_json.stdout) if as_json.stdout else None
            if expected is not None:
                jsonschema.validate(expected, tools[name].output_schema)
            text = "".join(item.text for item in result.content)
            same = (
                result.structured_content == expected
                and bool(result.is_error) == (told.returncode == 2)
                and text == told.stdout + told.stderr
            )
            compared += 1
            if told.returncode != 2:
                answered.add((name, folder))
            if not same:
                failures += 1
                print(f"differs: {' '.join(line)}\n  {text[:300]!r}\n  {(told.stdout + told.stderr)[:300]!r}")
    for message in without_answer(tools, fixtures, answered):
        print(message)
        failures += 1
    resources = (await session.list_resources()).resources
    for resource in resources:
        contents = (await session.read_resource(resource.uri)).contents
        failures += not contents[0].text
    assert (await session.list_prompts()).prompts == []
    await session.send_ping()
    outside = await session.call_tool("evaluate", {"manifest": "../outside.json"})
    failures += not outside.is_error
    print(
        f"{compared} calls of {len(tools)} tools for {len(fixtures)} fixtures and "
        f"{len(resources)} resources: {failures} failures"
    )
    return failures


def memory(program):
    """The resident memory of the server that this process has started, in KiB."""
    listing = subprocess.run(["ps", "-axo", "ppid=,rss=,command="], capture_output=True, text=True, check=True)
    for line in listing.stdout.splitlines():
        parent, size, command = line.split(maxsplit=2)
        if int(parent) == os.getpid() and command == f"{program} mcp":
            return int(size)
    raise RuntimeError("the server does not run")


async def endure(session, program, fixtures, count=1000):
    """Makes many calls, no two of them alike. Returns whether the server's memory has grown."""
    kinds = [call for folder in fixtures for call in calls(program, folder)]

    async def run(first, last):
        for number in range(first, last):
            name, arguments, _ = kinds[number % len(kinds)]
            if name in ("evaluate", "explain", "plan", "history"):
                arguments = {**arguments, "app_version": f"1.{number}"}
            await session.call_tool(name, arguments)

    # Each kind of call has been made before the first measurement.
    await run(0, 2 * len(kinds))
    before = memory(program)
    await run(2 * len(kinds), 2 * len(kinds) + count)
    after = memory(program)
    print(f"resident memory before and after {count} more calls: {before} KiB, {after} KiB")
    return after > before + ALLOWED_GROWTH


async def drive(program, fixtures):
    server = StdioServerParameters(command=program, args=["mcp"])
    async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
        beginning = await session.initialize()
        print(f"{beginning.server_info.name} {beginning.server_info.version}, revision {beginning.protocol_version}")
        failures = await compare(session, program, fixtures)
        has_grown = await endure(session, program, fixtures)
    return failures or has_grown


def main():
    program, fixtures = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copytree(fixtures, folder / "Fixtures", symlinks=True)
        commit_fixtures(folder)
        os.chdir(folder)
        manifests = sorted(pathlib.Path("Fixtures").glob("*/manifest.json"))
        return 1 if asyncio.run(drive(program, [str(path.parent) for path in manifests])) else 0


sys.exit(main())
