"""Sessions: how long they last, how they end, and that servers of one database agree."""

import hashlib
import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from argon2 import PasswordHasher
from itsdangerous import TimestampSigner
from pydantic import SecretStr

from nukki.errors import InputError
from nukki.jobs.database import open_database
from nukki.server import password, tokens
from nukki.server.keys import Keys, signing_key
from nukki.server.seal import LIFE_S, Seal
from nukki.settings import Settings
from tests.server.running import serving
from tests.server.test_gate import PASSWORD, log_in

CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


@pytest.fixture
def database(tmp_path):
    database = open_database(Settings(storage=tmp_path).database)
    yield database
    database.close()


@pytest.mark.parametrize(
    ("later_s", "good"),
    [(0, True), (LIFE_S - 1, True), (LIFE_S + 1, False), (30 * LIFE_S, False), (-60, False)],
)
def test_a_cookie_is_good_for_twelve_hours_and_not_before_it_was_made(monkeypatch, later_s, good):
    now = 1_800_000_000.5
    monkeypatch.setattr(time, "time", lambda: now)
    seal = Seal(b"key")
    cookie = seal.begin()
    monkeypatch.setattr(time, "time", lambda: now + later_s)
    assert (seal.session(cookie) is not None) is good


def test_a_cookie_says_how_long_it_is_still_good(monkeypatch):
    now = 1_800_000_000.0
    monkeypatch.setattr(time, "time", lambda: now)
    seal = Seal(b"key")
    cookie = seal.begin()
    assert seal.left_s(cookie) == LIFE_S
    monkeypatch.setattr(time, "time", lambda: now + LIFE_S - 600)
    assert seal.left_s(cookie) == 600
    monkeypatch.setattr(time, "time", lambda: now + LIFE_S + 1)
    assert seal.left_s(cookie) is None


def test_a_cookie_of_another_key_or_purpose_is_none_of_ours():
    seal = Seal(b"key")
    for forger in (
        TimestampSigner(b"other", salt="nukki.session", digest_method=hashlib.sha256),
        TimestampSigner(b"key", salt="nukki.other", digest_method=hashlib.sha256),
        TimestampSigner(b"key", salt="nukki.session", digest_method=hashlib.sha1),
    ):
        assert seal.session(forger.sign("session").decode()) is None
    assert seal.session("가" * 20) is None


def test_every_session_has_an_id_of_its_own():
    seal = Seal(b"key")
    assert len({seal.session(seal.begin()) for _ in range(50)}) == 50


def test_whoever_reads_the_database_but_not_the_password_can_sign_nothing(database):
    keys = Keys(database)
    known = keys._load()
    ours = signing_key(known, password.password(SecretStr("right one"), keys.salt).verifier)
    theirs = signing_key(known, password.password(SecretStr("their guess"), keys.salt).verifier)
    assert len({known.key, ours, theirs}) == 3


def test_one_session_that_is_ended_many_times_at_once_ends_once(database_url):
    opened = open_database(database_url)
    keys = Keys(opened)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(keys.end, ["the same"] * 16))
    assert keys._load().ended == {"the same"}
    opened.close()


def test_a_new_password_ends_all_sessions_and_a_restart_none(tmp_path):
    with serving(tmp_path, password=PASSWORD) as caller:
        cookie = log_in(caller)
    with serving(tmp_path, password=PASSWORD) as caller:
        assert caller.get("/api/jobs", Cookie=cookie).status == 200
    with serving(tmp_path, password="another one") as caller:
        assert caller.get("/api/jobs", Cookie=cookie).status == 401


def test_logging_out_ends_the_session_on_every_server_of_the_database(tmp_path):
    with (
        serving(tmp_path, password=PASSWORD) as here,
        serving(tmp_path, password=PASSWORD) as there,
    ):
        gone, stays = log_in(here), log_in(there)
        assert there.get("/api/jobs", Cookie=gone).status == 200
        answer = here.get("/api/session", "DELETE", Cookie=gone)
        assert (answer.status, answer.body) == (204, b"")
        assert "Max-Age=0" in answer.getheader("set-cookie")
        assert here.get("/api/jobs", Cookie=gone).status == 401
        assert until(lambda: there.get("/api/jobs", Cookie=gone).status == 401)
        assert there.get("/api/jobs", Cookie=stays).status == 200


def test_servers_of_one_postgresql_share_sessions_and_tokens(tmp_path, postgres_url):
    shared = {"password": PASSWORD, "database_url": postgres_url}
    with (
        serving(tmp_path / "a", **shared) as here,
        serving(tmp_path / "b", **shared) as there,
    ):
        cookie = log_in(here)
        assert there.get("/api/session", Cookie=cookie).status == 200
        secret = tokens.create(here.app.state.history.database, "ci")
        bearer = {"Authorization": f"Bearer {secret}"}
        assert {caller.get("/metrics", **bearer).status for caller in (here, there)} == {200}
        there.get("/api/session?everywhere=true", "DELETE", Cookie=cookie)
        assert until(lambda: here.get("/api/jobs", Cookie=cookie).status == 401)
        assert log_in(here)


def test_logging_out_everywhere_ends_the_sessions_of_all(tmp_path):
    with serving(tmp_path, password=PASSWORD) as caller:
        mine, other = log_in(caller), log_in(caller)
        caller.get("/api/session?everywhere=true", "DELETE", Cookie=mine)
        assert {caller.get("/api/jobs", Cookie=c).status for c in (mine, other)} == {401}
        assert caller.get("/api/jobs", Cookie=log_in(caller)).status == 200


def test_a_stranger_ends_nobodys_session(tmp_path):
    with serving(tmp_path, password=PASSWORD) as caller:
        cookie = log_in(caller)
        assert caller.get("/api/session?everywhere=true", "DELETE").status == 204
        assert caller.get("/api/session?everywhere=maybe", "DELETE").status == 422
        assert caller.get("/api/jobs", Cookie=cookie).status == 200


def test_the_session_says_whether_there_is_a_gate_and_who_is_through(tmp_path, server):
    def told(caller, **headers):
        return json.loads(caller.get("/api/session", **headers).body)

    open_to_all = {"gate": False, "through": True, "ends_s": None}
    outside = {"gate": True, "through": False, "ends_s": None}
    assert told(server) == open_to_all
    with serving(tmp_path, password=PASSWORD) as caller:
        assert told(caller) == outside
        inside = told(caller, Cookie=log_in(caller))
        assert (inside["gate"], inside["through"]) == (True, True)
        assert LIFE_S - 60 < inside["ends_s"] <= LIFE_S
        assert told(caller, Authorization="Bearer no") == outside


def test_without_a_gate_there_is_nothing_to_log_in_to(server):
    answer = server.send("POST", "/api/session", {"password": "anything"})
    assert (answer.status, answer.getheader("set-cookie")) == (204, None)


@pytest.mark.parametrize(
    ("proxies", "headers", "secure"),
    [
        (("127.0.0.1",), {"X_Forwarded_Proto": "https"}, True),
        (("127.0.0.0/8",), {"X_Forwarded_Proto": "https"}, True),
        (("10.0.0.1",), {"X_Forwarded_Proto": "https"}, False),
        ((), {"X_Forwarded_Proto": "https"}, False),
        (("127.0.0.1",), {}, False),
    ],
)
def test_over_https_the_cookie_never_leaves_in_the_clear(tmp_path, proxies, headers, secure):
    with serving(tmp_path, password=PASSWORD, proxies=proxies) as caller:
        answer = caller.send("POST", "/api/session", {"password": PASSWORD}, **headers)
    assert ("Secure" in answer.getheader("set-cookie")) is secure
    assert (answer.getheader("strict-transport-security") is not None) is secure


def test_a_hash_serves_as_the_password(tmp_path):
    with serving(tmp_path, password=CHEAP.hash("a long password")) as caller:
        cookie = log_in(caller, "a long password")
        assert caller.get("/api/jobs", Cookie=cookie).status == 200
        assert caller.send("POST", "/api/session", {"password": "a longer one"}).status == 401


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("0000", "password-short"),
        ("비밀번호", "password-short"),
        ("x" * 1025, "password-long"),
        ("$argon2id$", "password-hash"),
        ("$argon2id$v=19$m=64,t=1,p=1$c2FsdA", "password-hash"),
        ("$argon2id$v=19$m=x,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2g", "password-hash"),
    ],
)
def test_what_cannot_be_a_password_is_refused_without_being_told(given, code):
    with pytest.raises(InputError) as refused:
        password.password(SecretStr(given), bytes(16))
    assert refused.value.code == code
    assert given not in refused.value.message() + str(refused.value.context)


def test_a_password_is_never_shown():
    kept = password.password(SecretStr("correct horse"), bytes(16))
    assert kept.fits("correct horse")
    assert "horse" not in repr(kept) + str(vars(kept))
    assert kept.verifier not in repr(kept)


def until(true, most_s=5.0):
    end = time.monotonic() + most_s
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True
