.DEFAULT_GOAL := help
SHELL := /bin/bash

PYTHON ?= python3
VENV ?= .venv
# What to test, and how: make test T="tests/domain -x"
T ?= tests
# How many faults make chaos injects.
N ?= 1000
# Which benchmark; all when empty: make bench B=name
B ?=
# make lock U=--upgrade, or U="--upgrade-package NAME", takes newer versions.
U ?=

bin := $(VENV)/bin
uv := $(bin)/uv
# --python keeps uv to this environment, whatever else is active or configured.
sync := $(uv) pip sync --quiet --python $(bin)/python --require-hashes --compile-bytecode
install_project := $(uv) pip install --quiet --python $(bin)/python \
	--no-deps --no-build-isolation --editable .
compile := $(uv) pip compile --quiet --python $(bin)/python --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate

# The pins already in folder $(1) are kept, so that a newer release changes nothing by itself.
# Development comes first: what its tools allow is what the product runs with.
define compile_into
$(compile) $(U) --group pyproject.toml:installer --output-file $(1)/uv.txt >/dev/null
$(compile) $(U) pyproject.toml --group build --group dev --output-file $(1)/dev.txt >/dev/null
$(compile) $(U) pyproject.toml --group build --constraint $(1)/dev.txt --output-file $(1)/run.txt >/dev/null
endef

# A child that may not write bytecode compiles our own modules at every start.
unexport PYTHONDONTWRITEBYTECODE
# uv reads none of pip's configuration; a mirror given to pip by variable serves both.
ifdef PIP_INDEX_URL
export UV_DEFAULT_INDEX ?= $(PIP_INDEX_URL)
endif

.PHONY: help setup run chat test chaos check check-lock bench lock

help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | \
		while IFS=$$'\t' read -r name what; do printf '  make %-11s %s\n' "$$name" "$$what"; done

setup: $(VENV)/.dev-stamp ## install everything, the development tools included

run: $(VENV)/.run-stamp ## install what it takes to run, and run Bellwether
	@$(bin)/bellwether run

chat: $(VENV)/.run-stamp ## talk to it in this terminal
	@$(bin)/bellwether chat

test: $(VENV)/.dev-stamp ## run the tests; T="tests/domain -x" for some of them
	$(bin)/python -m pytest --numprocesses=auto --maxprocesses=4 $(T)

chaos: $(VENV)/.dev-stamp ## inject N faults (1000) and kills into orders under way; N=100 for fewer
	$(bin)/python -m pytest -p no:xdist tests/chaos --faults $(N)

check: $(VENV)/.dev-stamp check-lock ## format, lint, types, import contracts, locks
	$(bin)/ruff format --check .
	$(bin)/ruff check .
	$(bin)/lint-imports
	$(bin)/mypy

check-lock: $(VENV)/.dev-stamp ## whether requirements/ is what pyproject.toml asks for
	@if git grep -nI '://' -- requirements; then echo 'a lock records an address' >&2; exit 1; fi
	@set -e; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT; cp requirements/*.txt "$$tmp"; \
		$(MAKE) --no-print-directory --silent compile-into DIR="$$tmp"; \
		diff -r requirements "$$tmp" || { echo 'requirements/ is out of date: make lock' >&2; exit 1; }

bench: $(VENV)/.dev-stamp ## run the benchmarks; B=name for one
	@$(bin)/python -m tests.bench $(B)

lock: $(VENV)/.uv-stamp ## write requirements/ from pyproject.toml; U=--upgrade for newer versions
	$(call compile_into,requirements)

.PHONY: compile-into
compile-into: $(VENV)/.uv-stamp
	$(call compile_into,$(DIR))

$(VENV)/.uv-stamp: requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Bellwether needs Python 3.11 or newer; $(PYTHON) is older or absent." \
			"Name another: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	PIP_USER=0 $(bin)/python -m pip install --quiet --require-hashes --requirement requirements/uv.txt
	@touch $@

$(VENV)/.dev-stamp: requirements/dev.txt requirements/uv.txt pyproject.toml | $(VENV)/.uv-stamp
	$(sync) requirements/uv.txt requirements/dev.txt
	$(install_project)
	@touch $@

# Once the development tools are in, running never takes them out again.
ifneq ($(wildcard $(VENV)/.dev-stamp),)
$(VENV)/.run-stamp: $(VENV)/.dev-stamp
	@touch $@
else
$(VENV)/.run-stamp: requirements/run.txt requirements/uv.txt pyproject.toml | $(VENV)/.uv-stamp
	$(sync) requirements/uv.txt requirements/run.txt
	$(install_project)
	@touch $@
endif
