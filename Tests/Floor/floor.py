"""Finds uses of API that is newer than the oldest systems that the package supports.

    floor.py BUILD-FOLDER PACKAGE-FOLDER

On Linux the compiler does not check availability on Apple's systems. However, the modules of the standard library state the
version that introduced each symbol, and the index of a debug build lists the symbols that each line uses. The script prints
each use of a symbol that is newer than the systems in Package.swift. Exits with 1 if there is any.
"""

import ctypes
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MODULES = ["Swift", "_Concurrency", "_StringProcessing", "Synchronization", "FoundationEssentials", "Foundation"]
# A protocol requirement whose default implementation is older than the version that the module states.
EXCEPTIONS = {"s:s17FixedWidthIntegerP2amoiyxx_xtFZ"}


def floor(package):
    """Returns the minimum versions in Package.swift: { "macOS": (10, 15), … }."""
    text = (package / "Package.swift").read_text()
    found = re.findall(r"\.(macOS|iOS|tvOS|watchOS|visionOS)\(\.v(\d+)(?:_(\d+))?\)", text)
    return {name: (int(major), int(minor or 0)) for name, major, minor in found}


def newer_symbols(floor):
    """Returns, by USR, the name of each symbol above the floor with the versions that it requires."""
    newer = {}
    with tempfile.TemporaryDirectory() as folder:
        for module in MODULES:
            subprocess.run(
                ["swift", "symbolgraph-extract", "-module-name", module, "-output-dir", folder,
                 "-target", os.uname().machine + "-unknown-linux-gnu"], check=True)  # fmt: skip
        for path in pathlib.Path(folder).glob("*.json"):
            for symbol in json.loads(path.read_text())["symbols"]:
                usr = symbol["identifier"]["precise"]
                since = [
                    f"{each['domain']} {each['introduced']['major']}.{each['introduced'].get('minor', 0)}"
                    for each in symbol.get("availability", [])
                    if each.get("domain") in floor and "introduced" in each
                    and (each["introduced"]["major"], each["introduced"].get("minor", 0)) > floor[each["domain"]]
                ]  # fmt: skip
                if since and "::SYNTHESIZED::" not in usr and usr not in EXCEPTIONS:
                    newer[usr] = (symbol["names"]["title"], since)
    return newer


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode()


class Index:
    """The index store of a build, read with the toolchain's own library."""

    def __init__(self, path):
        toolchain = pathlib.Path(shutil.which("swift")).resolve().parent.parent
        self.library = library = ctypes.CDLL(str(toolchain / "lib/libIndexStore.so"))
        self.visitor = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
        pointer, number = ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint)
        for name, result, arguments in [
            ("store_create", pointer, [ctypes.c_char_p, pointer]),
            ("record_reader_create", pointer, [pointer, ctypes.c_char_p, pointer]),
            ("record_reader_dispose", None, [pointer]),
            ("record_reader_occurrences_apply_f", ctypes.c_bool, [pointer, pointer, self.visitor]),
            ("occurrence_get_symbol", pointer, [pointer]),
            ("occurrence_get_line_col", None, [pointer, number, number]),
            ("symbol_get_usr", Text, [pointer]),
            ("store_units_apply_f", ctypes.c_bool, [pointer, ctypes.c_uint, pointer,
                                                    ctypes.CFUNCTYPE(ctypes.c_bool, pointer, Text)]),
            ("unit_reader_create", pointer, [pointer, ctypes.c_char_p, pointer]),
            ("unit_reader_dispose", None, [pointer]),
            ("unit_reader_get_main_file", Text, [pointer]),
            ("unit_reader_dependencies_apply_f", ctypes.c_bool, [pointer, pointer, self.visitor]),
            ("unit_dependency_get_kind", ctypes.c_int, [pointer]),
            ("unit_dependency_get_name", Text, [pointer]),
        ]:  # fmt: skip
            function = getattr(library, "indexstore_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        self.store = self.store_create(str(path).encode(), None)

    def records(self):
        """Yields each source file with the names of the records of its latest compilation."""
        units = []
        visit = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)(
            lambda _, name: units.append(str(name)) or True)  # fmt: skip
        self.store_units_apply_f(self.store, 0, None, visit)
        for unit in units:
            reader = self.unit_reader_create(self.store, unit.encode(), None)
            names = []

            def note(_, dependency):
                if self.unit_dependency_get_kind(dependency) == 2:  # A record, not a unit or a file.
                    names.append(str(self.unit_dependency_get_name(dependency)))
                return True

            self.unit_reader_dependencies_apply_f(reader, None, self.visitor(note))
            yield str(self.unit_reader_get_main_file(reader)), names
            self.unit_reader_dispose(reader)

    def uses(self, record):
        """Returns the USR and the line of each symbol that a record's source uses."""
        found = []

        def note(_, occurrence):
            line, column = ctypes.c_uint(), ctypes.c_uint()
            self.occurrence_get_line_col(occurrence, line, column)
            found.append((str(self.symbol_get_usr(self.occurrence_get_symbol(occurrence))), line.value))
            return True

        reader = self.record_reader_create(self.store, record.encode(), None)
        self.record_reader_occurrences_apply_f(reader, None, self.visitor(note))
        self.record_reader_dispose(reader)
        return found


def main(build, package):
    newer = newer_symbols(floor(package))
    sources = package / "Sources"
    index = Index(build / "index/store")
    files, problems = set(), {}
    for path, records in index.records():
        if not path.startswith(str(sources)) or "flint-bench" in path or not os.path.exists(path):
            continue
        files.add(path)
        for record in records:
            if not record.startswith(os.path.basename(path)):
                continue
            for usr, line in index.uses(record):
                if usr in newer:
                    problems.setdefault((os.path.relpath(path, package), line), newer[usr])
    for (path, line), (name, since) in sorted(problems.items()):
        print(f"{path}:{line}: {name} asks for {', '.join(since)}")
    print(f"{len(files)} files, {len(newer)} newer symbols, {len(problems)} uses of them")
    sys.exit(1 if problems or not files or not newer else 0)


main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve())
