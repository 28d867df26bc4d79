SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
RELEASE := -c release
# On Linux the program is linked statically: it starts without the dynamic loader and needs no libraries.
ifeq ($(shell uname -s),Linux)
RELEASE += --static-swift-stdlib -Xswiftc -static-executable -Xswiftc -use-ld=lld
endif
PROGRAM := flint-inspect
PEERS := .build/bench-python
BENCH ?=
SOURCES := Package.swift Sources Tests

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: ## Evaluate the podcast player, the example of the guides
	$(SWIFT) run $(PROGRAM) evaluate Fixtures/podcast-player/manifest.json

.PHONY: build
build: ## Build for development
	$(SWIFT) build

.PHONY: release
release: ## Build the program for distribution: optimized, static, stripped
	$(SWIFT) build $(RELEASE) --product $(PROGRAM) -Xlinker -s
	@ls -l "$$($(SWIFT) build $(RELEASE) --show-bin-path)/$(PROGRAM)"

BUNDLE := .build/flint-inspect.artifactbundle
TRIPLE := $(shell uname -m)-unknown-linux-gnu

.PHONY: bundle
bundle: release ## Package the static program as an artifact bundle for plugins, mise and CI (Linux)
	@set -e; built="$$($(SWIFT) build $(RELEASE) --show-bin-path)/$(PROGRAM)"; \
	version="$$("$$built" --version | cut -d ' ' -f 2)"; variant="$(PROGRAM)-$$version-$(TRIPLE)"; \
	rm -rf $(BUNDLE) $(BUNDLE).zip; install -d "$(BUNDLE)/$$variant/bin"; \
	install -m 755 "$$built" "$(BUNDLE)/$$variant/bin/$(PROGRAM)"; \
	printf '{\n  "schemaVersion": "1.0",\n  "artifacts": {\n    "$(PROGRAM)": {\n      "version": "%s",\n      "type": "executable",\n      "variants": [\n        { "path": "%s/bin/$(PROGRAM)", "supportedTriples": ["$(TRIPLE)"] }\n      ]\n    }\n  }\n}\n' \
	  "$$version" "$$variant" > $(BUNDLE)/info.json; \
	(cd .build && zip -q -r -X $(PROGRAM).artifactbundle.zip $(PROGRAM).artifactbundle); \
	ls -l $(BUNDLE).zip

.PHONY: install
install: release ## Install the program, completions and man page under DESTDIR/PREFIX [PREFIX=/usr/local]
	@set -e; built="$$($(SWIFT) build $(RELEASE) --show-bin-path)/$(PROGRAM)"; \
	place="$(DESTDIR)$(PREFIX)"; share="$$place/share"; \
	bash="$$share/bash-completion/completions"; zsh="$$share/zsh/site-functions"; \
	fish="$$share/fish/vendor_completions.d"; \
	guide="$$share/doc/$(PROGRAM)"; \
	install -d "$$place/bin" "$$share/man/man1" "$$bash" "$$zsh" "$$fish" "$$guide"; \
	install -m 755 "$$built" "$$place/bin/$(PROGRAM)"; \
	"$$built" completions bash --output "$$bash/$(PROGRAM)"; \
	"$$built" completions zsh --output "$$zsh/_$(PROGRAM)"; \
	"$$built" completions fish --output "$$fish/$(PROGRAM).fish"; \
	install -m 644 Sources/FlintCore/FlintCore.docc/Rules.md "$$guide"; \
	"$$built" __manual > "$$share/man/man1/$(PROGRAM).1"; \
	echo "installed under $$place"

.PHONY: test
test: ## Run the tests with few random cases
	$(SWIFT) test

.PHONY: test-module
test-module: ## Build and run only the tests of MODULE, such as FlintCoreTests
	FLINT_TEST_MODULE=$(MODULE) $(SWIFT) test

.PHONY: test-thorough
test-thorough: ## Run the tests in release with many random cases (CASES=1000 for at least 1,000 each), from seed SEED [1]
	FLINT_TOOLS=1 FLINT_TESTS=thorough FLINT_SEED=$(SEED) FLINT_CASES=$(CASES) \
	  $(SWIFT) test -c release -Xswiftc -enable-testing --scratch-path .build-check

.PHONY: lint
lint: ## Check the format with swift format
	$(SWIFT) format lint --strict --recursive $(SOURCES)

.PHONY: format
format: ## Format the sources
	$(SWIFT) format --in-place --recursive $(SOURCES)

.PHONY: check
check: lint test test-thorough ## Check the format, and run the tests with few and with many random cases

.PHONY: soak
soak: ## Compare the evaluators on random cases for SECONDS [60], starting at SEED
	SOAK_SECONDS=$(SECONDS) SOAK_SEED=$(SEED) $(SWIFT) test -c release -Xswiftc -enable-testing \
	  --scratch-path .build-check --filter AgreementTests.AgreementTests/soak

.PHONY: fuzz
fuzz: ## Fuzz the parsers for SECONDS [60] in total with libFuzzer and AddressSanitizer
	FLINT_FUZZING=1 $(SWIFT) build -c release --product flint-fuzz --scratch-path .build-fuzz \
	  -Xswiftc -enable-testing -Xswiftc -sanitize=fuzzer,address $(FUZZ_LINKER)
	sh Tests/Fuzzing/fuzz.sh .build-fuzz $(SECONDS)

.PHONY: sanitize
sanitize: ## Run the tests with the address, undefined-behavior and thread sanitizers
	sh Tests/Sanitizers/sanitize.sh "$(SWIFT)" address undefined thread

# The default linker on Linux cannot link the fuzzer's instrumentation.
FUZZ_LINKER := $(if $(filter Linux,$(shell uname)),-Xswiftc -use-ld=lld)
SECONDS ?= 60
SEED ?=
MODULE ?= FlintCoreTests
CASES ?=
NAMES ?=

.PHONY: protections
protections: ## Remove each protection, or those in NAMES, in a copy, and check that a test fails
	sh Tests/Protections/protections.sh "$(SWIFT)" $(NAMES)

.PHONY: clean
clean: ## Remove the build folders
	rm -rf .build .build-check .build-fuzz .build-address .build-thread .build-undefined .build-protections

.PHONY: bench
bench: release ## Compare the speed with jq, DuckDB and Z3 (takes minutes; installs from PyPI)
	FLINT_TOOLS=1 $(SWIFT) build $(RELEASE) --product flint-bench
	@test -x $(PEERS)/bin/python || python3 -m venv $(PEERS) || true
	@for package in duckdb z3-solver; do \
	  $(PEERS)/bin/pip install --quiet --disable-pip-version-check $$package \
	    || echo "$$package: cannot be installed, skipped"; done
	@bin="$$($(SWIFT) build $(RELEASE) --show-bin-path)" && "$$bin/flint-bench" "$$bin/$(PROGRAM)" \
	  .build/bench --python $(PEERS)/bin/python $(BENCH)

.PHONY: screenshots
screenshots: ## Create the pictures of the README (needs Chromium, ImageMagick and optipng)
	$(SWIFT) build --product $(PROGRAM)
	python3 Tests/Page/screenshots.py .build/debug/$(PROGRAM) \
	  Sources/FlintCore/FlintCore.docc/Resources

.PHONY: test-page
test-page: ## Check the accessibility of the report's page with axe-core (installs from PyPI; needs Chromium)
	$(SWIFT) build --product $(PROGRAM)
	test -d .build/page-python || { python3 -m venv .build/page-python \
	  && .build/page-python/bin/pip install --quiet --no-deps axe-playwright-python; }
	python3 Tests/Page/accessibility.py .build/debug/$(PROGRAM) \
	  "$$(find .build/page-python -name axe.min.js)" Fixtures/*/manifest.json

.PHONY: test-schemas
test-schemas: ## Check files and results against their schemas with Python's jsonschema, which must be installed
	$(SWIFT) build --product $(PROGRAM)
	FLINT_TOOLS=1 $(SWIFT) build --product RandomManifests
	python3 Tests/Schemas/schemas.py .build/debug/$(PROGRAM) .build/debug/RandomManifests Fixtures $(COUNT) $(SEED)
	python3 Tests/Schemas/outputs.py .build/debug/$(PROGRAM) .build/debug/RandomManifests Fixtures $(COUNT) $(SEED)

.PHONY: test-mcp
test-mcp: ## Compare the MCP server with the commands, using the official Python SDK (installs from PyPI)
	$(SWIFT) build --product $(PROGRAM)
	test -d .build/mcp-python || { python3 -m venv .build/mcp-python \
	  && .build/mcp-python/bin/pip install --quiet mcp; }
	.build/mcp-python/bin/python Tests/Assistants/client.py .build/debug/$(PROGRAM) Fixtures

.PHONY: test-floor
test-floor: ## Check that the code uses no API newer than the systems of Package.swift (Linux; needs Python)
	$(SWIFT) build
	python3 Tests/Floor/floor.py "$$($(SWIFT) build --show-bin-path)" .

.PHONY: test-engines
test-engines: ## Evaluate a population with xargs, GNU parallel, and a mapper and reducer
	$(SWIFT) build --product $(PROGRAM)
	sh Tests/Engines/engines.sh .build/debug/$(PROGRAM) $(POPULATION)
	sh Tests/Engines/engines.sh .build/debug/$(PROGRAM) $(POPULATION) $(COMPARISON)

.PHONY: test-spark
test-spark: ## Evaluate a population with Spark (installs from PyPI; needs Java)
	$(SWIFT) build --product $(PROGRAM)
	test -d .build/spark-python || { python3 -m venv .build/spark-python \
	  && .build/spark-python/bin/pip install --quiet pyspark; }
	.build/spark-python/bin/python Tests/Engines/spark.py .build/debug/$(PROGRAM) $(POPULATION)

.PHONY: test-recipes
test-recipes: ## Run the guide's recipes for tables, and the suggested conversions of files (installs from PyPI)
	$(SWIFT) build --product $(PROGRAM)
	test -d .build/recipes-python || { python3 -m venv .build/recipes-python \
	  && .build/recipes-python/bin/pip install --quiet duckdb duckdb-cli pyspark; }
	.build/recipes-python/bin/python Tests/Engines/recipes.py .build/debug/$(PROGRAM)
	PATH="$(CURDIR)/.build/recipes-python/bin:$$PATH" python3 Tests/Engines/hints.py .build/debug/$(PROGRAM)

POPULATION := Fixtures/podcast-player/manifest.json Fixtures/podcast-player/population.ndjson

# The museum guide has entirely different features, so every feature is lost or gained.
COMPARISON := --against $(CURDIR)/Fixtures/museum-guide/manifest.json --by platform --by osVersion
