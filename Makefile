# Two commands do all the set-up on a fresh machine:
#   make serve   makes a virtual environment, installs, and hosts mp_foy
#   make test    installs what the tests need and runs them
PYTHON ?= python3
VENV ?= .venv
# Windows keeps a virtual environment's programs in Scripts.
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
ARGS ?= +map mp_foy

.PHONY: serve install-test test lint types check benchmarks clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[test,dev]"
	touch $@

serve: $(VENV)/.installed
	$(BIN)/python -m uoserver $(ARGS)

install-test: $(VENV)/.installed-test

test: $(VENV)/.installed-test
	$(BIN)/python -m pytest $(PYTEST_ARGS)

lint: $(VENV)/.installed-test
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .

types: $(VENV)/.installed-test
	$(BIN)/python -m mypy

check: lint types test

benchmarks: $(VENV)/.installed-test
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
