# Build, test and install placed. `make help` lists what there is.

SHELL = /bin/bash
.DEFAULT_GOAL = help

# The units name /usr/bin; staged installs set DESTDIR.
PREFIX = /usr
DESTDIR =
BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
UNITS = $(DESTDIR)$(PREFIX)/lib/systemd/system
PROGRAMS = placed placectl placed-web placed-mqtt
COMPLETIONS = bash-completion/completions/placectl zsh/vendor-completions/_placectl \
	fish/vendor_completions.d/placectl.fish

# The toolchain's caches stay in the checkout, too.
SWIFT = env XDG_CACHE_HOME=$(CURDIR)/.build/cache XDG_DATA_HOME=$(CURDIR)/.build/data swift
PRIVATE = --cache-path .build/cache --config-path .build/configuration --security-path .build/security
STRICT = $(PRIVATE) --explicit-target-dependency-import-check error -Xswiftc -warnings-as-errors
RELEASE = $(STRICT) -c release --static-swift-stdlib

BUILD_PACKAGES = libgps-dev libsqlite3-dev libsystemd-dev libmicrohttpd-dev libmosquitto-dev \
	zlib1g-dev pkg-config libjs-leaflet
TEST_PACKAGES = gpsd gpsd-clients gpsd-tools socat jq osmium-tool gdal-bin mosquitto \
	mosquitto-clients chromium-headless-shell chromium-driver python3-selenium sqlite3 zstd expect \
	mandoc shellcheck systemd postgresql openssl zsh fish

FUZZ_SECONDS = 60

.PHONY: help deps deps-test build test lint bench bench-check fuzz soak sanitize demo install uninstall deb \
	check-debian12 check-debian13 clean

help: ## this list
	@sed -nE 's/^([a-z0-9-]+):.*## (.*)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-22s%s\n", $$1, $$2}'

deps: ## install the libraries that the build needs
	@packaging/install-packages $(BUILD_PACKAGES)

deps-test: ## install what the build and the tests need
	@packaging/install-packages $(BUILD_PACKAGES) $(TEST_PACKAGES)

build: ## the programs, as they are installed, in .build/release
	$(SWIFT) build $(RELEASE)

test: deps-test ## all tests but the long ones
	$(SWIFT) build $(STRICT) --build-tests
	$(SWIFT) test $(STRICT) --skip-build

lint: ## format, manual pages, shell scripts, hardening of the units
	$(SWIFT) format lint --strict --recursive Sources Tests Fuzz Package.swift
	mandoc -T lint -W warning man/*.[0-9]
	shellcheck -x -S warning $(shell grep -lE '^#!/bin/(ba)?sh' .ci/run demo/run packaging/* docs/clients/* docs/fleet/*)
	@for unit in systemd/*.service; do \
	  case $$unit in *@*) continue ;; esac; \
	  systemd-analyze security --offline=true --threshold=15 --no-pager $$unit >/dev/null \
	    || { echo "$$unit: exposure above 1.5"; exit 1; }; \
	done

bench: ## measure, as ratios within one run
	$(SWIFT) build $(RELEASE)
	.build/release/placed-bench

bench-check: ## measure, and fail where a ratio is out of its bounds
	$(SWIFT) build $(RELEASE)
	.build/release/placed-bench --check

fuzz: ## each fuzz target for FUZZ_SECONDS
	$(SWIFT) build $(PRIVATE) -c release --package-path Fuzz --sanitize fuzzer
	@for target in $$(ls Fuzz/Sources); do \
	  name=$${target#Fuzz}; corpus=Fuzz/Corpus/$${name,,}; mkdir -p .build/fuzz/$$target; \
	  echo "$$target"; \
	  Fuzz/.build/release/$$target -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 \
	    -artifact_prefix=.build/fuzz/ .build/fuzz/$$target $$corpus || exit 1; \
	done

SOAK = $(STRICT) --scratch-path .build/soak -c release -Xswiftc -enable-testing

soak: deps-test ## the long forms of the tests that have one, on the optimised programs; hours
	$(SWIFT) build $(SOAK) --build-tests
	PLACED_SOAK=100 $(SWIFT) test $(SOAK) --skip-build

sanitize: sanitize-address sanitize-thread ## all tests under AddressSanitizer, then under ThreadSanitizer

# What they find is written to files, so that the report of a program that a test started, as another
# user too, fails as one of the tests themselves does.
sanitize-%: SANITIZED = $(PRIVATE) --scratch-path .build/$* --sanitize $*
sanitize-%: deps-test
	rm -rf .build/$*/reports
	install -d -m 1777 .build/$*/reports
	$(SWIFT) build $(SANITIZED) --build-tests
	export {ASAN,TSAN}_OPTIONS=log_path=$(CURDIR)/.build/$*/reports/of; \
	export LSAN_OPTIONS=print_suppressions=0:suppressions=$(CURDIR)/Tests/leaks.supp; \
	$(SWIFT) test $(SANITIZED) --skip-build; status=$$?; \
	! cat .build/$*/reports/* 2>/dev/null && exit $$status

demo: deps build ## a drive through San Francisco on bundled data
	@demo/run

install: ## what `make build` made, as a service; with DESTDIR only the files
	install -D -s -t $(BIN) $(addprefix .build/release/,$(PROGRAMS))
	install -D -m 644 -t $(UNITS) systemd/*.service systemd/*.socket
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/sysusers.d systemd/sysusers.d/*.conf
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/tmpfiles.d systemd/tmpfiles.d/*.conf
	install -D -m 644 systemd/udev/placed.rules $(DESTDIR)$(PREFIX)/lib/udev/rules.d/60-placed.rules
	for page in man/*.[0-9]; do \
	  install -D -m 644 -t $(SHARE)/man/man$${page##*.} $$page; \
	done
	for file in etc/*.conf; do \
	  [ -e $(DESTDIR)/etc/placed/$${file##*/} ] || install -D -m 644 -t $(DESTDIR)/etc/placed $$file; \
	done
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/systemd/user systemd/user/*.service
	find web -type f -exec install -D -m 644 {} $(SHARE)/placed/{} \;
	install -d $(addprefix $(SHARE)/,$(dir $(COMPLETIONS)))
	.build/release/placectl completions bash >$(SHARE)/$(word 1,$(COMPLETIONS))
	.build/release/placectl completions zsh >$(SHARE)/$(word 2,$(COMPLETIONS))
	.build/release/placectl completions fish >$(SHARE)/$(word 3,$(COMPLETIONS))
ifeq ($(DESTDIR),)
	systemd-sysusers
	systemd-tmpfiles --create placed.conf
	systemctl daemon-reload
	systemctl enable placed.socket placed.service
	systemctl restart placed.socket placed.service
	@echo
	@echo "placed runs. Who may ask for positions: sudo adduser YOU placed, then log out and in again."
	@echo "What next: placectl doctor"
endif

uninstall: ## remove what `make install` put there; places, visits and settings stay
ifeq ($(DESTDIR),)
	-systemctl disable --now $(notdir $(wildcard systemd/placed*.socket) $(filter-out systemd/placed-run@.service,$(wildcard systemd/placed*.service)))
endif
	rm -f $(addprefix $(BIN)/,$(PROGRAMS)) $(addprefix $(SHARE)/,$(COMPLETIONS))
	rm -f $(addprefix $(UNITS)/,$(notdir $(wildcard systemd/*.service systemd/*.socket)))
	rm -f $(foreach page,$(wildcard man/*.[0-9]),$(SHARE)/man/man$(patsubst .%,%,$(suffix $(page)))/$(notdir $(page)))
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/lib/sysusers.d/,$(notdir $(wildcard systemd/sysusers.d/*)))
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/,$(notdir $(wildcard systemd/tmpfiles.d/*)))
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/lib/systemd/user/,$(notdir $(wildcard systemd/user/*)))
	rm -rf $(SHARE)/placed
	rm -f $(DESTDIR)$(PREFIX)/lib/udev/rules.d/60-placed.rules
ifeq ($(DESTDIR),)
	systemctl daemon-reload
	@echo "Left: /etc/placed and /var/lib/placed, with all places and visits. 'sudo rm -r' removes them."
endif

deb: ## the Debian packages, in the folder above; with Debian's own swiftlang where there is one
	dpkg-query -W swiftlang >/dev/null 2>&1 || export DEB_BUILD_PROFILES=pkg.placed.own-swift; \
	dpkg-buildpackage --build=binary --no-sign

check-debian12: ## as root: build the packages, install and test them in a Debian 12 that boots
	packaging/check-debian 12

check-debian13: ## the same in a Debian 13, with its own swiftlang
	packaging/check-debian 13

clean: ## remove what was built
	rm -rf .build .demo Fuzz/.build
