GO        ?= go
TESTFLAGS ?=
FUZZTIME  ?= 1m

# Tools and foreign servers live outside the tree and are made once.
CACHE        := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)
LINT_VERSION := v2.15.0
LINT         := $(CACHE)/elicit-tools/golangci-lint-$(LINT_VERSION)-$(shell $(GO) env GOVERSION)/golangci-lint

.PHONY: help build test race lint fmt screens pictures demo bench fuzz foreign

help: ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

build: ## bin/elicit, without libc: it starts sooner and runs on any Linux
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/elicit .

test: foreign ## all tests, after obtaining the servers they need
	$(GO) test $(TESTFLAGS) ./...

race: TESTFLAGS += -race
race: test ## all tests under the race detector

lint: $(LINT) ## what .golangci.yml asks for
	$(LINT) run --allow-parallel-runners ./...

fmt: $(LINT) ## format as lint wants it
	$(LINT) fmt ./...

$(LINT):
	@echo "building golangci-lint $(LINT_VERSION), once: this takes some minutes"
	GOFLAGS= GOBIN=$(dir $@) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)

screens: ## rewrite the golden screens; look at the diff
	$(GO) test $$($(GO) list -f '{{$$p := .ImportPath}}{{range .TestImports}}{{if eq . "elicit/internal/screentest"}}{{$$p}} {{end}}{{end}}{{range .XTestImports}}{{if eq . "elicit/internal/screentest"}}{{$$p}} {{end}}{{end}}' ./...) elicit/internal/screentest -update-screens

pictures: ## make the pictures in docs again, from the scripts in docs/demos
	$(GO) run . render --screens docs/demos -o docs

demo: ## the TUI on a built-in server
	$(GO) run . demo

bench: ## calls and start-up beside the smallest programs that do the same
	$(GO) run ./internal/bench

fuzz: ## every fuzz target for FUZZTIME each
	@set -e; for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x $$pkg; \
		done; \
	done

foreign: ## the servers that tests run against, into a cache outside the tree
	$(GO) run ./internal/foreign/get
