"""nukki models: list, verify and pull, for people and for programs."""

import json

import pytest

from nukki.catalog import weights
from nukki.cli import main
from nukki.settings import settings
from tests.cli.program import nukki


@pytest.fixture(autouse=True)
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("NUKKI_MODELS", str(tmp_path / "모델"))
    settings.cache_clear()
    yield tmp_path / "모델"
    settings.cache_clear()


@pytest.fixture
def brought(tmp_path):
    """A file for a profile whose file a person brings."""
    path = tmp_path / "vitmatte-small.onnx"
    path.write_bytes(b"weights")
    return path


def called(line, capsys, language="en"):
    status = main.call([str(part) for part in line], language)
    return status, capsys.readouterr()


def test_the_list_names_every_model_with_its_licence_and_state(capsys):
    status, told = called(["models", "list"], capsys, "ko")
    assert status == 0
    for profile in weights.all_weights():
        assert profile.id in told.out
        assert profile.licence in told.out
    assert "확인 필요" in told.out
    assert "render" in told.out


def test_the_list_for_programs_keeps_its_models_and_adds_weights(capsys):
    status, told = called(["models", "list", "--json"], capsys)
    found = json.loads(told.out)
    assert status == 0
    assert [model["id"] for model in found["models"]] == ["render"]
    asking = next(entry for entry in found["weights"] if entry["id"] == "isnet")
    assert (asking["commercial"], asking["state"], asking["accepted"]) == ("ask", "missing", None)
    assert asking["training_data_note"]["ko"]


def test_a_file_is_pulled_then_verified_then_found_damaged(capsys, brought, store):
    line = ["models", "pull", "vitmatte-small", "--from", brought]
    status, told = called(line, capsys)
    assert status == 0
    path = next(store.glob("*.onnx"))
    assert str(path) in told.out
    assert called(["models", "verify"], capsys)[0] == 0
    path.write_bytes(b"changed")
    status, told = called(["models", "verify"], capsys)
    assert status == 3
    assert "✗ vitmatte-small" in told.out
    assert "nukki models pull vitmatte-small" in told.err
    status, told = called(["models", "verify", "--json"], capsys)
    assert status == 3
    assert json.loads(told.out) == {
        "ok": False,
        "weights": [{"id": "vitmatte-small", "state": "damaged"}],
    }
    assert called(line, capsys)[0] == 0
    assert called(["models", "verify", "vitmatte-small"], capsys)[0] == 0


def test_verifying_what_was_asked_for_by_name_says_that_it_is_missing(capsys):
    assert called(["models", "verify"], capsys)[0] == 0
    status, told = called(["models", "verify", "u2netp"], capsys)
    assert status == 3
    assert "nukki models pull u2netp" in told.err


def test_pulled_weights_are_told_as_json(capsys, brought):
    status, told = called(["models", "pull", "vitmatte-small", "--from", brought, "--json"], capsys)
    assert status == 0
    (found,) = json.loads(told.out)["weights"]
    assert (found["id"], found["state"]) == ("vitmatte-small", "here")
    assert found["path"].endswith(".onnx")


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        (["pull", "u2netq"], 2, "nearest: u2netp"),
        (["verify", "u2netq"], 2, "nearest: u2netp"),
        (["pull", "isnet"], 2, "--accept-licence isnet"),
        (["pull", "u2netp", "isnet"], 2, "--accept-licence isnet"),
        (["pull", "u2netp", "--accept-licence", "isnet"], 2, "name it among the IDs"),
        (["pull", "birefnet"], 2, "--from"),
        (["pull", "birefnet", "--from", "/no/such/folder"], 2, "birefnet.onnx"),
        (["pull", "birefnet", "--from", "http://example.com/a"], 2, "https://"),
        (
            ["pull", "birefnet", "vitmatte-small", "--from", "https://example.com/a"],
            2,
            "one by one",
        ),
        (["pull"], 2, "nukki models pull --help"),
    ],
)
def test_a_mistake_is_answered_with_its_remedy_and_nothing_is_stored(
    capsys, store, line, status, said
):
    found, told = called(["models", *line], capsys)
    assert found == status
    assert said in told.err
    assert not store.exists() or list(store.iterdir()) == []


def test_an_acceptance_is_stored_with_what_it_was_given_for(capsys, store, tmp_path, monkeypatch):
    (tmp_path / "isnet.onnx").write_bytes(b"not the pinned file")
    line = ["models", "pull", "isnet", "--accept-licence", "isnet", "--from", tmp_path]
    status, told = called(line, capsys)
    assert status == 3
    assert "Nothing was stored" in told.err
    assert weights.acceptance("isnet") is None


@pytest.mark.slow
def test_the_default_network_comes_with_lines_of_progress(tmp_path):
    ran = nukki("models", "pull", "u2netp", cwd=tmp_path, NUKKI_MODELS=str(tmp_path / "models"))
    assert (ran.returncode, ran.stdout.startswith("u2netp is here")) == (0, True)
    assert "MB/s" in ran.stderr
    again = nukki("models", "pull", "u2netp", cwd=tmp_path, NUKKI_MODELS=str(tmp_path / "models"))
    assert (again.returncode, again.stderr) == (0, "")
