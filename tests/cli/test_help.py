"""`--help` in two languages, quickly, for every command."""

import subprocess
import sys

import click
import pytest

from nukki import i18n
from nukki.cli import main, wide
from nukki.cli.words import Group
from tests.cli.program import nukki

HEAVY = ("numpy", "cv2", "PIL", "pydantic", "rich", "mitsuba", "kiwipiepy", "nukki.settings")


def command_lines(group, path=()):
    """Every command as the words that call it."""
    context = click.Context(group)
    for name in group.modules:
        command = group.get_command(context, name)
        yield (*path, name)
        if isinstance(command, Group):
            yield from command_lines(command, (*path, name))


ALL = [(), *command_lines(main.nukki)]


def shown(words, language, capsys):
    assert main.call([*words, "--help"], language) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_every_command_explains_itself_in_both_languages(words, capsys):
    english, korean = (shown(words, language, capsys) for language in i18n.LANGUAGES)
    assert english.startswith(f"Usage: {' '.join(('nukki', *words))} [OPTIONS]")
    assert korean.startswith(f"사용법: {' '.join(('nukki', *words))} [옵션]")
    assert "cli-" not in english + korean
    for heading in ("Usage", "Options", "Commands", "Show this"):
        assert heading not in korean


@pytest.mark.parametrize("words", ALL, ids=" ".join)
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_no_help_line_is_wider_than_a_terminal(words, language, capsys):
    lines = shown(words, language, capsys).splitlines()
    assert max(wide.columns(line) for line in lines) <= 80


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from nukki.cli import main; main.call(['--help'], 'ko');"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "environment", "first"),
    [
        ([], {"LC_ALL": "ko_KR.UTF-8"}, "사용법:"),
        ([], {"LC_ALL": "", "LANG": "ko_KR"}, "사용법:"),
        (["--lang", "en"], {"LC_ALL": "ko_KR.UTF-8"}, "Usage:"),
        (["--lang=ko"], {"LC_ALL": "C"}, "사용법:"),
        ([], {"LC_ALL": "C"}, "Usage:"),
        ([], {"LC_ALL": "de_DE.UTF-8"}, "Usage:"),
        ([], {"LC_ALL": "C", "NUKKI_LANGUAGE": "ko"}, "사용법:"),
    ],
)
def test_the_locale_or_the_option_chooses_the_language(tmp_path, arguments, environment, first):
    ran = nukki(*arguments, "--help", cwd=tmp_path, **environment)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(first)


def test_nukki_alone_shows_its_help_and_its_version(capsys):
    assert main.call([], "en") == 0
    assert capsys.readouterr().out.startswith("Usage: nukki")
    assert main.call(["--version"], "en") == 0
    assert capsys.readouterr().out.startswith("nukki ")
