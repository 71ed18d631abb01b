# Every target sets up what it needs first; setting up twice costs a second.
.DEFAULT_GOAL := help
.PHONY: help setup run test check fix studio bench clean
export PYTHON

help: ## list the targets
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

setup: ## make .venv with everything that drawing needs
	@tools/setup.sh

run: setup ## draw examples/briefs/summer-sale.yaml into finished alpha PNGs
	@command -v node >/dev/null || echo "No Node here: the web studio is left out. Everything else works." >&2
	@.venv/bin/nukki run examples/briefs/summer-sale.yaml

test: check ## all checks, then all tests, the quick ones first
	@.venv/bin/python -m pytest

check: dev ## format, lint, types, layers, sizes and documents
	@tools/check.sh

fix: dev ## let ruff and biome mend format and lint
	@.venv/bin/ruff check --fix-only .
	@.venv/bin/ruff format .
	@if tools/web.sh here 2>/dev/null; then tools/web.sh fix; fi

studio: setup ## build the web studio, and serve it on this machine
	@tools/web.sh build
	@.venv/bin/nukki serve $(if $(PORT),--port $(PORT))

bench: setup ## benchmarks: a table each, with this machine's description
	@.venv/bin/python -m bench all

clean: ## remove .venv and every cache; jobs in nukki-data stay
	@rm -rf .venv build dist web/node_modules src/nukki/server/static .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: dev
dev:
	@tools/setup.sh dev
