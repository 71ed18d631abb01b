"""The gate over real connections: who gets through, and everything that does not."""

import asyncio
import json
import threading
import time
import unicodedata

import pytest

from nukki.jobs.database import open_database
from nukki.server import guard, problems, tokens
from nukki.server.app import create_app
from nukki.server.gate import Gatekeeper
from nukki.server.guard import HEADERS
from nukki.server.seal import COOKIE, LIFE_S
from nukki.settings import Settings
from tests.server.running import serving, spoil_database

PASSWORD = "비밀 열쇠 haystack"
OPEN = {"/api/session", "/healthz", "/readyz", "/{path:path}"}


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("gated")


@pytest.fixture(scope="module")
def gated(home):
    with serving(home, password=PASSWORD) as caller:
        yield caller


@pytest.fixture(scope="module")
def token(home, gated):
    database = open_database(Settings(storage=home).database)
    yield tokens.create(database, "fetcher")
    database.close()


@pytest.fixture(scope="module")
def cookie(gated):
    return log_in(gated)


def log_in(caller, password=PASSWORD, **headers):
    found = caller.send("POST", "/api/session", {"password": password}, **headers)
    assert found.status == 204, found.body
    return found.getheader("set-cookie").partition(";")[0]


def routes(found, before=""):
    """Every address and method of an app, however deep it lies."""
    for route in found:
        path = before + getattr(route, "path", "")
        inner = getattr(route, "original_router", route)  # of an included router
        yield from routes(getattr(inner, "routes", None) or [], path)
        for method in getattr(route, "methods", None) or ():
            yield method, path


def test_no_route_that_holds_data_can_be_called_by_a_stranger(gated):
    document = create_app(Settings()).openapi()["paths"]
    known = {(m.upper(), path) for path, methods in document.items() for m in methods}
    told = set(routes(gated.app.routes))
    assert known <= told
    assert {("GET", "/api/openapi.json"), ("GET", "/metrics")} <= told
    known |= told
    for method, path in sorted(known):
        if path in OPEN:
            continue
        found = gated.get(path.replace("{", "").replace("}", ""), method)
        assert (found.status, method, path) == (401, method, path)
        if method != "HEAD":
            assert json.loads(found.body)["code"] == "gate-closed"


@pytest.mark.parametrize("path", ["/healthz", "/api/session", "/", "/jobs", "/theme.js"])
def test_what_holds_no_data_is_open(gated, path):
    assert gated.get(path).status == 200


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/nothing", "/api/jobs/", "/api//jobs", "/metrics/", "/api/x.js"]
)
def test_nothing_under_the_api_is_told_to_a_stranger(gated, path):
    assert gated.get(path).status == 401


def test_a_refusal_is_a_problem_with_the_headers_of_every_answer(gated):
    found = gated.get("/api/jobs", Accept_Language="ko")
    told = json.loads(found.body)
    assert found.getheader("content-type") == "application/problem+json"
    assert found.getheader("www-authenticate") == "Bearer"
    assert {key: found.getheader(key) for key in HEADERS} == HEADERS
    assert "비밀번호" in told["detail"]


def test_the_password_opens_everything_for_twelve_hours(gated, cookie):
    found = gated.send("POST", "/api/session", {"password": PASSWORD})
    parts = {part.strip() for part in found.getheader("set-cookie").split(";")[1:]}
    assert parts == {"HttpOnly", "Max-Age=43200", "Path=/", "SameSite=strict"}
    assert gated.get("/api/jobs", Cookie=cookie).status == 200
    assert gated.get("/api/jobs", Cookie=f"theme=dark; {cookie}; a=b").status == 200


def test_a_cookie_is_no_good_after_twelve_hours(gated, monkeypatch):
    now = time.time()
    seal = gated.app.state.gate._opened.seal
    with monkeypatch.context() as past:
        past.setattr(time, "time", lambda: now - LIFE_S - 5)
        old = seal.begin()
    fresh = seal.begin()
    assert gated.get("/api/jobs", Cookie=f"{COOKIE}={fresh}").status == 200
    assert gated.get("/api/jobs", Cookie=f"{COOKIE}={old}").status == 401


def test_a_database_that_is_away_logs_nobody_out(tmp_path):
    with serving(tmp_path, password=PASSWORD) as caller:
        cookie = log_in(caller)
        spoil_database(caller, tmp_path)
        time.sleep(1.1)  # what is known is looked at again
        told = json.loads(caller.get("/api/session", Cookie=cookie).body)
        assert (told["gate"], told["through"]) == (True, True)
        assert caller.get("/api/jobs").status == 401


def websocket(gated, **headers):
    """What becomes of a handshake: it comes to the app, or is closed before."""
    reached, sent = [], []

    async def app(scope, receive, send):
        reached.append(scope["state"]["caller"])

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message)

    raw = [(k.lower().replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
    scope = {"type": "websocket", "path": "/api/streams", "scheme": "ws", "headers": raw}
    wall = Gatekeeper(app, gated.app.state.gate, problems.refuse)
    guarded = guard.Guard(wall, guard.names("127.0.0.1"), problems.refuse)
    asyncio.run(guarded(scope | {"app": gated.app, "query_string": b""}, receive, send))
    return reached[0].kind if reached else sent[0]["type"]


def test_a_websocket_passes_the_same_gate(gated, cookie, token):
    host = f"127.0.0.1:{gated.port}"
    mine = {"Host": host, "Cookie": cookie}
    assert websocket(gated, **mine, Origin=f"http://{host}") == "session"
    assert websocket(gated, Host=host, Authorization=f"Bearer {token}") == "token"
    for refused in (
        {"Host": host, "Origin": f"http://{host}"},
        {**mine, "Origin": "http://evil.example"},
        {**mine, "Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "websocket"},
        {**mine, "Host": "evil.example", "Origin": "http://evil.example"},
        {"Host": host, "Authorization": "Bearer nk_x"},
    ):
        assert websocket(gated, **refused) == "websocket.close"


def test_a_password_may_come_composed_or_in_parts(gated):
    assert log_in(gated, unicodedata.normalize("NFD", PASSWORD))


FORGED = [
    "nukki_session=",
    "nukki_session=admin",
    "nukki_session=a.b.c",
    "nukki_session=ZmFrZQ.anything.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "nukki_session=%00",
    "nukki_session=" + "A" * 5000,
    "other={value}",
    "NUKKI_SESSION={value}",
    "nukki_session={value}x",
    "nukki_session=x{value}",
    "nukki_session={tail}",
    "nukki_session={head}",
]


@pytest.mark.parametrize("forged", FORGED)
def test_a_cookie_that_we_did_not_sign_opens_nothing(gated, cookie, forged):
    value = cookie.partition("=")[2]
    head, _, tail = value.partition(".")
    sent = forged.format(value=value, head=head, tail=tail)
    found = gated.get("/api/jobs", Cookie=sent)
    assert (found.status, json.loads(found.body)["code"]) == (401, "gate-closed")


def test_every_changed_letter_of_a_cookie_spoils_it(gated, cookie):
    name, _, value = cookie.partition("=")
    for index in range(0, len(value) - 1, 5):
        other = "A" if value[index] != "A" else "B"
        changed = value[:index] + other + value[index + 1 :]
        assert gated.get("/api/jobs", Cookie=f"{name}={changed}").status == 401


BAD_CREDENTIALS = [
    "Bearer {token}x",
    "Bearer nk_",
    "Bearer",
    "Bearer  ",
    "bearer nk_" + "A" * 43,
    "Basic {token}",
    "{token}",
    "Token {token}",
    "Bearer {token} {token}",
    "Bearer " + "A" * 5000,
]


@pytest.mark.parametrize("sent", BAD_CREDENTIALS)
def test_a_token_that_we_did_not_make_opens_nothing(gated, token, cookie, sent):
    sent = sent.format(token=token)
    found = gated.get("/api/jobs", Authorization=sent, Cookie=cookie)
    assert (found.status, json.loads(found.body)["code"]) == (401, "token-unknown")
    assert token not in found.body.decode()


def test_a_token_opens_everything_in_a_header_and_nothing_in_an_address(gated, token):
    assert gated.get("/api/jobs", Authorization=f"Bearer {token}").status == 200
    assert gated.get("/api/jobs", Authorization=f"bearer {token}").status == 200
    for query in (f"token={token}", f"access_token={token}", f"Authorization=Bearer%20{token}"):
        assert gated.get(f"/api/jobs?{query}").status == 401
    assert gated.get("/api/jobs", Cookie=f"nukki_session={token}").status == 401
    assert gated.get("/api/jobs", X_Api_Key=token).status == 401


def own(caller):
    return f"http://127.0.0.1:{caller.port}"


ORIGINS = [
    ({}, True),  # a program
    ({"Origin": "{own}"}, True),
    ({"Sec_Fetch_Site": "same-origin"}, True),
    ({"Sec_Fetch_Site": "same-origin", "Origin": "https://studio.example"}, True),
    ({"Sec_Fetch_Site": "none"}, True),
    ({"Origin": "http://evil.example"}, False),
    ({"Origin": "http://127.0.0.1"}, False),  # another port of this machine
    ({"Origin": "https://127.0.0.1:{port}"}, False),
    ({"Origin": "http://localhost:{port}"}, False),
    ({"Origin": "{own}.evil.example"}, False),
    ({"Origin": "http://user@127.0.0.1:{port}x"}, False),
    ({"Origin": "null"}, False),
    ({"Origin": ""}, False),
    ({"Origin": "http://[::1"}, False),
    ({"Sec_Fetch_Site": "cross-site"}, False),
    ({"Sec_Fetch_Site": "same-site"}, False),
    ({"Sec_Fetch_Site": "cross-site", "Origin": "{own}"}, False),
    ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}, False),
    ({"Sec_Fetch_Site": "anything"}, False),
]


@pytest.mark.parametrize(("headers", "allowed"), ORIGINS)
@pytest.mark.parametrize("place", ["open", "gated"])
def test_only_our_own_pages_may_change_anything(request, place, headers, allowed):
    caller = request.getfixturevalue({"open": "server", "gated": "gated"}[place])
    known = {"own": own(caller), "port": caller.port}
    sent = {key: value.format(**known) for key, value in headers.items()}
    if place == "gated":
        sent["Cookie"] = request.getfixturevalue("cookie")
    found = caller.send("POST", "/api/nothing", {}, **sent)
    code = json.loads(found.body)["code"]
    assert code == ("server-method" if allowed else "origin-foreign")
    assert found.status == (405 if allowed else 403)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}, 200),  # a link
        ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"}, 403),  # <img>, <script>
        ({"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "cors"}, 403),  # EventSource
        ({"Sec_Fetch_Site": "same-origin", "Sec_Fetch_Mode": "cors"}, 200),
    ],
)
def test_other_sites_cannot_even_read_in_a_persons_name(server, headers, status):
    assert server.get("/api/jobs", **headers).status == status


def test_another_site_cannot_log_a_person_in_or_out(gated, cookie):
    foreign = {"Origin": "http://evil.example", "Cookie": cookie}
    found = gated.send("POST", "/api/session", {"password": PASSWORD}, **foreign)
    assert (found.status, found.getheader("set-cookie")) == (403, None)
    assert gated.get("/api/session", "DELETE", **foreign).status == 403
    assert gated.get("/api/jobs", Cookie=cookie).status == 200


def test_a_token_needs_no_origin(gated, token):
    found = gated.send(
        "POST",
        "/api/nothing",
        {},
        Authorization=f"Bearer {token}",
        Origin="http://tool.example",
        Sec_Fetch_Site="cross-site",
    )
    assert found.status == 405


@pytest.mark.parametrize("name", ["evil.example", "10.0.0.1"])
def test_a_rebound_name_gets_nothing_even_with_a_good_cookie(gated, cookie, name):
    found = gated.get("/api/jobs", Cookie=cookie, Host=f"{name}:{gated.port}")
    assert found.status == 421


def test_without_a_password_this_machine_is_let_in_and_a_wrong_token_still_told(server):
    assert server.get("/api/jobs").status == 200
    assert server.get("/api/jobs", Authorization="Bearer nk_x").status == 401


def test_every_wrong_password_costs_the_same_work(tmp_path):
    with serving(tmp_path, password=PASSWORD) as caller:
        took = {}
        for tried in ("", "x", "비밀 열쇠 haystac", "y" * 1024):
            began = time.perf_counter()
            assert caller.send("POST", "/api/session", {"password": tried}).status == 401
            took[tried] = time.perf_counter() - began
    assert min(took.values()) > 0.005  # none was answered without a hash


def test_guessing_is_slowed_down_and_the_answer_says_for_how_long(tmp_path):
    with serving(tmp_path, password=PASSWORD) as caller:
        answers = [
            caller.send("POST", "/api/session", {"password": f"guess {n}"}) for n in range(9)
        ]
        kept_out = caller.send("POST", "/api/session", {"password": PASSWORD})
    statuses = [answer.status for answer in answers]
    assert statuses[:5] == [401] * 5
    assert statuses.count(429) >= 2
    assert kept_out.status == 429  # and so a right guess looks like a wrong one
    assert int(kept_out.getheader("retry-after")) >= 1
    assert json.loads(kept_out.body)["context"]["retry_after_s"] >= 1


@pytest.mark.parametrize(("proxies", "second"), [(("127.0.0.1",), 401), ((), 429)])
def test_the_word_of_a_proxy_about_an_address_is_taken_if_it_is_ours(tmp_path, proxies, second):
    def guess(address):
        sent = {"password": "a guess"}
        return caller.send("POST", "/api/session", sent, X_Forwarded_For=address).status

    with serving(tmp_path, password=PASSWORD, proxies=proxies) as caller:
        first = [guess("203.0.113.1") for _ in range(8)]
        assert first[-1] == 429
        assert guess("198.51.100.1") == second


def test_many_guesses_at_once_gain_nothing(tmp_path):
    with serving(tmp_path, password=PASSWORD) as caller:
        statuses = []

        def guess(number):
            sent = {"password": f"guess {number}"}
            statuses.append(caller.send("POST", "/api/session", sent).status)

        threads = [threading.Thread(target=guess, args=(n,)) for n in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert statuses.count(401) <= 6
    assert statuses.count(429) >= 6


def test_no_answer_and_no_setting_tells_the_password(gated, home, cookie):
    configured = Settings(storage=home, password=PASSWORD)
    assert PASSWORD not in repr(configured)
    assert PASSWORD not in repr(vars(gated.app.state.gate))
    assert gated.app.state.settings.password is None
    told = gated.get("/api/manifest", Cookie=cookie).body.decode()
    assert PASSWORD not in told
    for body in ({"password": PASSWORD, "more": 1}, {"password": [PASSWORD]}, PASSWORD):
        found = gated.send("POST", "/api/session", body)
        assert found.status == 422
        assert PASSWORD not in found.body.decode()
