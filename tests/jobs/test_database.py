"""The database: made by whoever comes first, refused with a reason when it cannot serve."""

import sqlite3
import subprocess
import sys
import threading
from contextlib import suppress

import psycopg
import pytest
import sqlalchemy as sa

from nukki.errors import InputError, StorageError
from nukki.jobs import database as databases
from nukki.jobs import tables
from nukki.jobs.database import open_database
from tests.services import free_port

OPEN = """
import sys
from nukki.jobs.database import open_database
sys.stdin.readline()
open_database(sys.argv[1]).close()
"""


def refusal(place):
    with pytest.raises(StorageError) as caught:
        open_database(place)
    assert caught.value.hint()
    return caught.value


def said(database, value):
    with database.writing() as connection:
        connection.execute(tables.about.insert().values(key="said", value=value))


@pytest.fixture
def database(database_url):
    made = open_database(database_url)
    yield made
    made.close()


def test_processes_that_open_a_new_database_at_once_all_get_it(database_url):
    command = [sys.executable, "-c", OPEN, database_url]
    children = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for child in children:  # all have loaded their libraries when the first one goes
        child.stdin.write("go\n")
    errors = [child.communicate(timeout=60)[1] for child in children]
    assert [(child.returncode, error) for child, error in zip(children, errors, strict=True)] == [
        (0, "")
    ] * 4


def test_threads_that_open_a_new_file_at_once_all_get_it(tmp_path):
    made, start = [], threading.Barrier(8)

    def run():
        start.wait()
        made.append(open_database(tmp_path / "new.db"))

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 8
    for one in made:
        one.close()


def test_a_file_lies_in_a_folder_of_any_name(tmp_path):
    file = tmp_path / "가방 100%?mode=ro#1" / "nukki.db"
    database = open_database(f"sqlite:///{file}")
    assert database.shown == str(file)
    assert file.is_file()
    database.close()


def test_a_file_is_in_wal_mode_and_reads_while_another_writes(tmp_path):
    database = open_database(tmp_path / "nukki.db")
    with database.writing() as writer:
        writer.execute(tables.about.insert().values(key="said", value="1"))
        with database.reading() as reader:
            assert reader.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert reader.scalar(sa.select(sa.func.count()).select_from(tables.about)) == 1
    database.close()


def test_a_transaction_that_fails_leaves_nothing(database):
    with suppress(ZeroDivisionError), database.writing() as connection:
        connection.execute(tables.about.insert().values(key="said", value="1"))
        raise ZeroDivisionError
    with database.reading() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(tables.about)) == 1


def test_a_mistake_in_a_statement_stays_what_it_is(database):
    said(database, "1")
    with pytest.raises(sa.exc.IntegrityError):
        said(database, "2")


def test_what_a_writer_reads_stays_true_until_it_has_written(database):
    def add_one():
        with database.writing() as connection:
            if not database.is_sqlite:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(1)))
            about = tables.about
            value = connection.scalar(sa.select(about.c.value).where(about.c.key == "said"))
            connection.execute(about.update().values(value=str(int(value) + 1)))

    said(database, "0")
    threads = [threading.Thread(target=add_one) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.reading() as connection:
        found = connection.scalar(
            sa.select(tables.about.c.value).where(tables.about.c.key == "said")
        )
    assert found == "16"


@pytest.mark.parametrize(
    ("found", "code"),
    [("3", "database-newer"), ("99", "database-newer"), ("x", "database-damaged")],
)
def test_a_database_of_a_later_nukki_is_refused(database_url, found, code):
    database = open_database(database_url)
    with database.writing() as connection:
        connection.execute(tables.about.update().values(value=found))
    database.close()
    assert refusal(database_url).code == code


def test_a_database_of_an_older_nukki_is_brought_up_and_keeps_what_it_holds(database_url):
    database = open_database(database_url)
    with database.writing() as connection:
        connection.exec_driver_sql("ALTER TABLE nukki_job DROP COLUMN seeds")
        connection.execute(tables.about.update().values(value="1"))
        connection.execute(tables.about.insert().values(key="said", value="kept"))
    database.close()
    for _ in range(2):
        database = open_database(database_url)
        with database.reading() as connection:
            about = {row.key: row.value for row in connection.execute(sa.select(tables.about))}
            columns = {column["name"] for column in sa.inspect(connection).get_columns("nukki_job")}
        database.close()
        assert (about["version"], about["said"]) == (str(tables.VERSION), "kept")
        assert columns == {column.name for column in tables.job.columns}


@pytest.mark.parametrize("data", [b"not a database" * 100, b"\0" * 5000, b"SQLite format 3\0" * 99])
def test_a_damaged_file_is_refused_with_what_to_do(tmp_path, data):
    (tmp_path / "nukki.db").write_bytes(data)
    error = refusal(tmp_path / "nukki.db")
    assert error.code == "database-damaged"
    assert "--reindex" in error.hint()
    assert (tmp_path / "nukki.db").read_bytes() == data


def test_a_file_that_is_damaged_in_the_middle_is_told_when_it_is_read(tmp_path):
    database = open_database(tmp_path / "nukki.db")
    said(database, "x" * 100_000)
    database.close()
    whole = bytearray((tmp_path / "nukki.db").read_bytes())
    whole[4096:-4096] = b"\xa5" * (len(whole) - 8192)
    (tmp_path / "nukki.db").write_bytes(whole)
    assert refusal(tmp_path / "nukki.db").code == "database-damaged"


def test_a_writer_that_waits_in_vain_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(databases, "BUSY_MS", 50)
    database = open_database(tmp_path / "nukki.db")
    other = sqlite3.connect(tmp_path / "nukki.db")
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError) as caught:
        said(database, "1")
    assert caught.value.code == "database-busy"
    other.close()
    said(database, "1")
    database.close()


@pytest.mark.parametrize(
    ("pragma", "code"),
    [("query_only=ON", "database-readonly"), ("max_page_count=1", "database-full")],
)
def test_a_disk_that_takes_nothing_more_is_told(tmp_path, pragma, code):
    database = open_database(tmp_path / "nukki.db")
    with database.reading() as connection:
        connection.exec_driver_sql(f"PRAGMA {pragma}")
    with pytest.raises(StorageError) as caught:
        said(database, "x" * 100_000)
    assert caught.value.code == code
    database.close()


@pytest.mark.parametrize("place", ["file/nukki.db", ".", "long" * 100])
def test_a_place_where_no_file_can_be_is_told(tmp_path, place):
    (tmp_path / "file").write_text("", "utf-8")
    assert refusal(tmp_path / place).code == "database-unreachable"


@pytest.mark.parametrize(
    "url", ["mysql://a:secret@b/c", "nothing", "sqlite://", "://", "", "x:y:z"]
)
def test_an_address_of_another_kind_is_refused(url):
    with pytest.raises(InputError) as caught:
        open_database(url)
    assert caught.value.code == "database-url"
    assert "secret" not in str(caught.value)


def test_a_server_that_is_not_there_is_told_without_password_and_host():
    error = refusal(f"postgresql://me:secret@127.0.0.1:{free_port()}/nukki")
    assert error.code == "database-unreachable"
    assert "secret" not in str(error)
    assert "127.0.0.1" not in error.context["reason"]


def test_a_database_that_is_not_there_is_told(postgres):
    error = refusal(postgres.url("nobody_made_this"))
    assert error.code == "database-unreachable"
    assert "exist" in error.context["reason"]


def test_a_server_that_goes_away_is_told_and_found_again(postgres_url):
    database = open_database(postgres_url)

    def look_twice():
        with database.reading() as connection:
            pid = connection.scalar(sa.text("SELECT pg_backend_pid()"))
            with psycopg.connect(postgres_url) as other:
                other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
            connection.scalar(sa.text("SELECT 1"))

    with pytest.raises(StorageError) as caught:
        look_twice()
    assert caught.value.code == "database-unreachable"
    said(database, "1")
    database.close()
