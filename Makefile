# Every target does its own set-up: a virtual environment, the pinned packages, a build.
# `make` alone lists them.

PYTHON ?= python3
PORT ?= 8000

VENV := .venv
RUN := $(VENV)/bin/python
PACKAGES := $(VENV)/.installed
MODULES := node_modules/.installed
BROWSER := .build/browser
ENGINES := .build/engines
# The builds that are tested, for all of `make test`.
BUILT := $(abspath .build/tested)

# Python stores compiled modules, also if the environment forbids it; otherwise each process compiles all tests.
export PYTHONDONTWRITEBYTECODE :=

# Tests without a browser and a build: all of them, and two parts that take equally long.
PURE := --ignore=tests/build --ignore=tests/browser
HALF := tests/core tests/systems tests/sync tests/forecast tests/commands \
	tests/test_words.py tests/test_architecture.py
REST := $(PURE) $(HALF:%=--ignore=%)

# Fewer cases (tests/checking.py).
QUICK := --slow=without -p tests.checking --hypothesis-profile=check

# Runs targets in parallel, in a make of its own.
TOGETHER := $(MAKE) --no-print-directory --jobs

.PHONY: help serve test check style build portable bench screenshots lighthouse fuzz lock clean
.PHONY: built pure pure-half pure-rest beside-slow beside-rest quick quick-half quick-rest paged

help:
	@echo "make serve   build and serve the page on localhost (PORT=$(PORT))"
	@echo "make test    style, types, rules, properties, build and browser"
	@echo "make check   style, types and fewer cases of the rules: half a minute, while working"
	@echo "make build   make dist/ alone (SYNC=wss://host:port: with tables over the net)"
	@echo "make portable  the whole page as one file, dist/tableside.html, for a double click"
	@echo "make bench   measure the start-up against bare Pyodide, and a crowded encounter"
	@echo "make screenshots  pictures of every main screen, in four widths and both themes"
	@echo "make lighthouse  audit the built page with Lighthouse: 100 in three categories"
	@echo "make fuzz    random hands at the page, and the property tests for longer"
	@echo "make release the files of a release, in .build/release (VERSION=1.0.0)"
	@echo "make upgrade try newer Pyodide and PyScript in a copy (PYODIDE=..., PYSCRIPT=...)"
	@echo "make lock    write the lock files anew after a change of dependencies"
	@echo "make clean   remove everything that the above made"

serve: build
	@$(RUN) -m building.serving dist --port $(PORT)

build: $(PACKAGES) $(MODULES)
	@$(RUN) build.py $(if $(SYNC),--sync $(SYNC))

portable: build
	@$(RUN) -m building.page.portable

# The pure tests run first, as they find most mistakes within seconds, in two processes. The page that the
# other tests open is built meanwhile. The rest runs beside the browsers at low priority, as browsers often
# wait.
test:
	@$(TOGETHER) $(PACKAGES) $(MODULES)
	@rm -rf $(BUILT)
	@$(TOGETHER) pure built $(BROWSER) $(ENGINES)
	@BUILT=$(BUILT) $(TOGETHER) paged beside-slow beside-rest

# While working: fewer cases, without the slow ones.
check:
	@$(TOGETHER) $(PACKAGES) $(MODULES)
	@$(TOGETHER) style quick

# The build that the tests open (tests/conftest.py).
built: $(PACKAGES) $(MODULES)
	@$(RUN) build.py --out $(BUILT)/built/dist

pure: pure-half pure-rest

pure-half: $(PACKAGES) $(MODULES)
	$(RUN) -m pytest -q --slow=without $(HALF)

pure-rest: $(PACKAGES) $(MODULES)
	$(RUN) -m pytest -q --slow=without $(REST)

beside-slow: $(PACKAGES) $(MODULES)
	nice -n 19 $(RUN) -m pytest -q -n 2 --slow=only $(PURE)

beside-rest: $(PACKAGES) $(MODULES)
	nice -n 19 $(MAKE) --no-print-directory style
	nice -n 19 $(RUN) -m pytest -q tests/build

quick: quick-half quick-rest

quick-half: $(PACKAGES) $(MODULES)
	$(RUN) -m pytest -q $(QUICK) $(HALF)

quick-rest: $(PACKAGES) $(MODULES)
	$(RUN) -m pytest -q $(QUICK) $(REST)

paged: $(PACKAGES) $(MODULES) $(BROWSER)
	$(RUN) -m pytest -n 3 --dist loadfile --no-loadscope-reorder tests/browser

style: $(PACKAGES)
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy

# Each prints its figures, also after another missed its target.
bench: build $(BROWSER)
	-@$(RUN) -m bench.startup
	-@$(RUN) -m bench.odds
	-@$(RUN) -m bench.readings
	-@$(RUN) -m bench.luck
	-@$(RUN) -m bench.encounter
	-@$(RUN) -m bench.tasks
	-@$(RUN) -m bench.memory
	-@$(RUN) -m bench.forecast_page
	-@$(RUN) -m bench.journal
	-@$(RUN) -m bench.together
	-@$(RUN) -m bench.together --net --acts 0
	-@$(RUN) -m bench.together --cuts 60
	-@$(RUN) -m bench.together --cuts 60 --net
	-@$(RUN) -m bench.forecast

# Pictures of every main screen, in screenshots/.
screenshots: build $(BROWSER)
	@$(RUN) -m bench.screenshots

# Accessibility, best practices and SEO, as on a phone: 100 each.
lighthouse: build $(BROWSER)
	@cd bench/lighthouse && npm ci --silent
	@$(RUN) -m bench.lighthouse

# The last command reports the strange files.
fuzz: build $(BROWSER)
	$(RUN) -m tests.fuzz.fuzz_page
	$(RUN) -m pytest -n 2 -p bench.fuzzing --hypothesis-profile=fuzz $(PURE)
	$(RUN) -m tests.fuzz.fuzz_striker_notation
	$(RUN) -m tests.fuzz.fuzz_striker_reference
	$(RUN) -m pytest -p bench.fuzzing --hypothesis-profile=fuzz \
		tests/browser/storage/test_storage.py tests/browser/fight/test_fights.py -k "killed or fight"
	@$(RUN) -m bench.fuzzing

.PHONY: release upgrade

# The wheel, its sources, the page as one file, checksums and release notes.
release: portable
	@$(RUN) -m building.release.assemble $(VERSION)

# The working tree stays as it is (docs/upgrading.md).
upgrade: $(PACKAGES) $(BROWSER)
	@$(RUN) -m building.upgrade.try_upgrade \
		$(if $(PYODIDE),pyodide=$(PYODIDE)) $(if $(PYSCRIPT),pyscript=$(PYSCRIPT))

lock: $(PACKAGES)
	$(RUN) -m pip install --quiet uv
	$(RUN) -m uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-header --no-annotate --quiet \
		--output-file requirements.txt
	npm install --package-lock-only

clean:
	rm -rf $(VENV) node_modules bench/lighthouse/node_modules dist .build .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(PACKAGES): requirements.txt building/checks/check_machine.py
	@command -v $(PYTHON) >/dev/null || { \
		echo "Tableside needs Python 3.11 or later, and there is no '$(PYTHON)'."; \
		echo "Install it, or give its path: make PYTHON=/path/to/python3 ..."; exit 1; }
	@$(PYTHON) building/checks/check_machine.py
	@echo "Installing the Python packages ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(RUN) -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(MODULES): package.json package-lock.json .npmrc building/checks/check_machine.py
	@$(PYTHON) building/checks/check_machine.py
	@echo "Installing the JavaScript packages ..."
	@npm ci --silent
	@touch $@

$(BROWSER): $(PACKAGES)
	@mkdir -p $(@D)
	@$(RUN) -m building.checks.find_chromium > $@.new
	@mv $@.new $@

# Not every machine has Firefox and WebKitGTK; missing engines are reported.
# After Chromium, since packages are installed one after another.
$(ENGINES): $(BROWSER) building/checks/find_engines.py
	@mkdir -p $(@D)
	@$(RUN) -m building.checks.find_engines
	@touch $@
