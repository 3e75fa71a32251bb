# Everything starts here: `make play` to play, `make test` to check, `make help` for the rest.
# All of it needs Python 3.11 or newer; the environment is made in .venv.

PYTHON ?= $(shell for p in python3 python python3.14 python3.13 python3.12 python3.11; do $$p -c "from __future__ import annotations" 2>/dev/null && echo $$p && break; done)
NATIVE ?= auto
WORKERS ?= 2
# Tests wait for browsers and servers much of the time, so one more of them than cores keeps the cores busy.
TESTERS ?= 3
ARGS ?=

BIN := .venv/bin
CODE := $(wildcard src tests bench scripts)
STYLED := $(CODE) $(wildcard examples)
CPP := $(wildcard native/*/*.?pp native/*/*/*.?pp native/*/*/*/*.?pp)
# Tests of the rules and of records cover both whole by themselves; elsewhere a tracer would only take time.
COVERED := tests/games tests/records
BROWSERS := tests/web tests/engine/test_browser.py
# Compiling the core once more for the sanitizers takes minutes.
SANITIZED := tests/native/test_sanitized.py
# All that runs in neither of the other two. Browsers have a run of their own because Playwright keeps an event loop
# running in its worker, where no test with a loop of its own can run any more.
APART = $(COVERED:%=--ignore=%) $(BROWSERS:%=--ignore=%) --ignore=$(SANITIZED)
PYTEST = $(BIN)/pytest -n $(TESTERS) --dist=worksteal --hypothesis-profile=ci
# Browsers, servers and databases beside each other on few cores are slow now and then: what fails so has to pass alone.
ALONE = $(BIN)/pytest -n 0 --hypothesis-profile=ci --last-failed --last-failed-no-failures=none
# For the inner loop: the rules whole with few examples, a match on the server, the doors. No browsers, no compilers.
QUICK := tests/games tests/records tests/rooms/test_kinds.py tests/server/match tests/server/test_protocol.py tests/test_front.py tests/test_imports.py
# Node.js may have come as a Python package.
NPM = PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web
BOOTSTRAP = TAFELRUNDE_NATIVE=$(NATIVE) $(PYTHON) scripts/bootstrap.py

.DEFAULT_GOAL := help
.PHONY: help setup play check check-python check-web test test-long test-research mutants lint lint-python lint-web fmt bench ladder docs tidy packages image cross parity wasm browsers lock clean distclean site

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile
	@echo "  ARGS=… goes to the program, NATIVE=off leaves the C++ core out, PYTHON=… picks the interpreter of a new .venv"

setup: ## Make or refresh .venv with everything that development needs
	@$(BOOTSTRAP) dev

play: ## Set the table and open it in the browser (in the terminal: .venv/bin/tafelrunde play)
	@$(BOOTSTRAP) play
	@$(BIN)/tafelrunde serve --open --log-level warning $(ARGS)

check: lint ## Run the quick checks, in under two minutes: style, types, imports, and the tests that are fast
	@$(MAKE) --no-print-directory --jobs=2 --output-sync check-python check-web

check-python:
	$(BIN)/pytest -n 2 -q --hypothesis-profile=quick $(QUICK) $(ARGS)

check-web:
	$(NPM) test

test: lint ## Run every check: style, types, imports, tests, coverage
	$(NPM) test
	$(PYTEST) --cov --cov-report=term $(COVERED) $(ARGS)
	$(PYTEST) -m "not long" $(APART) $(ARGS) || $(ALONE) -m "not long" $(APART) $(ARGS)
	$(PYTEST) -m "not long" $(BROWSERS) $(ARGS) || $(ALONE) -m "not long" $(BROWSERS) $(ARGS)

test-long: setup ## Run what takes longer than make test may: tests marked long, the C++ core beside the rules at length and under sanitizers, the games in JAX beside the rules, clang-tidy, broken input
	@$(MAKE) --no-print-directory tidy
	$(PYTEST) -m long $(APART) || $(ALONE) -m long $(APART)
	$(PYTEST) -m long $(BROWSERS) || $(ALONE) -m long $(BROWSERS)
	$(PYTEST) $(SANITIZED)
	$(BIN)/python -m tests.parity --games 6000 --workers $(WORKERS)
	$(BIN)/python -m tests.engine --seconds 45
	$(BIN)/python -m tests.fuzz --seconds 10
	$(BIN)/python -m tests.web.kills --times 10
	@$(BOOTSTRAP) browsers
	$(BIN)/python -m tests.web.engines firefox
	HISTORIES_COUNT=200 $(BIN)/pytest -n 0 -q tests/web/test_host.py
	$(BIN)/tafelrunde puzzles verify --workers $(WORKERS)
	@$(BOOTSTRAP) jax
	EVERYTHING=1 PARITY_MATCHES=16 $(PYTEST) tests/research/test_jaxgames.py
	@$(BOOTSTRAP) package
	$(BIN)/pytest -n 0 -q tests/server/test_deploy.py
	$(BIN)/python -m scripts.packages
	$(BIN)/python -m scripts.cross

test-research: ## Run the tests that need Ray, JAX, PyTorch and others' learners too (PyTorch first, as it suits your machine: .venv/bin/pip install torch)
	@$(BOOTSTRAP) research
	EVERYTHING=1 $(BIN)/pytest -n 0 --timeout=1800 -o faulthandler_timeout=3600 tests/research $(ARGS)

mutants: setup ## Measure what the tests notice: change the code in a copy, one place at a time (an hour at most)
	nice $(BIN)/python -m scripts.mutants $(ARGS)

lint: setup ## Check style, types and the direction of imports
	$(BIN)/ruff check $(STYLED)
	$(BIN)/ruff format --check $(STYLED)
	@$(BIN)/clang-format --dry-run --Werror $(CPP)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync lint-python lint-web

lint-python:
	$(BIN)/mypy $(CODE)
	$(BIN)/lint-imports --no-logo

lint-web:
	$(NPM) run check
	$(NPM) run lint

fmt: setup ## Format the code and mend what can be mended
	$(BIN)/ruff check --fix-only $(CODE)
	$(BIN)/ruff format $(CODE)
	$(BIN)/clang-format -i $(CPP)
	$(NPM) run format

bench: ## Measure speed beside other libraries
	@$(BOOTSTRAP) bench
	$(BIN)/python -m bench $(ARGS)

ladder: setup ## Let the levels of every game meet and write docs/strength.md (resumes; ARGS=--fresh)
	$(BIN)/python scripts/ladder.py --workers $(WORKERS) $(ARGS)

site: setup ## Write build/web-site, a folder for any static file server: everything but playing with others
	$(NPM) run site
	@echo "build/web-site is ready: python -m http.server --directory build/web-site"

docs: ## Build the documentation site into build/site, the table on its front page and tutorials run, without network
	@$(BOOTSTRAP) docs
	$(NPM) run site
	PATH="$(CURDIR)/$(BIN):$$PATH" NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet $(ARGS)

packages: ## Build source package and wheels twice, compare them byte by byte, check and install them
	@$(BOOTSTRAP) package
	$(BIN)/python -m scripts.packages --native

image: ## Take the steps of the container image in an empty tree over this machine, and start it (as root)
	@$(BOOTSTRAP) package
	TAFELRUNDE_IMAGE=1 $(BIN)/pytest -n 0 -q tests/server/test_image.py

cross: ## Compile the core for ARM, Windows and macOS, and run its tests for ARM under qemu-user
	@$(BOOTSTRAP) package
	$(BIN)/python -m scripts.cross

tidy: ## Look for mistakes in the C++ core with clang-tidy, as .clang-tidy says
	@$(BOOTSTRAP) tidy
	@PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S native -B build/tidy -G Ninja -DTAFELRUNDE_TESTS=ON -DTAFELRUNDE_UNITY=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >build/tidy.log
	echo $(filter native/src/%.cpp,$(CPP)) | xargs -n 1 -P $(WORKERS) $(BIN)/clang-tidy -p build/tidy --quiet

parity: setup ## Compare the C++ core with the Python rules at length
	$(BIN)/python -m tests.parity $(ARGS)

wasm: setup ## Build the games for WebAssembly and let them check themselves in Node (needs what native/wasm.cmake names)
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S native -B build/wasm -G Ninja -DCMAKE_TOOLCHAIN_FILE=wasm.cmake -DTAFELRUNDE_TESTS=ON
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake --build build/wasm
	for program in "tokan_games 10" "chocolate_games 2" "tokan_fuzz 2000" "chocolate_fuzz 1000" chocolate_net; do \
		PATH="$(CURDIR)/$(BIN):$$PATH" node --no-warnings scripts/run_wasm.mjs build/wasm/$$program || exit 1; done

browsers: ## Go through the heart of the page in Firefox and WebKit, which are installed where that can be done (ARGS=firefox)
	@$(BOOTSTRAP) browsers
	$(BIN)/python -m tests.web.engines $(ARGS)

lock: ## Pin the requirements again (ARGS=--upgrade for the newest)
	@$(BOOTSTRAP) lock
	$(BIN)/python scripts/lock.py $(ARGS)

clean: ## Remove caches and build outputs
	rm -rf build dist .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## Remove the environment too
	rm -rf .venv
