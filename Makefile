# Shardkeeper: every task of the repository. `make` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

# Node 22.19 or later: the machine's, or else the one locked in tools/node.
NODE_IS_NEW := $(shell node -e 'const [a, b] = process.versions.node.split(".").map(Number); console.log(a > 22 || (a === 22 && b >= 19))' 2>/dev/null)
ifeq ($(NODE_IS_NEW),true)
  NODE_BIN :=
  NODE_STAMP :=
else
  NODE_BIN := $(CURDIR)/tools/node/node_modules/.bin:
  NODE_STAMP := tools/node/node_modules/.package-lock.json
endif
export PATH := $(NODE_BIN)$(CURDIR)/node_modules/.bin:$(PATH)

DEPS_STAMP := node_modules/.package-lock.json
RUN := node test/run.ts

##@ Start here
.PHONY: help
help: ## Show this list
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z0-9-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo

.PHONY: deps
deps: $(NODE_STAMP) $(DEPS_STAMP) ## Install what the lockfiles say (other targets do it by themselves)

$(NODE_STAMP): tools/node/package-lock.json tools/node/package.json
	@command -v npm >/dev/null || { echo 'npm not found: install any Node with npm first' >&2; exit 1; }
	@echo "Installing Node 24 into tools/node (this machine has $$(node --version 2>/dev/null || echo none), 22.19 is needed) ..."
	@cd tools/node && npm ci --loglevel=error
	@touch $@

$(DEPS_STAMP): package-lock.json package.json | $(NODE_STAMP)
	@echo 'Installing packages (npm ci, about 30 s) ...'
	@npm ci --loglevel=error
	@touch $@

##@ Change
.PHONY: fmt
fmt: deps ## Format all code
	@oxfmt .

.PHONY: generate
generate: deps ## Generate types and validators from crds/
	@npm run --silent generate

.PHONY: build
build: deps ## Compile src/ to dist/
	@npm run --silent build

##@ Check
.PHONY: test
test: $(NODE_STAMP) ## All tests, scenarios of faults in their short form; ends with "N passed, N failed"
	@$(MAKE) control-plane-in-background deps
	@$(RUN)

.PHONY: test-all
test-all: test ## All tests, 1,000 simulated runs, then each scenario of faults once in its full form
	@$(MAKE) sim RUNS=1000 FROM=20000
	@$(MAKE) chaos RUNS=1

.PHONY: check
check: deps ## Everything that needs no control plane: static checks, tidy, gates, unit and the like
	@$(RUN) --quick

.PHONY: lint types dead-code verify-generate
lint: deps ## Lint (types, import directions, ambient state)
	@npm run --silent lint
types: deps ## Type-check src/, test/ and tools/
	@npm run --silent types
dead-code: deps ## Find unused files, exports and packages
	@npm run --silent dead-code
verify-generate: deps ## Fail when generated code is stale
	@npm run --silent verify-generate

.PHONY: only
only: deps ## One file, folder or kind of tests (WHAT=unit/lib)
	@$(RUN) $(or $(WHAT),$(error WHAT=... is missing, for example WHAT=unit/lib or WHAT=test/unit/lib/json.test.ts))

.PHONY: unit gates
unit: deps ## Unit tests and tidy
	@$(RUN) tidy unit
gates: deps ## Show that each check fails on a planted violation
	@$(RUN) gates

.PHONY: conformance e2e
conformance: deps ## What the API server and Metacontroller's users rely on, against the real control plane
	@$(RUN) conformance
e2e: deps ## Whole programs against a real control plane
	@$(RUN) e2e

.PHONY: coverage
coverage: deps ## Coverage of src/ by the unit tests
	@npm run --silent coverage

.PHONY: sim
sim: deps ## The real code on simulated time, under faults (RUNS=1000, or SEED=n to replay one with its log)
	@node src/testing/sim/main.ts $(if $(SEED),--seed $(SEED),--runs $(or $(RUNS),1000) $(if $(FROM),--from $(FROM)))

##@ See it run
.PHONY: demo bench chaos
demo: build ## Three replicas on a real control plane: a wave, scaling, two crashes, judged (PARENTS=2500 KEEP=1 JSON=1)
	@node dist/cli/main.js demo --parents $(or $(PARENTS),2500) $(if $(filter 1,$(KEEP)),--keep) $(if $(filter 1,$(JSON)),--json)
bench: $(if $(filter manager,$(BENCH)),build,deps) ## The wave beside a raw client, several runs (PARENTS=2500 RUNS=3 JSON=1 BENCH=wave, raw-client, replica-work, fence or manager)
	@node test/bench/$(or $(BENCH),wave).ts
chaos: deps ## Faults done to real processes, and their figures (SCENARIO=name,... RUNS=5 SHORT=1 EDITS=100 FENCE=1 JSON=1 LIST=1)
	@node test/chaos/main.ts $(if $(SCENARIO),--scenario $(SCENARIO)) $(if $(RUNS),--runs $(RUNS)) \
	  $(if $(filter 1,$(SHORT)),--short) $(if $(filter 1,$(FENCE)),--fence) $(if $(filter 1,$(JSON)),--json) $(if $(filter 1,$(LIST)),--list)

##@ Look after
.PHONY: control-plane
control-plane: $(NODE_STAMP) ## Build etcd, kube-apiserver, kube-controller-manager and kubectl into the cache (about 6 min, once)
	@node src/testing/cluster/build.ts --with-kubectl

# Starts early what takes longest; the runner waits for it, and shows what it says, before the first test that needs it.
.PHONY: control-plane-in-background
control-plane-in-background:
	@mkdir -p .cache
	@nohup node src/testing/cluster/build.ts --with-kubectl >.cache/control-plane.log 2>&1 </dev/null &

.PHONY: clean
clean: ## Remove what is built or installed here (not the control plane's cache)
	@rm -rf dist coverage .cache node_modules tools/node/node_modules
