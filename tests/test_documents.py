"""Documents that cannot go stale: settings, commands, packs, rules, versions and links."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import nukki
from nukki.brief.brief import BRIEF_KEYS, STYLE_KEYS
from nukki.brief.load import load_file
from nukki.catalog.packs import StylePack, all_packs
from nukki.cli.main import COMMANDS
from nukki.qa import asset_rules
from nukki.qa.rules import RULES
from nukki.settings import Settings
from tools import paste_help

ROOT = Path(__file__).resolve().parent.parent
READMES = ("README.md", "README.ko.md")
DOCUMENTS = sorted(
    file.relative_to(ROOT).as_posix()
    for file in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
)


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def code(text: str) -> str:
    """What a document sets in code: blocks and spans."""
    blocks = re.findall(r"```.*?\n(.*?)```", text, re.DOTALL)
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return "\n".join([*blocks, *spans])


def rows(text: str) -> dict[str, list[str]]:
    """Tables by their first cell, its backticks removed."""
    cells = [
        re.split(r"(?<!\\)\|", line.strip()[1:-1]) for line in text.splitlines() if "|" in line
    ]
    return {row[0].strip().strip("`"): [cell.strip() for cell in row[1:]] for row in cells}


def test_the_changelog_begins_with_this_version() -> None:
    match = re.search(r"^## (\S+)", read("CHANGELOG.md"), re.MULTILINE)
    assert match
    assert match[1] == nukki.__version__


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_make_target_that_is_named_exists(name: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))
    named = set(re.findall(r"^make ([a-z]+)\b", code(read(name)), re.MULTILINE))
    assert named <= targets


def test_help_lists_every_target() -> None:
    makefile = read("Makefile")
    declared = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE)) - {"dev"}
    assert declared == set(re.findall(r"^([a-z]+):.*## \S", makefile, re.MULTILINE))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_relative_link_leads_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", re.sub(r"```.*?```", "", read(name), flags=re.S))
    links += re.findall(r"(?:src|href)=\"([^\"]+)\"", read(name))
    broken = [
        link
        for link in links
        if not re.match(r"[a-z]+:", link) and not ((ROOT / name).parent / link).exists()
    ]
    assert broken == []


@pytest.mark.parametrize("name", READMES)
def test_the_two_commands_stand_at_the_top(name: str) -> None:
    first = re.search(r"```sh\n(.*?)```", read(name), re.DOTALL)
    assert first
    assert re.findall(r"^make \w+", first[1], re.MULTILINE) == ["make run", "make test"]


@pytest.mark.parametrize("name", READMES)
def test_every_setting_has_its_row(name: str) -> None:
    listed = {first for first in rows(read(name)) if first.startswith("NUKKI_")}
    assert listed == {f"NUKKI_{field.upper()}" for field in Settings.model_fields}


@pytest.mark.parametrize("name", READMES)
def test_defaults_of_settings_are_those_of_the_code(name: str) -> None:
    table = rows(read(name))
    for field, info in Settings.model_fields.items():
        if isinstance(info.default, str) or field == "storage":
            assert table[f"NUKKI_{field.upper()}"][0] == f"`{info.default}`"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_document_names_a_setting_that_does_not_exist(name: str) -> None:
    known = {field.upper() for field in Settings.model_fields}
    assert set(re.findall(r"NUKKI_([A-Z_]+)", read(name))) <= known


def test_every_field_of_a_brief_has_its_row() -> None:
    fields = {f"style.{key}" for key in STYLE_KEYS} | set(BRIEF_KEYS) - {"style"}
    assert fields <= set(rows(read("docs/01-brief.md")))


def test_every_pack_has_its_row_with_its_material_and_shadow() -> None:
    table = rows(read("docs/02-catalog.md"))
    for pack in all_packs():
        assert table[pack.id][1:] == [pack.material_class, pack.shadow_policy]


@pytest.mark.parametrize("name", [*READMES, "docs/ko/guide.md"])
def test_every_pack_is_named(name: str) -> None:
    assert {pack.id for pack in all_packs()} <= set(re.findall(r"`(sp-[a-z0-9-]+)`", read(name)))


def test_every_field_of_a_pack_is_described() -> None:
    described = code(read("docs/02-catalog.md"))
    assert [name for name in StylePack.model_fields if name not in described] == []


def test_the_help_that_is_pasted_is_the_help_that_is_shown() -> None:
    pasted = read("docs/09-cli.md")
    assert paste_help.document(pasted) == pasted


def test_every_command_has_its_row() -> None:
    listed = set(re.findall(r"^\| `nukki ([a-z]+)", read("docs/09-cli.md"), re.MULTILINE))
    assert listed == set(COMMANDS)


def test_every_quality_rule_has_its_row_with_its_limits() -> None:
    table = rows(read("docs/08-qa.md"))
    for rule in RULES:
        numbers = {float(n) for n in re.findall(r"\d+\.?\d*", table[rule.name][1])}
        limits = {n for pair in rule.limits.values() for n in pair if n is not None}
        assert numbers == limits, rule.name


def test_every_rule_on_brand_pictures_has_its_row_with_its_limits() -> None:
    table = rows(read("docs/08-qa.md"))
    for rule in asset_rules.RULES:
        first = re.search(r"\d+\.?\d*", table[rule.name][1])
        assert first, rule.name
        assert float(first[0]) in (rule.low, rule.high), rule.name
    assert [name for name in asset_rules.NAMES if name not in table] == []


@pytest.mark.parametrize("name", READMES)
def test_the_brief_that_is_shown_is_the_one_that_is_drawn(name: str, tmp_path: Path) -> None:
    shown = re.search(r"```yaml\n(.*?)```", read(name), re.DOTALL)
    assert shown
    copy = tmp_path / "shown.yaml"
    copy.write_text(shown[1], "utf-8")
    assert load_file(copy) == load_file(ROOT / "examples/briefs/summer-sale.yaml")


@pytest.mark.parametrize("name", ["docs/01-brief.md", "docs/ko/guide.md"])
def test_every_brief_in_a_chapter_can_be_read(name: str, tmp_path: Path) -> None:
    for number, (kind, text) in enumerate(re.findall(r"```(yaml|csv)\n(.*?)```", read(name), re.S)):
        file = tmp_path / f"{number}.{kind}"
        file.write_text(text, "utf-8")
        assert load_file(file)


@pytest.mark.parametrize(
    "file", sorted((ROOT / "examples/briefs").glob("*.*")), ids=lambda file: file.name
)
def test_every_example_can_be_read(file: Path) -> None:
    assert load_file(file)


def test_every_folder_of_the_package_has_its_sentence() -> None:
    listed = set(rows(read("CONTRIBUTING.md")))
    folders = [file.parent for file in (ROOT / "src/nukki").glob("*/__init__.py")]
    assert {folder.relative_to(ROOT).as_posix() + "/" for folder in folders} <= listed


def test_the_locks_agree_with_each_other_and_cover_what_is_asked_for() -> None:
    def pins(name: str) -> dict[str, str]:
        return dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", read(name), re.MULTILINE))

    run, build, dev = (pins(f"requirements{part}.lock") for part in ("", "-build", "-dev"))
    for one, other in ((run, build), (run, dev), (build, dev)):
        assert {n: one[n] for n in one.keys() & other.keys()} == {
            n: other[n] for n in one.keys() & other.keys()
        }
    project = tomllib.loads(read("pyproject.toml"))["project"]

    def names(requirements: list[str]) -> set[str]:
        return {re.split(r"[<>=;\[ ]", item)[0].lower() for item in requirements}

    assert names(project["dependencies"]) <= set(run)
    assert names(project["optional-dependencies"]["dev"]) <= set(dev)
