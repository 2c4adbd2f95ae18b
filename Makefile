# Everything a person or CI needs. It all happens in .venv; nothing else on the machine is touched.

CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11 python
IS_NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach name,$(CANDIDATES),$(shell $(name) -c '$(IS_NEW_ENOUGH)' 2>/dev/null && echo $(name))))
BIN := .venv/bin
unexport PYTHONDONTWRITEBYTECODE # what is compiled once is kept: many tests start processes

# On all cores; who has finished first takes tests from the others, so that all are busy to the end.
PYTEST := pytest --numprocesses auto --dist worksteal
SOAK_SECONDS ?= 300
FUZZ_SECONDS ?= 600

.PHONY: always help play setup page test test-heavy soak fuzz hostile two-worlds cluster coverage check lint bench clean

help: ## say what there is
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile | expand -t 20

play: page ## open the table in the browser
	@$(BIN)/purrlab serve --open

setup: .venv/ready ## make .venv with everything in it

page: setup ## build the page, where it is not built yet
	@$(BIN)/python tools/build_page.py build

test: page ## run all tests
	@$(BIN)/python tools/build_page.py test
	@$(BIN)/python tools/get_chromium.py
	@$(BIN)/$(PYTEST)

test-heavy: page .venv-heavy/ready ## run the tests of what needs Ray or PyTorch, in .venv-heavy
	@.venv-heavy/bin/pytest -m heavy

soak: page ## look for rare faults: kills, full disks, clock jumps, several servers, other seeds, for SOAK_SECONDS=300
	@SOAK_SECONDS=$$(($(SOAK_SECONDS) / 3)) PYTHONPATH=$(CURDIR)/tests $(BIN)/python -m soak
	@SOAK_SECONDS=$$(($(SOAK_SECONDS) / 3)) PYTHONPATH=$(CURDIR)/tests $(BIN)/python -m soak.cluster
	@SOAK_SECONDS=$$(($(SOAK_SECONDS) / 3)) $(BIN)/$(PYTEST) -m "soak or hypothesis" --hypothesis-profile soak \
	  --timeout $$(($(SOAK_SECONDS) + 600))

fuzz: .venv-fuzz/ready ## fuzz what parses, from the kept corpus, for FUZZ_SECONDS=600, in .venv-fuzz
	@PYTHONPATH=tests .venv-fuzz/bin/python -m fuzz --seconds $(FUZZ_SECONDS)

hostile: page ## send a server one million hostile messages and requests while games go on
	@PYTHONPATH=tests $(BIN)/python -m server.hostile

cluster: page ## try several servers: PostgreSQL, NATS, three servers and a proxy, all on this machine, at PORT=8400
	@PYTHONPATH=tests $(BIN)/python -m server.cluster $(PORT)

two-worlds: page ## compare what people get in 500 pairs of games that differ in what is hidden
	@PYTHONPATH=tests $(BIN)/python -m server.two_worlds

coverage: page ## run all tests again, slower, and say which lines no test reaches
	@$(BIN)/python tools/get_chromium.py
	@$(BIN)/$(PYTEST) --cov --cov-report term

check: lint test ## run every check that CI runs

lint: setup ## the checks without the tests: style, types, import directions
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/python tools/build_page.py check

bench: .venv-bench/ready ## measure against peers, which it fetches into .venv-bench
	@.venv-bench/bin/python benchmarks/run.py

clean: ## remove all that was made here
	@rm -rf .venv .venv-bench .venv-fuzz fuzz-findings .venv-heavy build dist .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis \
	  web/node_modules src/purrlab/drawings/fonts src/purrlab/server/static tests/page/shots

# The editable install knows its modules by name: it is made again when files come, go or move.
.venv/modules: .venv/packages always
	@find src/purrlab -name '*.py' | LC_ALL=C sort > $@.new
	@cmp --quiet $@.new $@ && rm $@.new || mv $@.new $@

# The core is compiled where there is a C++ compiler; after a change to it only it is built again.
.venv/ready: .venv/packages .venv/modules $(wildcard src/purrlab/native/core/* src/purrlab/native/core/*/* src/purrlab/native/CMakeLists.txt)
	@test ! -e .venv/ready || $(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  --constraint constraints.txt --no-deps --editable .
	@$(BIN)/python -m purrlab.native
	@touch .venv/ready

.venv/packages: pyproject.toml constraints.txt Makefile
	@test -n "$(PYTHON)" || { echo "Purrlab needs Python 3.11 or newer, and there is none on the PATH."; \
	  echo "Install one (https://www.python.org/downloads/), or name yours: make setup PYTHON=/path/to/python"; exit 1; }
	@$(PYTHON) -c '$(IS_NEW_ENOUGH)' || { echo "Purrlab needs Python 3.11 or newer; $(PYTHON) is older or no Python."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "$(PYTHON) cannot make virtual environments:"; \
	  echo "its modules venv and ensurepip are missing. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Setting up .venv ..."
	@rm -rf .venv && $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt pip || { \
	  echo "Could not install packages: is the package index in reach? Nothing was kept."; rm -rf .venv; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable . --group dev || { \
	  echo "Could not install packages: is the package index in reach? Nothing was kept."; rm -rf .venv; exit 1; }
	@touch .venv/packages

.venv-bench/ready: .venv/ready benchmarks/requirements.txt
	@rm -rf .venv-bench && $(PYTHON) -m venv .venv-bench
	@.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --editable . -r benchmarks/requirements.txt
	@touch .venv-bench/ready

# The core is left out: what is fuzzed is Python, and atheris is for some Pythons and systems only.
.venv-fuzz/ready: .venv/ready tests/fuzz/requirements.txt
	@rm -rf .venv-fuzz && $(PYTHON) -m venv .venv-fuzz
	@.venv-fuzz/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
	  --config-settings wheel.cmake=false --editable .
	@.venv-fuzz/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
	  -r tests/fuzz/requirements.txt || { rm -rf .venv-fuzz; \
	  echo "atheris cannot be installed for $$($(PYTHON) --version) here; https://pypi.org/project/atheris names those it is for."; \
	  echo "make fuzz PYTHON=/path/to/python takes another. make test gives the kept corpus to the same targets without it."; exit 1; }
	@touch .venv-fuzz/ready

.venv-heavy/ready: .venv/ready
	@rm -rf .venv-heavy && $(PYTHON) -m venv .venv-heavy
	@.venv-heavy/bin/python -m pip --version >/dev/null 2>&1 || .venv-heavy/bin/python -m ensurepip
	@.venv-heavy/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt pip
	@.venv-heavy/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[ray,train]' --group dev
	@touch .venv-heavy/ready
