# The commands of developers and CI. They need make and Python 3.11 or newer, nothing else.
#   make play ARGS="--players 3"         passes options on (play, bench, test, quick)
#   make install PYTHON=/path/to/python  chooses the Python for .venv

VENV := .venv
BIN := $(VENV)/bin
STEP := sh tools/step.sh build/install.log
PIP := $(STEP) $(BIN)/python -m pip --disable-pip-version-check --quiet
LOCKED := $(PIP) install --require-hashes --requirement
MADE := $(VENV)/.made
INSTALLED := $(VENV)/.installed
INSTALLED_SERVER := $(VENV)/.installed-server
INSTALLED_DEV := $(VENV)/.installed-dev
# If the Python of .venv was removed, install everything again.
GONE := $(shell test -x $(BIN)/python || rm -f $(MADE) $(INSTALLED) $(INSTALLED_SERVER) $(INSTALLED_DEV))
# What was installed before there was this file need not be installed again.
OLDER := $(shell test ! -e $(INSTALLED) || touch $(MADE))

PYTHON ?=
CANDIDATES := $(if $(PYTHON),$(PYTHON),python3.13 python3.12 python3.11 python3)
ARGS ?=
# Ctrl-C reaches the shell of a recipe, too. The command has said so itself: neither the shell nor make adds a line.
UNTIL_INTERRUPTED := trap : INT;
UNLESS_INTERRUPTED := || test $$? -eq 130
WORKERS ?= 2
PYTEST := $(BIN)/pytest -n $(WORKERS) -q
SEARCH_TESTS := $(addprefix tests/bots/test_,search.py last_turns.py estimate_base.py estimate_duel.py network.py) \
    tests/core/test_redeal.py
# Compile what the cache lacks before the tests, each game once; otherwise both workers would compile it.
# If that fails, the tests report it.
WARM := $(BIN)/python -m splendor.server.workers.precompile
WARMED = $(1) $(WARM) official & $(1) $(WARM) duel; wait
# What finds most mistakes in little time: rules and refusals of both games, formats, documentation, layers,
# the command line, tables and the API of a server, and the functions of the pages.
QUICK_TESTS := $(addprefix tests/base/test_,rules.py rules_end.py rules_options.py moves.py) \
    $(addprefix tests/duel/test_,rules.py rules_end.py rules_purchase.py moves.py options.py) \
    $(addprefix tests/test_,refusals.py layers.py docs.py golden.py deprecated.py) tests/game/test_game_duel.py \
    tests/bots/test_specs.py tests/arena/test_matchfile.py tests/terminal/test_prompt.py tests/cli/test_serve.py \
    $(addprefix tests/server/test_,settings.py js.py api.py) \
    $(addprefix tests/server/tables/test_,state.py commands.py)
RULE_TESTS := tests/base tests/duel tests/core/test_payment.py tests/core/test_content.py $(SEARCH_TESTS)

.DEFAULT_GOAL := help
.PHONY: help install play terminal serve dev quick test test-bounds test-interpreted check format bench golden strength \
        plain faults hostile load pages pictures docs release-check lock clean

help:  ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' Makefile

install: $(INSTALLED)  ## make .venv with the game in it, so that .venv/bin/splendor works

play: $(INSTALLED_SERVER)  ## play in a browser, against a bot
	@$(UNTIL_INTERRUPTED) $(BIN)/splendor play $(ARGS) $(UNLESS_INTERRUPTED)

terminal: $(INSTALLED)  ## play in the terminal
	@$(UNTIL_INTERRUPTED) $(BIN)/splendor terminal $(ARGS) $(UNLESS_INTERRUPTED)

serve: $(INSTALLED_SERVER)  ## serve tables to browsers and programs, on this machine only
	@$(UNTIL_INTERRUPTED) $(BIN)/splendor serve $(ARGS) $(UNLESS_INTERRUPTED)

dev: $(INSTALLED_DEV)  ## add what tests and checks need to .venv

quick: $(INSTALLED_DEV)  ## what to run before a commit: the checks and the quickest tests (about a minute)
	@$(MAKE) --no-print-directory check
	@$(call WARMED)
	$(PYTEST) $(QUICK_TESTS) $(ARGS)

test: $(INSTALLED_DEV)  ## run every test, then those of kernels with bounds checks and interpreted
	@sh tools/install_postgresql.sh
	@sh tools/install_chromium.sh
	@$(call WARMED)
	$(PYTEST) $(ARGS)
	@$(MAKE) --no-print-directory test-bounds
	@$(MAKE) --no-print-directory test-interpreted

test-bounds: $(INSTALLED_DEV)  ## run the tests of rules and searches compiled with bounds checks
	@$(call WARMED,NUMBA_BOUNDSCHECK=1)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) $(RULE_TESTS)

test-interpreted: $(INSTALLED_DEV)  ## run the same tests with the compiler off
	NUMBA_DISABLE_JIT=1 $(PYTEST) $(RULE_TESTS)

check: $(INSTALLED_DEV)  ## check format, lint, types (of JavaScript, too), layers and generated docs
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo
	$(BIN)/python -m tools.docs --check
	@sh tools/check_js.sh

format: $(INSTALLED_DEV)  ## format the code and fix what the linter can fix
	$(BIN)/ruff check --fix --quiet
	$(BIN)/ruff format

bench: $(INSTALLED)  ## measure the speed, compared with the native benchmark
	@$(BIN)/splendor bench $(ARGS)

golden: $(INSTALLED_DEV)  ## write the golden games again
	$(BIN)/python -m tests.golden

strength: $(INSTALLED_DEV)  ## play the matches docs/strength.md lacks, and write it again (an hour)
	$(BIN)/python -m tools.strength play
	$(BIN)/python -m tools.strength write

plain: $(INSTALLED_DEV)  ## compare engine and plain rules over 2,000 games of each kind
	$(BIN)/python -m tests.plain.against_plain --games 2000

faults: $(INSTALLED_DEV)  ## kill the server 1,000 times, fill its disk, stop its database (an hour)
	$(BIN)/python -m tools.faults all $(ARGS)

hostile: $(INSTALLED_DEV)  ## attack a server: look for leaked secrets, send malformed requests
	$(BIN)/python -m tools.hostile $(ARGS)

load: $(INSTALLED_DEV)  ## measure the server under load, on both databases (half an hour)
	$(BIN)/python -m tools.load $(ARGS)

pages: $(INSTALLED_DEV)  ## measure how fast the pages are, and write docs/pages.md
	@sh tools/install_chromium.sh
	$(BIN)/python -m tools.pages.speed

docs: $(INSTALLED_DEV)  ## build the documentation site in build/site (ARGS=serve shows it while you write)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs $(or $(ARGS),build)
	$(if $(ARGS),,@echo "Open build/site/index.html")

release-check: $(INSTALLED_DEV)  ## build wheel and source archive, and check them on every Python that is here
	$(BIN)/python -m tools.release $(ARGS)

pictures: $(INSTALLED_DEV)  ## take the pictures of every screen in docs/pictures again
	@sh tools/install_chromium.sh
	$(BIN)/python -m tools.pictures $(ARGS)

lock: $(MADE)  ## resolve the locks in requirements/ again, for every supported Python and platform
	@$(BIN)/python tools/lock.py

clean:  ## remove .venv and everything else that make has produced
	rm -rf $(VENV) build dist tools/js/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} +

# A candidate may be missing, broken, too old or (on Debian) lack the venv package: take the first that
# has everything.
$(MADE):
	@missing=; \
	for python in $(CANDIDATES); do \
	    $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	    if $$python -c 'import ensurepip, venv' 2>/dev/null; then \
	        echo "Making $(VENV) with $$($$python --version)"; \
	        $(STEP) $$python -m venv --clear $(VENV) && touch $@; \
	        exit $$?; \
	    fi; \
	    name='import sys; print("python%d.%d-venv" % sys.version_info[:2])'; \
	    missing=$${missing:-$$($$python -c "$$name")}; \
	done; \
	if [ -n "$$missing" ]; then \
	    echo "make: this Python lacks the venv package: sudo apt install $$missing" >&2; \
	else \
	    echo "make: no Python 3.11 or newer among: $(CANDIDATES);" \
	        "install one, or name it with PYTHON=/path/to/python" >&2; \
	fi; \
	exit 1

# Every file that is fetched must have a hash in the lock, which also has what builds the package itself.
$(INSTALLED): pyproject.toml requirements/core.lock | $(MADE)
	@echo "Installing the game with NumPy and Numba into $(VENV)"
	@$(LOCKED) requirements/core.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(INSTALLED_SERVER): requirements/server.lock $(INSTALLED)
	@echo "Installing what the server needs into $(VENV)"
	@$(LOCKED) requirements/server.lock
	@touch $@

$(INSTALLED_DEV): requirements/dev.lock $(INSTALLED)
	@echo "Installing what tests and checks need into $(VENV)"
	@$(LOCKED) requirements/dev.lock
	@touch $@
