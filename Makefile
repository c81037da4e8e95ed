# Every target is one call of tools/bootstrap.py, which also works without make.
PYTHON ?= python3
BOOTSTRAP := $(PYTHON) tools/bootstrap.py
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run setup test test-kernel soak check format hardware lock pictures clean

help:  ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run:  ## Start Khepri here; ARGS="--port 8080" goes to `khepri serve`
	@$(BOOTSTRAP) run -- $(ARGS)

setup:  ## Make .venv with all that development needs
	@$(BOOTSTRAP) setup

test:  ## All checks and tests; ARGS="tests/rules -k dice" runs pytest alone
	@$(BOOTSTRAP) test -- $(ARGS)

test-kernel:  ## The tests in an emulator alone: real kernel, systemd, power cuts; ARGS=--long measures 1,000 pairs
	@$(BOOTSTRAP) test-kernel -- $(ARGS)

soak:  ## What it outlives, an hour or more (docs/reliability.md); ARGS="killing power" runs only these
	@$(BOOTSTRAP) soak -- $(ARGS)

check:  ## Style, format and types, without tests
	@$(BOOTSTRAP) check

format:  ## Put the sources into shape
	@$(BOOTSTRAP) format

hardware:  ## Draw the generated files of hardware/ anew; ARGS=--check only says which would change
	@$(BOOTSTRAP) hardware -- $(ARGS)

pictures:  ## Take the pictures of docs/pictures/ anew
	@$(BOOTSTRAP) setup
	@.venv/bin/python -m tools.pictures

lock:  ## Renew tools/locks/ from pyproject.toml; ARGS=--upgrade takes newer versions
	@$(BOOTSTRAP) lock -- $(ARGS)

clean:  ## Remove .venv and caches
	@$(BOOTSTRAP) clean
