# Allot. `make help` lists what there is to do.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

TOOLS := $(CURDIR)/.tools
LINT_VERSION := v2.14.0
LINT := $(TOOLS)/golangci-lint-$(LINT_VERSION)
ADDR ?= 127.0.0.1:8080
# Two hours a package: on a busy machine the ten minutes that Go allows are not enough. A test that hangs is still told.
TEST := go test -timeout 2h

.PHONY: help
help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## Build bin/allot
	CGO_ENABLED=0 go build -trimpath -o bin/allot ./cmd/allot

.PHONY: run
run: ## Serve with demo data
	go run ./cmd/allot demo --addr $(ADDR)

.PHONY: test
test: test-sqlite test-pg ## Run the suite on SQLite and on PostgreSQL

.PHONY: test-sqlite
test-sqlite: ## Run the suite on SQLite: the quick inner loop
	$(TEST) ./...

.PHONY: test-pg
test-pg: ## Run the suite on PostgreSQL, in a private cluster
	ALLOT_TEST_ENGINE=postgres go run ./internal/tools/withpg $(TEST) ./...

# Packages in which anything runs at once, in their code or in their tests: the race detector
# can find something there. The others run on PostgreSQL without it, which is several times as fast;
# so do drawing, whose one test of that kind is not worth the time of the rest, and
# internal/app, whose sweeps over all operations take minutes with it.
RACED = $$(grep -rlE --include='*.go' '(^|[^a-zA-Z])go (func|[a-zA-Z.]+)\(|\.Go\(' cmd internal | xargs -n1 dirname | sort -u | grep -vE '^internal/(app|tools|platform/(benchtest|pdf))' | sed 's,^,./,')
UNRACED = $$(go list -f '{{if or .TestGoFiles .XTestGoFiles}}./{{slice .ImportPath 6}}{{end}}' ./... | grep -vxF "$(RACED)")
# The tests of the program that the race detector leaves out (notRaced).
STORIES = $$(grep -h -B3 '	notRaced(t)' cmd/allot/*_test.go | grep -o 'TestProgram_[A-Za-z]*' | sort -u | paste -sd '|')

.PHONY: test-race
test-race: ## Run what runs at once with the race detector, on PostgreSQL where writers are really parallel
	ALLOT_TEST_SLOW=1 ALLOT_TEST_ENGINE=postgres go run ./internal/tools/withpg $(TEST) -vet=off -race $(RACED)

.PHONY: test-program
test-program: ## Run the program's tests on PostgreSQL with the slow ones: kills, floods
	ALLOT_TEST_SLOW=1 ALLOT_TEST_ENGINE=postgres go run ./internal/tools/withpg $(TEST) -vet=off ./cmd/allot

.PHONY: test-stories
test-stories: ## Run those tests of the program on PostgreSQL that the race detector leaves out
	stories="$(STORIES)"; test -n "$$stories"; \
	ALLOT_TEST_SLOW=1 ALLOT_TEST_ENGINE=postgres go run ./internal/tools/withpg $(TEST) -vet=off -run "^($$stories)$$" ./cmd/allot

.PHONY: test-unraced
test-unraced: ## Run the packages on PostgreSQL that the race detector leaves out
	ALLOT_TEST_SLOW=1 ALLOT_TEST_ENGINE=postgres go run ./internal/tools/withpg $(TEST) -vet=off $(UNRACED)

.PHONY: test-slow
test-slow: ## Run the suite on SQLite with the slow tests: kills, floods
	ALLOT_TEST_SLOW=1 $(TEST) -vet=off ./... # make lint runs vet

# Fifty writers x 2,000 operations, 25 kills under load, 10,000 reads right after a write.
TORTURE = $(TEST) -vet=off -count=1 -p 1 -parallel 1 -v -run '^(TestTorture|TestProgram_KilledLoad|TestProgram_NeverStale|TestProgram_SlowReaders)$$' ./internal/rooming ./cmd/allot

.PHONY: torture
torture: ## Run the loads on availability in full on both engines (some 30 minutes)
	ALLOT_TORTURE=1 ALLOT_TEST_SLOW=1 $(TORTURE)
	ALLOT_TORTURE=1 ALLOT_TEST_SLOW=1 ALLOT_TEST_ENGINE=postgres go run ./internal/tools/withpg $(TORTURE)

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
	$(TEST) -run '^$$' -bench '^BenchmarkTargets$$' -benchtime "$${BENCHTIME:-20x}" -p 1 ./internal/allotment ./internal/availability

.PHONY: lint
lint: $(LINT) ## Check the code: vet and other linters, formatting
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
generate: ## Write the generated texts anew: api/openapi.json
	go run ./cmd/allot openapi -o api/openapi.json

.PHONY: answers
answers: ## Record anew what the partner API answers, and show it in the guide (docs/partner-api)
	ALLOT_UPDATE_ANSWERS=1 $(TEST) -count=1 -run '^TestProgram_PartnerAnswers$$' ./cmd/allot
	ALLOT_UPDATE_ANSWERS=1 $(TEST) -count=1 -run '^TestGuide_ShowsRecordedAnswers$$' ./cmd/allot

.PHONY: check
check: test-slow test-stories test-unraced test-race check-tidy lint ## Everything that CI runs: the tests first, the linter last

.PHONY: check-tidy
check-tidy: ## go.mod is tidy and generated texts are current
	go mod tidy -diff
	go run ./cmd/allot openapi | diff -u api/openapi.json - || (echo "api/openapi.json is not current: run make generate" >&2; exit 1)
