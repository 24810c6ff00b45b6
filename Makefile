# Allot. `make help` lists what there is to do.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

TOOLS := $(CURDIR)/.tools
LINT_VERSION := v2.14.0
LINT := $(TOOLS)/golangci-lint-$(LINT_VERSION)
ADDR ?= 127.0.0.1:8080
# Two hours a package: on a busy machine the ten minutes that Go allows are not enough. A test that hangs is
# still told. Three packages at once, because some of them wait more than they work.
TEST := go test -timeout 2h -p 3
# To link a test of the whole program takes seconds. What runs on both engines is kept, and linked once.
KEPT := -ldflags='-s -w' -o bin/tests/
# Another limit on PostgreSQL: Go keeps one result for each set of flags, and would forget that of SQLite.
PG := ALLOT_TEST_ENGINE=postgres go run ./internal/tools/withpg go test -timeout 3h -p 3

# The program that Chromium meets, compiled with the flags of its tests, which have compiled nearly all of it. What `make build` makes is the same but for where Go finds names of hosts.
PROGRAM := GOGC=400 GOMEMLIMIT=2GiB go build -ldflags='-s -w' -o bin/allot ./cmd/allot

# What runs on PostgreSQL: the program, every store (the packages that end in db, and the tests of an area), the
# pool, and jobs. Other handlers run on SQLite only; make nightly runs everything on both. internal/arch keeps the
# list true.
STORED := ./cmd/allot ./internal/...db ./internal/app/apptest ./internal/app/lease ./internal/app/limittest ./internal/platform/httpx ./internal/platform/jobs ./internal/platform/outbox \
	./internal/identity/identitytest ./internal/content/contenttest ./internal/partners/partnerstest ./internal/inventory/allotment ./internal/inventory/inventorytest \
	./internal/invoicing/invoicingtest ./internal/billing/billingtest ./internal/exchange/exchangetest ./internal/insight/insighttest

# What has slow tests, which internal/arch keeps true.
SLOW := ./cmd/allot ./internal/app ./internal/content/contenthttptest ./internal/demo/demotest ./internal/exchange/exchangetest ./internal/identity/identitytest ./internal/inventory/inventorytest

# What test-race runs there with the race detector: whatever runs at once within one process. To compile
# everything once more takes too long for every check.
RACED := ./internal/platform/db ./internal/platform/stamp ./internal/platform/httpx ./internal/platform/jobs ./internal/platform/outbox \
	./internal/app/lease ./internal/identity/identitytest ./internal/exchange/exchangetest ./internal/inventory/allotment ./internal/inventory/inventorytest ./internal/inventory/inventoryhttptest \
	./internal/insight/live ./internal/insight/insighttest

.PHONY: help
help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## Build bin/allot, with the dashboard if Node.js is there
	scripts/web || test $$? = 3
	CGO_ENABLED=0 go build -trimpath -o bin/allot ./cmd/allot

.PHONY: release
release: ## Build the program for every system into dist/, with checksums and SBOM
	scripts/release

.PHONY: image
image: ## Build the container image from dist/ with buildah, podman or docker
	scripts/image

.PHONY: run
run: ## Serve with demo data
	scripts/run --addr $(ADDR)

.PHONY: web
web: ## Build the dashboard into web/dist, from where Go embeds it
	scripts/web

# Compilers, linkers and tests live for seconds: they take a fifth less processor time if they collect
# garbage less often. The limit keeps them from taking all memory.
test test-sqlite test-postgres test-slow test-race nightly check-tidy $(LINT): export GOGC := 400
test test-sqlite test-postgres test-slow test-race nightly check-tidy $(LINT): export GOMEMLIMIT := 2GiB

.PHONY: test
test: ## Run the suite on SQLite without the slow tests: the inner loop
	$(TEST) ./...

.PHONY: test-sqlite
test-sqlite: ## Run the suite on SQLite without the slow tests, linked as test-postgres needs it, and all of go vet
	mkdir -p bin/tests
	failed=; $(TEST) -vet=all $(KEPT) $(STORED) || failed=yes; \
	$(TEST) -vet=all -ldflags='-s -w' $$(go run ./internal/tools/packages $(STORED)) && test -z "$$failed"

.PHONY: test-postgres
test-postgres: ## Run the program and the stores on PostgreSQL without the slow tests
	mkdir -p bin/tests
	$(PG) -vet=off $(KEPT) $(STORED)

.PHONY: test-slow
test-slow: ## Run the slow tests (kills, floods, foreign clients), each on the engine on which it tells most
	mkdir -p bin/tests
	ALLOT_TEST_SLOW=1 $(TEST) -vet=off -run '^TestSlow' $(KEPT) $(SLOW)
	ALLOT_TEST_SLOW=1 $(PG) -vet=off -run '^TestSlow' $(KEPT) $(SLOW)

.PHONY: test-web
test-web: web ## Test the dashboard: types, lint, rules, and in Chromium what each persona does most, with the built program and demo data
	cd web && npm run --silent check && npm run --silent lint && npm run --silent test
	$(PROGRAM)
	cd web && npm run --silent test:main

.PHONY: test-screens
test-screens: web ## Test every screen of the dashboard in Chromium: languages, widths, faults, what is rarely done
	$(PROGRAM)
	cd web && npm run --silent test:screens

.PHONY: test-race
test-race: ## Run what runs at once on PostgreSQL, with the race detector: before you change it; nightly races everything
	ALLOT_TEST_SLOW=1 $(PG) -vet=off -race $(RACED)

.PHONY: nightly
nightly: check check-rest lint ## Run everything on both engines, with every slow test, and all with the race detector (hours)
	ALLOT_TEST_SLOW=all $(TEST) -vet=off ./...
	ALLOT_TEST_SLOW=all $(PG) -vet=off ./...
	ALLOT_TEST_SLOW=all $(PG) -vet=off -race ./...

# Fifty writers x 2,000 operations, 25 kills under load, 10,000 reads right after a write.
TORTURE = $(TEST) -vet=off -count=1 -p 1 -parallel 1 -v -run '^(TestSlow_Torture|TestSlow_KilledLoad|TestSlow_NeverStale|TestSlow_SlowReaders)$$' ./internal/inventory/inventorytest ./cmd/allot

.PHONY: torture
torture: ## Run the loads on availability in full on both engines (some 30 minutes)
	ALLOT_TORTURE=1 ALLOT_TEST_SLOW=all $(TORTURE)
	ALLOT_TORTURE=1 ALLOT_TEST_SLOW=all ALLOT_TEST_ENGINE=postgres go run ./internal/tools/withpg $(TORTURE)

.PHONY: test-costs
test-costs: web ## Measure on a quiet machine what every body costs the program and the other accounts (COSTS=20s each: about an hour)
	ALLOT_TEST_SLOW=1 ALLOT_TEST_COSTS=$${COSTS:-20s} ALLOT_TEST_COSTS_OF=$${COSTS_OF:-.} go test -count=1 -timeout 3h -vet=off -v -run '^TestSlow_Costs' ./cmd/allot

.PHONY: fuzz
fuzz: ## Fuzz every parser for a few seconds (FUZZTIME=10s)
	@grep -rl --include='*_test.go' '^func Fuzz' . | while read -r file; do \
	  grep -o '^func Fuzz[A-Za-z0-9_]*' "$$file" | sed 's/^func //' | while read -r name; do \
	    echo "$$name in $$(dirname "$$file")"; \
	    go test -run '^$$' -fuzz "^$$name\$$" -fuzztime "$${FUZZTIME:-10s}" "$$(dirname "$$file")" </dev/null | tail -n 1; \
	  done; \
	done

.PHONY: bench
bench: ## Run the benchmarks briefly on the engine of ALLOT_TEST_ENGINE (BENCHTIME=20x), then what is promised
	$(TEST) -p 1 -run '^$$' -bench . -skip '^BenchmarkTargets$$' -benchtime "$${BENCHTIME:-20x}" ./... | grep -v 'no test files'
	$(MAKE) --no-print-directory bench-targets

.PHONY: bench-targets
bench-targets: ## Measure what is promised of the speed, and print it beside the promise
	$(TEST) -run '^$$' -bench '^BenchmarkTargets$$' -benchtime "$${BENCHTIME:-20x}" -p 1 ./internal/inventory/allotment ./internal/inventory/inventoryhttptest ./internal/exchange/exchangetest

.PHONY: lint
lint: $(LINT) check-tidy ## Check the code with golangci-lint, formatting too, and go.mod; CI runs it after the tests
	$(LINT) run ./...

.PHONY: fmt
fmt: $(LINT) ## Format the code
	$(LINT) fmt ./...

$(LINT):
	@echo "Building golangci-lint $(LINT_VERSION) (once, some minutes)"
	@mkdir -p $(TOOLS)
	GOBIN=$(TOOLS)/build go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	mv $(TOOLS)/build/golangci-lint $(LINT)

.PHONY: generate
generate: ## Write the generated texts anew, unless an operation would lose its id: api/openapi.json, api/postman.json, the types of the dashboard
	$(TEST) -count=1 -run '^Test(Document|Collection)_IsTheOneCheckedIn$$' ./internal/app -args -update
	cd web && npm run --silent api

.PHONY: answers
answers: ## Record anew what the partner API answers, and show it in the guide (docs/partner-api)
	ALLOT_UPDATE_ANSWERS=1 $(TEST) -count=1 -run '^TestProgram_PartnerAnswers$$' ./cmd/allot
	ALLOT_UPDATE_ANSWERS=1 $(TEST) -count=1 -run '^TestGuide_ShowsRecordedAnswers$$' ./cmd/allot

.PHONY: check
check: web test-sqlite test-web test-postgres ## Run the tests that every change must pass, as the README does

.PHONY: check-rest
check-rest: test-slow test-screens ## Run what takes longer and fails more rarely, as CI does after make check

.PHONY: check-tidy
check-tidy: ## go.mod is tidy; that api/openapi.json is current, a test in internal/app says
	go mod tidy -diff
