"""The feed: one order that no reader can skip, kept for a day, heard in every process at once."""

import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from nukki.jobs.database import open_database
from nukki.jobs.feed import Feed

# Writes a number of events as fast as it can; says when it begins.
WRITE = """
import sys
from nukki.jobs.database import open_database
from nukki.jobs.feed import Feed
feed = Feed(open_database(sys.argv[1]))
sys.stdin.readline()
for number in range(int(sys.argv[3])):
    feed.add(sys.argv[2], "state", {"number": number})
"""
HEARD_S = 0.1  # what is promised between processes
SLACK_S = 0.2  # for machines that do something else as well


@pytest.fixture
def feed(database_url):
    made = Feed(open_database(database_url))
    yield made
    made.close()
    made.database.close()


@pytest.fixture
def other(database_url):
    """The same feed as another process has it: nothing is shared but the database."""
    made = Feed(open_database(database_url))
    yield made
    made.close()
    made.database.close()


def writer(url, name, count):
    command = [sys.executable, "-c", WRITE, url, name, str(count)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, text=True)


def test_events_come_back_in_order_and_from_where_a_reader_was(feed):
    assert (feed.newest(), feed.oldest(), feed.since(0)) == (0, 0, [])
    made = [feed.add("a", "state", {"state": "대기", "number": n}) for n in range(3)]
    assert made == sorted(made)
    events = feed.since(made[0])
    assert [(event.id, event.job_id, event.kind) for event in events] == [
        (made[1], "a", "state"),
        (made[2], "a", "state"),
    ]
    assert events[0].data == {"state": "대기", "number": 1}
    assert datetime.fromisoformat(events[0].at) <= datetime.now(UTC)
    assert feed.since(made[0], limit=1) == events[:1]
    assert (feed.oldest(), feed.newest()) == (made[0], made[2])


def test_an_event_is_seen_with_its_transaction_or_not_at_all(feed):
    with feed.database.writing() as connection:
        feed.add("a", "state", {}, connection=connection)
        connection.rollback()
    assert feed.since(0) == []
    assert feed.add("a", "state", {}) == feed.newest()


def test_a_day_is_kept_and_the_last_event_always(feed):
    old = (datetime.now(UTC) - timedelta(days=2)).isoformat(timespec="milliseconds")
    first = [feed.add("a", "state", {}, at=old.replace("+00:00", "Z")) for _ in range(3)]
    assert feed.trim() == 2
    assert feed.oldest() == feed.newest() == first[-1]
    new = feed.add("a", "state", {})
    assert new > first[-1]
    assert feed.trim() == 1
    assert feed.oldest() == new


def test_whether_a_reader_missed_something_is_known(feed):
    assert feed.holds(0)
    assert not feed.holds(7)  # an id of another database
    old = "2020-01-01T00:00:00.000Z"
    made = [feed.add("a", "state", {}, at=old) for _ in range(3)]
    assert feed.holds(0)
    feed.trim()
    assert not feed.holds(made[0])
    assert feed.holds(made[1])
    assert feed.holds(made[2])
    assert not feed.holds(made[2] + 1)


def test_nothing_new_is_waited_for_in_vain_as_long_as_asked(feed):
    made = feed.add("a", "state", {})
    assert feed.wait(made - 1, 5)
    began = time.monotonic()
    assert not feed.wait(made, 0.2)
    assert 0.2 <= time.monotonic() - began < 1


def latency(waiting, adding):
    """Seconds from the end of an `add` to the end of a wait for it."""
    newest = adding.newest()
    heard = []
    thread = threading.Thread(
        target=lambda: heard.append((waiting.wait(newest, 10), time.monotonic()))
    )
    thread.start()
    time.sleep(0.1)
    adding.add("a", "state", {})
    added = time.monotonic()
    thread.join()
    assert heard[0][0]
    return heard[0][1] - added


def test_what_this_process_writes_is_heard_at_once(feed):
    assert min(latency(feed, feed) for _ in range(5)) < 0.02


def test_what_another_process_writes_is_heard_within_a_tenth_of_a_second(feed, other):
    found = sorted(latency(feed, other) for _ in range(7))
    assert found[3] < HEARD_S
    assert found[-1] < HEARD_S + SLACK_S


def test_a_connection_that_is_lost_is_found_again(postgres_url):
    feed, other = (Feed(open_database(postgres_url)) for _ in range(2))
    newest = feed.newest()
    feed.wait(newest, 0.2)  # from here on it listens
    with psycopg.connect(postgres_url, autocommit=True) as killer:
        killer.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert not feed.wait(newest, 0.1)
    other.add("a", "state", {})
    assert feed.wait(newest, 20)
    assert latency(feed, other) < HEARD_S + SLACK_S
    for one in (feed, other):
        one.close()
        one.database.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_breaks_is_followed_by_another(feed, other, monkeypatch):
    def breaks():
        raise RuntimeError

    monkeypatch.setattr(feed._watch, "follow_sqlite", breaks)
    monkeypatch.setattr(feed._watch, "follow_postgres", breaks)
    assert not feed.wait(0, 0.2)
    monkeypatch.undo()
    made = other.add("a", "state", {})
    assert feed.wait(made - 1, 5)


def test_many_wait_on_one_thread_and_all_are_woken(feed, other):
    before = threading.active_count()
    newest, heard = feed.newest(), []
    threads = [
        threading.Thread(target=lambda: heard.append(feed.wait(newest, 10))) for _ in range(50)
    ]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    assert threading.active_count() == before + len(threads) + 1
    other.add("a", "state", {})
    for thread in threads:
        thread.join()
    assert heard == [True] * 50


def test_closing_wakes_whoever_waits(feed):
    heard = []
    thread = threading.Thread(target=lambda: heard.append(feed.wait(feed.newest(), 30)))
    thread.start()
    time.sleep(0.1)
    feed.close()
    thread.join(5)
    assert heard == [False]


def test_a_reader_skips_nothing_while_processes_write_at_once(feed, database_url):
    """Ids are given before they are committed: who sees 8 must already be able to see 7."""
    count, names = 60, ("a", "b", "c")
    writers = [writer(database_url, name, count) for name in names]
    for child in writers:
        child.stdin.write("go\n")
        child.stdin.flush()
    seen, until = [], time.monotonic() + 60
    while len(seen) < count * len(names) and time.monotonic() < until:
        after = seen[-1].id if seen else 0
        feed.wait(after, 1)
        seen += feed.since(after)
    assert [child.wait() for child in writers] == [0] * len(names)
    for child in writers:
        child.stdin.close()
    assert [event.id for event in seen] == sorted({event.id for event in seen})
    for name in names:
        numbers = [event.data["number"] for event in seen if event.job_id == name]
        assert numbers == list(range(count))


def test_a_transaction_that_commits_late_is_not_overtaken(feed, other):
    """The same, forced: the second writer waits until the first one's event can be seen."""
    order = []

    def second():
        other.add("late", "state", {})
        order.append("second")

    with feed.database.writing() as connection:
        first = feed.add("early", "state", {}, connection=connection)
        thread = threading.Thread(target=second)
        thread.start()
        time.sleep(0.3)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]
    assert [event.job_id for event in feed.since(first - 1)] == ["early", "late"]
