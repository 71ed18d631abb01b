"""The OpenAPI document: complete, and true to what the server does whatever it is sent."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from nukki.brief import load_mapping
from nukki.brief.brief import BRIEF_KEYS, STYLE_KEYS
from nukki.server import tokens
from nukki.server.app import create_app
from nukki.settings import Settings
from tests.server.running import serving

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "response_headers_conformance",
    "unsupported_method",
    "allow_header_conformance",
    "use_after_free",
)
LEFT_OUT = ("/api/events",)  # an answer without an end
SECONDS = 30


@pytest.fixture(scope="module")
def document():
    return create_app(Settings()).openapi()


def operations(document):
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", path, operation


def test_the_document_that_is_served_is_that_of_the_app(server, document):
    served = json.loads(server.get("/api/openapi.json").body)
    assert served == json.loads(json.dumps(document))
    assert served["openapi"].startswith("3.1")


def test_every_operation_has_a_name_a_tag_a_sentence_and_its_refusals(document):
    names = []
    tags = {tag["name"] for tag in document["tags"]}
    for name, path, operation in operations(document):
        assert set(operation["tags"]) <= tags, name
        assert operation["description"], name
        answers = operation["responses"]
        assert any(status.startswith("2") for status in answers), name
        assert "{" not in path or {"404", "422"} <= set(answers), name
        assert {"401", "503"} <= set(answers), name
        for status, answer in answers.items():
            if status >= "400":
                assert list(answer["content"]) == ["application/problem+json"], (name, status)
        names.append(operation["operationId"])
    assert len(set(names)) == len(names)


def test_every_reference_leads_somewhere(document):
    text = json.dumps(document)
    schemas = document["components"]["schemas"]
    named = {part.partition('"')[0] for part in text.split('"#/components/schemas/')[1:]}
    assert named <= set(schemas)
    assert "HTTPValidationError" not in text


def test_the_brief_of_the_document_is_the_brief_that_is_read(document):
    brief = document["components"]["schemas"]["Brief"]
    assert set(brief["properties"]) == set(BRIEF_KEYS)
    assert set(brief["properties"]["style"]["properties"]) == set(STYLE_KEYS)
    body = document["paths"]["/api/jobs"]["post"]["requestBody"]["content"]["application/json"]
    for example in body["examples"].values():
        assert load_mapping(example["value"])


def test_every_address_says_which_methods_it_has(server, document):
    for path, methods in document["paths"].items():
        address = path.replace("{job_id}", "20260131-090000-1f3a9c07")
        if "{" in address:
            continue
        found = server.get(address, method="OPTIONS")
        allowed = set(found.getheader("allow").split(", ")) - {"HEAD"}
        assert (found.status, allowed) == (405, {method.upper() for method in methods})


@pytest.mark.slow
def test_nothing_that_the_document_allows_makes_the_server_fail_or_surprise(tmp_path):
    folder = tmp_path / "storage"
    with serving(folder, password="correct horse battery") as caller:
        secret = tokens.create(caller.app.state.history.database, "tester")
        headers = {"Authorization": f"Bearer {secret}"}
        brief = {"object_concept": "컵", "candidate_count": 1}
        assert caller.send("POST", "/api/jobs", brief, **headers).status == 201
        command = [
            str(Path(sys.executable).with_name("schemathesis")), "run",
            f"{caller.url}api/openapi.json", "--header", f"Authorization: Bearer {secret}",
            "--checks", ",".join(CHECKS), "--seed", "1", "--no-shrink",
            "--continue-on-failure", "--max-examples", "8", "--max-time", str(SECONDS),
        ]  # fmt: skip
        command += [part for path in LEFT_OUT for part in ("--exclude-path", path)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
