"""The index: search, filters, order and pages of many jobs, on both kinds of database."""

import base64
import json
import threading
import time
import unicodedata
from dataclasses import replace

import pytest

from nukki.errors import InputError
from nukki.jobs import index as indexes
from nukki.jobs import tables
from nukki.jobs.database import open_database
from nukki.jobs.index import Index, Query
from nukki.jobs.row import Row, folded
from nukki.jobs.status import CandidateStatus, Failure, Progress, Status
from nukki.review.decisions import Decisions
from tests.jobs import pencil
from tests.jobs.by_hand import FRAME, asked

BRIEF = """\
campaign_text: 여름 세일
object_concept: {concept}
style: {{style_packs: [], free_text: 밝고 산뜻하게}}
"""
AT = "2026-01-31T09:00:00.000Z"


def job_id(number):
    return f"20260131-090000-{number:08x}"


def row(number=1, concept="작은 화분", state="queued", at=AT, decided=None, **changes):
    status = Status(job_id(number), state, at, at, "render", "render", 3)
    brief = BRIEF.format(concept=json.dumps(concept, ensure_ascii=False))
    made = Row.of(job_id(number), status, pencil.planned(), brief, decided or Decisions())
    return replace(made, **changes)


def minute(number):
    return f"2026-01-31T09:{number:02}:00.000Z"


@pytest.fixture
def index(database_url):
    made = Index(open_database(database_url))
    yield made
    made.database.close()


def found(index, text="", **query):
    return [row.concept for row in index.page(Query(text, **query)).rows]


def test_a_row_comes_back_as_it_was_put(index):
    item = CandidateStatus(0, 7, final="final/0_7.png", passed=True, timings={"draw": 2.0})
    failed = CandidateStatus(1, 8, error=Failure("candidate-missing"))
    status = Status(
        job_id(1), "failed", AT, AT, "render", "render", 3, "20260130-090000-00000001",
        progress=Progress(1, 3, "paint", 2, 5, 4.5), candidates=(item, failed),
        error=Failure("engine-failed", {"reason": "붓이 부러짐"}),
    )  # fmt: skip
    decided = Decisions(1, (0, 2), starred=True, note="이게 좋다")
    made = Row.of(job_id(1), status, pencil.planned(), BRIEF.format(concept="컵"), decided)
    index.put(made)
    assert index.get(job_id(1)) == made
    assert [(thumb.file, thumb.passed) for thumb in made.thumbs] == [
        ("thumbs/0_7.webp", True),
        (None, False),
    ]
    assert (made.starred, made.selected, made.note) == (True, 2, "이게 좋다")
    assert (made.concept, made.total, made.done, made.passed) == ("컵", 3, 2, 1)
    assert index.get(job_id(2)) is None


CONCEPTS = ("3D 쇼핑백, 작은 화분", "100% 할인_쿠폰", "STRAẞE Glass")
EVERY = [*reversed(CONCEPTS)]
SEARCHES = [
    ("화분", ["3D 쇼핑백, 작은 화분"]),
    ("쇼핑", ["3D 쇼핑백, 작은 화분"]),
    (unicodedata.normalize("NFD", "쇼핑백"), ["3D 쇼핑백, 작은 화분"]),
    ("화분 쇼핑백", ["3D 쇼핑백, 작은 화분"]),
    ("화분 찻잔", []),
    ("glass", ["STRAẞE Glass"]),
    ("GLASS", ["STRAẞE Glass"]),
    ("strasse", ["STRAẞE Glass"]),
    ("las", ["STRAẞE Glass"]),
    ("100%", ["100% 할인_쿠폰"]),
    ("%", ["100% 할인_쿠폰"]),
    ("_", ["100% 할인_쿠폰"]),
    ("할인_", ["100% 할인_쿠폰"]),
    ("a%b", []),
    ("'", []),
    ("\\", []),
    ("\0", EVERY),
    ("  ", EVERY),
    ("여름 산뜻", EVERY),
    ("0000-00000002", ["100% 할인_쿠폰"]),
    ("\ud800", []),
    ("x" * 100_000, []),
    ("화 " * 10_000, ["3D 쇼핑백, 작은 화분"]),
]


def test_a_search_finds_the_brand_pictures_of_a_job(index):
    assets = (asked(0, "exact"), asked(1, "overlay"))
    plan = pencil.planned(request=pencil.request((7,), FRAME, assets=assets))
    index.put(Row.of(job_id(1), Status(job_id(1)), plan, BRIEF.format(concept="컵")))
    for text in ("badge:dark", "BADGE", "mark 컵"):
        assert found(index, text) == ["컵"], text
    assert found(index, "badge:light") == []


def test_a_search_finds_parts_of_words_and_takes_every_sign_as_itself(index):
    for number, concept in enumerate(CONCEPTS, 1):
        index.put(row(number, concept))
    for text, concepts in SEARCHES:
        assert found(index, text) == concepts, text
        assert index.page(Query(text, limit=1)).total == len(concepts), text


def test_filters_narrow_and_go_together(index):
    index.put(row(1, "a", "done", packs=("sp-glass",), model="one"))
    index.put(row(2, "b", "failed", packs=("sp-glass", "sp-3d-clay"), starred=True))
    index.put(row(3, "c", "queued", packs=("sp-3d",), engine="local-comfy"))
    assert found(index, states=("done", "failed")) == ["b", "a"]
    assert found(index, packs=("sp-glass",)) == ["b", "a"]
    assert found(index, packs=("sp-3d",)) == ["c"]
    assert found(index, packs=("sp-3d", "sp-3d-clay")) == ["c", "b"]
    assert found(index, engine="local-comfy") == ["c"]
    assert found(index, model="one") == ["a"]
    assert found(index, starred=True) == ["b"]
    assert found(index, starred=False) == ["c", "a"]
    assert found(index, states=("done",), packs=("sp-3d",)) == []
    for strange in ("' OR 1=1 --", "\0", "\ud800", "x" * 9999):
        assert found(index, packs=(strange,), engine=strange, model=strange) == []


def test_a_seed_of_any_candidate_finds_its_job(index):
    index.put(row(1, "a", seeds=(7, 88, 999)))
    index.put(row(2, "b", seeds=(8, 2**63 - 1)))
    assert found(index, seed=88) == ["a"]
    assert found(index, seed=2**63 - 1) == ["b"]
    assert found(index, seed=9) == found(index, seed=99) == []
    assert index.get(job_id(1)).seeds == (7, 88, 999)


def test_digits_in_a_search_find_seeds_that_begin_so(index):
    index.put(row(1, "a", seeds=(48151623,)))
    index.put(row(2, "48 컵", seeds=(7,)))
    assert found(index, "4815") == ["a"]
    assert found(index, "48") == ["48 컵", "a"]
    assert found(index, "151623") == found(index, "４８151623") == []


@pytest.mark.parametrize(
    ("text", "concepts"),
    [("수채", ["b", "a"]), ("WATERCOL", ["b", "a"]), ("수채화 neon", ["b"]), ("glow b", ["b"])],
)
def test_packs_are_found_by_their_names_in_every_language(index, text, concepts):
    index.put(row(1, "a", packs=("sp-watercolor",)))
    index.put(row(2, "b", packs=("sp-watercolor", "sp-neon-glow")))
    index.put(row(3, "c"))
    assert found(index, text) == concepts


def test_days_begin_and_end_where_they_are_said_to(index):
    for number in range(3):
        index.put(row(number, str(number), created=f"2026-01-3{number - 1}T00:00:00.000Z"))
    index.put(row(0, "0", created="2026-01-29T23:59:59.999Z"))
    assert found(index, since="2026-01-30T00:00:00.000Z") == ["2", "1"]
    assert found(index, before="2026-01-31T00:00:00.000Z") == ["1", "0"]
    days = {"since": "2026-01-30T00:00:00.000Z", "before": "2026-01-31T00:00:00.000Z"}
    assert found(index, **days) == ["1"]


def test_any_place_of_a_list_is_reached_at_once(index):
    for number in range(10):
        index.put(row(number, str(number), created=minute(number)))
    page = index.page(Query(offset=4, limit=3))
    assert [entry.concept for entry in page.rows] == ["5", "4", "3"]
    assert page.total == 10
    after = index.page(Query(offset=1, limit=2, cursor=page.next))
    assert [entry.concept for entry in after.rows] == ["1", "0"]
    assert after.next is None
    assert index.page(Query(offset=10**18)).rows == ()


@pytest.mark.parametrize("descending", [True, False])
@pytest.mark.parametrize("sort", ["created", "updated"])
def test_pages_follow_each_other_while_jobs_are_added(index, sort, descending):
    for number in range(10):  # two jobs share each time
        at = minute(number // 2)
        index.put(row(number, str(number), created=at, updated=minute(30 - number // 2)))
    query = Query(sort=sort, descending=descending, limit=3)
    seen, pages = [], 0
    while True:
        page = index.page(query)
        seen += [entry.id for entry in page.rows]
        pages += 1
        index.put(row(100 + pages, created=minute(0), updated=minute(0)))
        index.put(row(200 + pages, created=minute(59), updated=minute(59)))
        if page.next is None or pages > 20:
            break
        query = replace(query, cursor=page.next)
    old = [entry for entry in seen if int(entry[-8:], 16) < 100]
    expected = sorted(
        (job_id(number) for number in range(10)),
        key=lambda entry: (getattr(index.get(entry), sort), entry),
        reverse=descending,
    )
    assert old == expected
    assert len(seen) == len(set(seen))


def test_the_number_of_all_that_match_is_told_on_every_page(index):
    for number in range(7):
        index.put(row(number, "찻잔" if number % 2 else "화분"))
    first = index.page(Query("찻잔", limit=2))
    assert (len(first.rows), first.total) == (2, 3)
    last = index.page(Query("찻잔", limit=2, cursor=first.next))
    assert (len(last.rows), last.total, last.next) == (1, 3, None)
    assert index.page(Query("nothing")).rows == ()


def encoded(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode()


@pytest.mark.parametrize(
    "cursor",
    [
        "", "x", "한글", "=" * 9, "e30", "A" * 10_000, encoded(1), encoded([]), encoded("abcd"),
        encoded(["created", True, 1, 2]), encoded(["created", True, None, "x"]),
        encoded(["updated", True, AT, job_id(1)]), encoded(["created", False, AT, job_id(1)]),
        base64.urlsafe_b64encode(b"[" * 200).decode(), base64.urlsafe_b64encode(b"\xff").decode(),
    ],
)  # fmt: skip
def test_a_cursor_of_somewhere_else_is_refused(tmp_path, cursor):
    database = open_database(tmp_path / "nukki.db")
    with pytest.raises(InputError) as caught:
        Index(database).page(Query(cursor=cursor))
    database.close()
    assert caught.value.code == "index-cursor"


def test_a_cursor_of_strange_text_does_no_harm(index):
    index.put(row(1))
    for value in ("\0", "\ud800", "'; DROP TABLE nukki_job; --", "x" * 99):
        page = index.page(Query(cursor=encoded(["created", True, value, value])))
        assert page.total == 1


def test_a_job_is_followed_without_losing_what_a_person_decided(index):
    index.put(row(1, "컵"))
    assert index.decided(job_id(1), True, 2, "로고가 BESSER")
    later = minute(5)
    item = CandidateStatus(0, 7, final="final/0_7.png", passed=True, timings={"draw": 2.52})
    status = Status(job_id(1), "done", AT, later, candidates=(item,))
    assert index.follow(job_id(1), status)
    moved = index.get(job_id(1))
    assert (moved.state, moved.updated, moved.done, moved.total) == ("done", later, 1, 3)
    assert (moved.starred, moved.selected, moved.note) == (True, 2, "로고가 BESSER")
    assert index.paces("trace") == [pytest.approx(2.52 / 0.084)]
    assert found(index, "besser 컵") == ["컵"]
    index.decided(job_id(1), False, 0, "")
    assert found(index, "besser") == []
    assert found(index, "컵") == ["컵"]


def test_a_star_is_not_lost_while_the_job_goes_on(index):
    index.put(row(1))
    stop = threading.Event()

    def follow():
        while not stop.is_set():
            index.follow(job_id(1), Status(job_id(1), "running", AT, minute(1)))

    thread = threading.Thread(target=follow)
    thread.start()
    lost = []
    for number in range(15):
        index.decided(job_id(1), number % 2 == 0, number, str(number))
        kept = index.get(job_id(1))
        if (kept.starred, kept.selected, kept.note) != (number % 2 == 0, number, str(number)):
            lost.append(number)
    stop.set()
    thread.join()
    assert lost == []


def test_what_has_no_row_is_not_made_up(index):
    assert not index.follow(job_id(1), Status(job_id(1)))
    assert not index.decided(job_id(1), True, 1, "")
    assert not index.remove(job_id(1))
    assert index.ids() == set()


def test_jobs_that_have_not_ended_are_known(index):
    for number, state in enumerate(("queued", "running", "done", "failed", "canceled")):
        index.put(row(number, state=state))
    assert sorted(index.unfinished()) == [job_id(0), job_id(1)]
    assert index.remove(job_id(0))
    assert index.unfinished() == [job_id(1)]


def test_a_row_is_exchanged_only_if_nobody_changed_it_meanwhile(index):
    index.put(row(1, "old"))
    seen = index.get(job_id(1))
    new = replace(seen, concept="new")
    index.decided(job_id(1), True, 0, "")
    with index.database.writing() as connection:
        assert not index.exchange(seen, new, connection)
        assert not index.exchange(None, new, connection)
        assert index.exchange(None, row(2, "other"), connection)
    assert found(index) == ["other", "old"]
    with index.database.writing() as connection:
        assert index.exchange(index.get(job_id(1)), new, connection)
    assert found(index) == ["other", "new"]


def test_a_status_of_strange_figures_becomes_a_row_that_any_database_takes(index):
    error = Failure(
        "x\0" * 200, {"reason": "\ud800" * 9000, "n": 10**400, **{str(n): n for n in range(99)}}
    )
    status = Status(
        job_id(1), "running", AT, AT, "e\0", "m" * 9999, 10**30, "o" * 9999,
        progress=Progress(10**40, -5, "s" * 999, 1, 1, float("inf")), error=error,
        candidates=tuple(CandidateStatus(n, n, final="../../etc/passwd") for n in range(999)),
    )  # fmt: skip
    made = Row.of(job_id(1), status, pencil.planned(), "no: [brief")
    index.put(made)
    kept = index.get(job_id(1))
    assert kept.total == 2**31 - 1
    assert kept.progress.eta_s is None
    assert {thumb.file for thumb in kept.thumbs} == {None}
    assert len(made.card()) < 10_000
    assert kept.concept == "컵"  # what the plan understood


def test_a_time_with_an_offset_is_sorted_by_the_instant():
    made = row(at="2026-01-31T18:00:00.000+09:00")
    assert made.created == made.updated == AT
    assert replace(row(), created="") != made
    assert Row.of(job_id(1), Status(job_id(1)), pencil.planned(), "").created == AT


def test_ten_thousand_jobs_are_listed_and_searched_quickly(index):
    words = (
        "쇼핑백과 퍼센트 기호, 작은 화분",
        "찻잔",
        "red car and a tree",
        "할인 쿠폰",
        "선물 상자",
    )
    base, rows = row(0), []
    for number in range(10_000):
        at = f"2026-01-{number % 28 + 1:02}T{number % 24:02}:{number % 60:02}:00.000Z"
        concept = words[number % 5]
        text = folded(f"{job_id(number)} {concept} 여름 세일 - 시원한 한 달 sp-3d-clay render " * 2)
        changes = {"id": job_id(number), "created": at, "concept": concept, "words": text}
        rows.append(indexes._values(replace(base, **changes)))
    with index.database.writing() as connection:
        connection.execute(tables.job.insert(), rows)
    for query, total in (
        (Query(), 10_000),
        (Query(sort="updated"), 10_000),
        (Query("화분 쇼핑"), 2_000),
        (Query("00001f3a"), 1),
        (Query("nowhere"), 0),
        (Query(offset=9_960), 10_000),
        (Query("화분", offset=1_940), 2_000),
        (Query("7 clay"), 10_000),
        (Query(seed=7, since="2026-01-10T00:00:00.000Z"), 6_783),
    ):
        spent = []
        for _ in range(9):
            began = time.perf_counter()
            page = index.page(query)
            spent.append(time.perf_counter() - began)
        assert page.total == total, query
        # `bench server` holds it to 30 ms; here other tests may take both cores.
        assert min(spent) < 0.100, query
