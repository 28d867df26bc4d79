"""Compares the MCP server with the command line, using the official Python SDK.

    client.py PROGRAM FIXTURES

Calls each tool for every fixture. The structured content must equal the JSON that the command prints. The SDK validates it
against the tool's output schema. Exits with 1 if any result differs.
"""

import asyncio
import json
import pathlib
import subprocess
import sys

import jsonschema
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

sys.setrecursionlimit(20_000)


def features(manifest):
    for feature in manifest.get("features", []):
        if "id" in feature:
            yield feature["id"]
            yield from features(feature)


def calls(program, folder):
    """Yields the calls for a fixture: the tool, its arguments, and the equivalent command-line arguments."""
    path = f"{folder}/manifest.json"
    bundle = subprocess.run([program, "bundle", path], capture_output=True, text=True)
    manifest = json.loads(bundle.stdout)
    last = list(features(manifest))[-1]
    suite = f"{folder}/scenarios.json"
    old = "Fixtures/podcast-player/manifest.json"
    yield "evaluate", {"manifest": path}, [path]
    yield "evaluate", {"manifest": path, "platform": "macOS", "fresh": True}, [path, "--platform", "macOS", "--fresh"]
    yield "explain", {"manifest": path, "feature": last}, [path, last]
    yield "validate", {"manifests": [path, old]}, [path, old]
    yield "test", {"manifest": path, "scenarios": [suite], "coverage": True}, [path, suite, "--coverage"]
    yield "plan", {"manifest": path, "feature": last, "limit": 3}, [path, last, "--limit", "3"]
    yield "diff", {"old": old, "new": path}, [old, path]
    yield "impact", {"manifest": path, "feature": last}, [path, "--feature", last]
    yield "cover", {"manifest": path, "statuses": True}, [path, "--statuses"]
    yield "matrix", {"manifest": path, "vary": ["platform"]}, [path, "--vary", "platform"]
    yield "history", {"manifest": path}, [path]


async def drive(program, fixtures):
    failures = compared = 0
    server = StdioServerParameters(command=program, args=["mcp"])
    async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
        beginning = await session.initialize()
        print(f"{beginning.server_info.name} {beginning.server_info.version}, revision {beginning.protocol_version}")
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        for tool in tools.values():
            jsonschema.Draft202012Validator.check_schema(tool.input_schema)
            jsonschema.Draft202012Validator.check_schema(tool.output_schema)
        called = set()
        for folder in sorted(str(path.parent) for path in fixtures.glob("*/manifest.json")):
            for name, arguments, words in calls(program, folder):
                jsonschema.validate(arguments, tools[name].input_schema)
                # The SDK raises an error if the structured content does not conform to the output schema.
                result = await session.call_tool(name, arguments)
                line = [program, name, *words]
                told = subprocess.run(line, capture_output=True, text=True)
                as_json = subprocess.run([*line, "--format", "json"], capture_output=True, text=True)
                expected = json.loads(as_json.stdout) if as_json.stdout else None
                text = "".join(item.text for item in result.content)
                same = (
                    result.structured_content == expected
                    and bool(result.is_error) == (told.returncode == 2)
                    and text == told.stdout + told.stderr
                )
                compared += 1
                if told.returncode != 2:
                    called.add(name)
                if not same:
                    failures += 1
                    print(f"differs: {' '.join(line)}\n  {text[:300]!r}\n  {(told.stdout + told.stderr)[:300]!r}")
        for name in sorted(set(tools) - called):
            # The history command fails outside a repository.
            print(f"without a result: {name}")
            failures += name != "history"
        resources = (await session.list_resources()).resources
        for resource in resources:
            contents = (await session.read_resource(resource.uri)).contents
            failures += not contents[0].text
        assert (await session.list_prompts()).prompts == []
        await session.send_ping()
        outside = await session.call_tool("evaluate", {"manifest": "../outside.json"})
        failures += not outside.is_error
    print(f"{compared} calls of {len(tools)} tools and {len(resources)} resources: {failures} failures")
    return failures


sys.exit(1 if asyncio.run(drive(sys.argv[1], pathlib.Path(sys.argv[2]))) else 0)
