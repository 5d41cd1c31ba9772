# Isthmus: the one entry. On a bare Debian 12 `make` alone is enough to start from; what else is
# needed it installs (packages.txt) or puts into .venv. `make help` lists the targets.

SHELL := /bin/bash
.DEFAULT_GOAL := build
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
export DEBIAN_FRONTEND := noninteractive

# What a caller may set.
PRESET ?= release#         of CMakePresets.json: release, debug, asan, tsan
MINUTES ?= 1#              `make fuzz` runs each fuzzer so long
FUZZERS ?=#                of tests/fuzz, for `make fuzz`; empty: all
FUZZ_FLAGS ?=#             more options for tools/run_fuzzers.py, such as --keep
JOBS ?= $(shell nproc)#    compilers and tests at a time
CONFIGURE_FLAGS ?=#        more options for cmake, such as -DISTHMUS_BUILD_APPS=OFF
FOLDER ?=#                 build and test only that, such as src/isthmus/sched; empty: all
CTEST_FLAGS ?=#            more options for ctest, such as '-R Grid'
TEST_PARTS ?=#             of tools/run_tests.py; empty: its defaults
WHEEL_FLAGS ?=#            options for pip wheel, as -Ccmake.define.ISTHMUS_APPS=jacobi2d
RUN_FLAGS ?=#              more options for the main job
FRESH_FLAGS ?=#            options for tools/fresh_machine.py or try_package.py, as --keep
BENCH_FLAGS ?=#            more options for the benchmarks
BASE ?=#                   `make tidy` looks at what changed since; empty: since main
SUITE_FLAGS ?=#            options for tools/mpi_suite.py and mpi4py_suite.py, as '--mode storm'
TIDY_FLAGS ?=#             more options for tools/tidy.py, such as --whole

PYTHON ?= python3
VENV := .venv
BUILD_DIR = build/$(PRESET)
CCACHE := $(shell command -v ccache)
LAUNCHER := $(if $(CCACHE),-DCMAKE_CXX_COMPILER_LAUNCHER=$(CCACHE))
# What lets ccache keep objects that begin with precompiled headers.
export CCACHE_SLOPPINESS ?= pch_defines,time_macros
BUILD = $(PYTHON) tools/build.py --jobs $(JOBS)
# The thread sanitizer of GCC 12 cannot map its shadow where addresses are fully randomized.
FIXED_ADDRESSES = $(if $(filter tsan,$(PRESET)),$(shell setarch -R true 2>/dev/null && \
  echo setarch -R))
SOURCES = git ls-files -co --exclude-standard -- '*.cpp' '*.hpp'

.PHONY: help setup packages run-packages venv run-venv build run run-built test nightly fresh bench docs page \
  page-test packed-page manual wheel wheel-test sdist deb deb-test format check format-check house tidy asan tsan fuzz mixed mpi-suite \
  mpi4py-suite clean

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
	  while IFS='|' read -r target text; do printf '%-20s %s\n' "$$target" "$$text"; done

setup: packages venv ## install what is missing: Debian packages, the Python environment

packages:
	@tools/install_packages.sh run build

run-packages:
	@tools/install_packages.sh run

venv: $(VENV)/.installed
run-venv: $(VENV)/.run-installed

PIP_INSTALL = $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check

$(VENV)/.run-installed: pyproject.toml python/requirements.lock | run-packages
	@echo "isthmus: Python environment in $(VENV)"
	@$(VENV)/bin/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@$(VENV)/bin/python tools/pip_install.py python/requirements.lock
	@$(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.installed: python/requirements-dev.lock $(VENV)/.run-installed | packages
	@$(VENV)/bin/python tools/pip_install.py python/requirements-dev.lock
	@touch $@

# The presets' folders, configured whole. `make run` may have come first, with less.
build/%/.whole: CMakePresets.json | packages
	cmake --preset $* $(LAUNCHER) $(CONFIGURE_FLAGS)
	@touch $@

build: $(BUILD_DIR)/.whole ## build library, applications, tests and benchmarks
	@$(BUILD) $(BUILD_DIR) $(FOLDER:%=%/all)

build/release/build.ninja: | run-packages
	cmake --preset main-job $(LAUNCHER) $(CONFIGURE_FLAGS)

run-built: build/release/build.ninja
	@$(BUILD) build/release jacobi2d

# pip waits for the network and uses one core, so it runs beside the compilers.
run: run-packages ## the main job: Jacobi2D over two sites, latency swept; table, plot and CSV in out/
	@$(PYTHON) tools/beside.py '$(MAKE) run-venv' '$(MAKE) run-built'
	$(VENV)/bin/isthmus masking $(RUN_FLAGS)

test: packages ## build, run all tests; the last line is "N passed, N failed"
	@$(PYTHON) tools/run_tests.py --jobs $(JOBS) $(TEST_PARTS)

nightly: packages ## what is too long for each change: every seed, sanitizer and table
	@$(PYTHON) tools/run_tests.py --jobs $(JOBS) --nightly $(TEST_PARTS)

fresh: packages ## make run and make test in a bare Debian root, with a stopwatch
	@tools/install_packages.sh fresh
	@$(PYTHON) tools/fresh_machine.py $(FRESH_FLAGS)

bench: build venv ## the micro-benchmarks beside their references; rows in out/bench.jsonl
	$(VENV)/bin/isthmus bench $(BENCH_FLAGS)

# A virtual environment of its own: nothing else needs what it takes.
DOCS_VENV = .cache/docs

$(DOCS_VENV)/.installed: python/requirements-docs.lock | run-packages
	@$(PYTHON) -m venv --clear $(DOCS_VENV)
	@$(DOCS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
	  -r python/requirements-docs.lock
	@touch $@

docs: $(DOCS_VENV)/.installed ## the site, with a search that needs no network, in out/site
	@tools/install_packages.sh docs
	@rm -rf out/site
	$(DOCS_VENV)/bin/sphinx-build -q -W --keep-going -c docs/site -d .cache/doctrees . out/site
	doxygen docs/site/Doxyfile
	@$(PYTHON) tools/check_site.py out/site
	@echo "isthmus: the site begins at out/site/index.html"

page: ## the live page, one HTML file, in build/page/page.html
	@tools/page.sh build
	@test ! -d $(BUILD_DIR) || install -D -m 644 build/page/page.html $(BUILD_DIR)/page/page.html

page-test: ## its types, formatting and tests, those in a browser too; pictures in build/page/screenshots
	@tools/page.sh test

# What goes into out/wheel: packages to give away, of what is committed and what is not alike.
WHEEL_VENV = .cache/wheel
# The compiler under the name by which CMake finds it: ccache tells compilers apart by theirs.
SAME_COMPILER = $(if $(CCACHE),CMAKE_CXX_COMPILER_LAUNCHER=$(CCACHE)) \
  $(if $(filter default,$(origin CXX)),CXX=c++)
COMMIT = git describe --always --abbrev=12 --dirty=+changes --exclude='*'

$(WHEEL_VENV)/.installed: python/requirements-wheel.lock | packages
	@$(PYTHON) -m venv --clear $(WHEEL_VENV)
	@$(WHEEL_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
	  -r python/requirements-wheel.lock
	@touch $@

# Without Node.js packages have no page, and programs say so where it is asked for.
packed-page:
	@tools/page.sh build || test $$? = 77

manual: run-venv ## the manual pages, a command each, in build/manual
	@$(VENV)/bin/python tools/make_manual.py build/manual

wheel: $(WHEEL_VENV)/.installed packed-page manual ## the wheel for `pip install`, in out/wheel, with the libraries that it needs
	@rm -rf out/wheel
	$(SAME_COMPILER) CMAKE_BUILD_PARALLEL_LEVEL=$(JOBS) \
	  $(WHEEL_VENV)/bin/python -m pip wheel --quiet --no-deps --no-build-isolation $(WHEEL_FLAGS) \
	  -w out/wheel/unrepaired .
	PATH=$(CURDIR)/$(WHEEL_VENV)/bin:$$PATH $(WHEEL_VENV)/bin/auditwheel repair -w out/wheel \
	  out/wheel/unrepaired/*.whl
	@rm -r out/wheel/unrepaired

sdist: $(WHEEL_VENV)/.installed packed-page manual ## the sources as `pip install` takes them, in out/wheel
	@$(COMMIT) > COMMIT
	@trap 'rm -f COMMIT' EXIT; \
	  $(WHEEL_VENV)/bin/python -m build --quiet --sdist --no-isolation --outdir out/wheel .

wheel-test: wheel ## install the wheel in a bare Debian root, and use it there
	@tools/install_packages.sh fresh
	@$(PYTHON) tools/try_package.py wheel $(FRESH_FLAGS)

deb: build/deb/.whole packed-page manual ## Debian's package, in out/deb
	@tools/install_packages.sh deb
	@$(BUILD) build/deb
	@rm -rf out/deb
	cd build/deb && cpack -G DEB -B $(CURDIR)/out/deb
	@rm -rf out/deb/_CPack_Packages

deb-test: deb ## have lintian read it, install it in a bare Debian root, and use it there
	@tools/install_packages.sh fresh
	lintian --fail-on error,warning --info out/deb/*.deb
	@$(PYTHON) tools/try_package.py deb $(FRESH_FLAGS)

ctest: build venv
	$(FIXED_ADDRESSES) ctest --test-dir $(BUILD_DIR)/$(FOLDER) --output-on-failure --no-tests=error \
	  --parallel $(JOBS) $(CTEST_FLAGS)

asan: ## build and test with the address and undefined-behaviour sanitizers
	@$(MAKE) ctest PRESET=asan

tsan: ## build and test with the thread sanitizer
	@$(MAKE) ctest PRESET=tsan

fuzz: packages ## run each fuzzer for MINUTES on one core, a line each; needs clang 19
	@tools/install_packages.sh fuzz
	@$(MAKE) build/fuzz/.whole
	cmake --build --preset fuzz --parallel $(JOBS)
	$(PYTHON) tools/run_fuzzers.py --minutes $(MINUTES) $(FUZZ_FLAGS) $(FUZZERS)

mixed: build venv ## one job of x86-64 and arm64 processes: cross-compile, run under qemu, compare
	@tools/install_packages.sh arm64
	@tools/arm64_sysroot.sh .cache/sysroot-arm64
	@$(MAKE) build/arm64/.whole
	cmake --build --preset arm64 --parallel $(JOBS)
	$(VENV)/bin/python -m pytest -p no:cacheprovider -rs tests/system/test_mixed_processors.py

mpi-suite: build ## MPICH's own tests as virtual ranks: what passes, by folder; SUITE_FLAGS has options
	@$(PYTHON) tools/mpi_suite.py --build $(BUILD_DIR) --jobs $(JOBS) $(SUITE_FLAGS)

mpi4py-suite: build venv ## mpi4py's own tests, a process each rank; SUITE_FLAGS has options
	@$(PYTHON) tools/mpi4py_suite.py --build $(BUILD_DIR) $(SUITE_FLAGS)

format: check-packages ## format all C++ sources in place
	$(SOURCES) | xargs -r -P $(JOBS) -n 16 clang-format-19 -i

check: format-check house tidy ## what may be checked without running: format, house, tidy

format-check: check-packages
	@$(SOURCES) | xargs -r -P $(JOBS) -n 16 clang-format-19 --dry-run --Werror

house: ## the rules of the house: include edges, cycles, sizes, names, links
	@$(PYTHON) tools/check_house.py

tidy: check-packages $(BUILD_DIR)/.whole ## clang-tidy over the C++ changed since BASE
	@$(PYTHON) tools/tidy.py --build $(BUILD_DIR) --jobs $(JOBS) $(BASE:%=--base %) $(TIDY_FLAGS)

check-packages:
	@tools/install_packages.sh check

clean: ## remove what was built; .venv and out/ stay
	rm -rf build
