"""The rules of the house that no linter knows: sizes, docstrings, sentences, what may be read."""

from __future__ import annotations

import ast
import re
import string
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
import yaml

from nukki import errors

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "nukki"
LOCALE = SOURCE / "locale"
MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 60

Function = ast.FunctionDef | ast.AsyncFunctionDef


def trees() -> Iterator[tuple[str, ast.Module]]:
    for file in sorted(SOURCE.rglob("*.py")):
        yield file.relative_to(ROOT).as_posix(), ast.parse(file.read_text("utf-8"))


def length(function: Function) -> int:
    """Lines of a function without its docstring."""
    doc = function.body[0] if ast.get_docstring(function, clean=False) is not None else None
    lines = (function.end_lineno or 0) - function.lineno + 1
    return lines - ((doc.end_lineno or 0) - doc.lineno + 1 if doc else 0)


def test_no_file_is_longer_than_a_person_reads_in_one_go() -> None:
    sizes = {
        file.relative_to(ROOT).as_posix(): len(file.read_text("utf-8").splitlines())
        for folder in ("src", "tests", "tools", "bench")
        for file in (ROOT / folder).rglob("*.py")
    }
    assert {name: size for name, size in sizes.items() if size > MAX_FILE_LINES} == {}


def test_no_function_is_longer_than_a_screen() -> None:
    long = [
        f"{name}:{node.lineno} {node.name} has {length(node)} lines"
        for name, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, Function) and length(node) > MAX_FUNCTION_LINES
    ]
    assert long == []


def test_every_module_and_public_name_says_what_it_is() -> None:
    silent = [name for name, tree in trees() if not ast.get_docstring(tree)]
    silent += [
        f"{name}: {node.name}"
        for name, tree in trees()
        for node in tree.body
        if isinstance(node, Function | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert silent == []


def reads_environment(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module == "os" and any(n.name in ("environ", "getenv") for n in node.names)
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "os"
        and node.attr in ("environ", "environb", "getenv")
    )


def test_only_the_settings_and_the_language_read_the_environment() -> None:
    allowed = {"src/nukki/settings.py", "src/nukki/i18n.py"}
    readers = {name for name, tree in trees() if any(map(reads_environment, ast.walk(tree)))}
    assert readers - allowed == set()


def test_no_canvas_leaves_a_browser_but_opaque_copies_and_backgrounds() -> None:
    # A canvas holds premultiplied bytes: colour under low alpha would be lost.
    leaves = re.compile(r"\.(toBlob|convertToBlob|toDataURL|transferToImageBitmap)\(")
    web = ROOT / "web" / "src"
    found = {
        file.relative_to(web).as_posix()
        for file in web.rglob("*.ts*")
        if leaves.search(file.read_text("utf-8"))
    }
    assert found == {"features/job/copying.ts", "shared/banner.ts"}
    copying = (web / "features/job/copying.ts").read_text("utf-8")
    assert re.findall(r'getContext\("2d"(.*)\)', copying) == [", { alpha: false }"]


def sentences(language: str) -> dict[str, dict[str, str]]:
    """Every code of a language; one code may stand in one file only."""
    table: dict[str, dict[str, str]] = {}
    for file in sorted((LOCALE / language).glob("*.yaml")):
        entries = yaml.safe_load(file.read_text("utf-8")) or {}
        assert not set(table) & set(entries), f"{file.name} repeats {set(table) & set(entries)}"
        table |= {k: {"text": v} if isinstance(v, str) else v for k, v in entries.items()}
    return table


def blanks(sentence: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None}


def test_both_languages_have_the_same_files() -> None:
    names = [{f.name for f in (LOCALE / language).iterdir()} for language in ("en", "ko")]
    assert names[0] == names[1]


def test_both_languages_say_the_same_things() -> None:
    english, korean = sentences("en"), sentences("ko")
    assert set(english) == set(korean)
    differing = [
        code
        for code, entry in english.items()
        if {k: blanks(v) for k, v in entry.items()}
        != {k: blanks(v) for k, v in korean[code].items()}
    ]
    assert differing == []


def test_an_entry_holds_a_text_and_perhaps_a_hint() -> None:
    odd = [code for code, entry in sentences("en").items() if not {"text"} <= set(entry)]
    odd += [c for c, entry in sentences("en").items() if not set(entry) <= {"text", "hint"}]
    assert odd == []


RAISED = {
    name
    for name, thing in vars(errors).items()
    if isinstance(thing, type) and issubclass(thing, errors.NukkiError)
} - {"BriefError", "PackError"}  # these two name their own code


def code_of(call: ast.Call) -> str | None:
    """The literal code that a call of an error or a fault is made with, if it is literal."""
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    place = 0 if name in RAISED else 1 if name == "Fault" else None
    if place is None:
        return None
    named = [k.value for k in call.keywords if k.arg == "code"]
    given = [*call.args[place : place + 1], *named]
    is_literal = given and isinstance(given[0], ast.Constant)
    return str(given[0].value) if is_literal else None


def test_every_code_that_is_raised_has_its_sentence() -> None:
    known = set(sentences("en"))
    missing = [
        f"{name}:{node.lineno} {code}"
        for name, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and (code := code_of(node)) and code not in known
    ]
    assert missing == []


MACHINE = (
    r"/wor[k]/|/tmp/[a-z]|/root/|/home/[a-z]|/Users/[A-Za-z]|file://|(?<!homebrew)/opt/(?!homebrew|local)[a-z]",
    "pypi" + r"\.org|python" + r"hosted|registry\.npm" + r"js|deb\.debian" + r"\.org",
)


def tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    return [ROOT / name.decode() for name in listed.split(b"\0") if name]


@pytest.mark.parametrize("pattern", MACHINE, ids=["a machine's paths", "registry hosts"])
def test_no_tracked_file_names(pattern: str) -> None:
    found = []
    for file in tracked():
        if file == Path(__file__) or not file.is_file():
            continue
        text = file.read_bytes().decode("utf-8", "ignore")
        if match := re.search(pattern, text):
            found.append(f"{file.relative_to(ROOT)}: {match[0]}")
    assert found == []


def test_every_library_that_is_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {re.split(r"[<>=;\[ ]", item)[0].lower() for item in project["dependencies"]}
    owners = metadata.packages_distributions()
    declared |= {"pydantic-core"} if "pydantic" in declared else set()  # pinned by pydantic itself
    undeclared = {
        f"{name}: {top}"
        for name, tree in trees()
        for node in ast.walk(tree)
        for top in imported(node)
        if top not in sys.stdlib_module_names
        and top != "nukki"
        and not {canonical(owner) for owner in owners.get(top, [])} & declared
    }
    assert undeclared == set()


def imported(node: ast.AST) -> set[str]:
    """The top-level names that a statement imports."""
    if isinstance(node, ast.ImportFrom):
        return {str(node.module).partition(".")[0]}
    names = node.names if isinstance(node, ast.Import) else []
    return {alias.name.partition(".")[0] for alias in names}


def canonical(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()
