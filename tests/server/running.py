"""The real server on a free port of this machine, and real jobs for it to show."""

import http.client
import json
import threading
import time
from contextlib import contextmanager

from nukki.core.storage import Folder
from nukki.jobs import pipeline, store
from nukki.server import listen, studio
from nukki.server.app import create_app
from nukki.server.running import Server
from nukki.settings import Settings
from tests.jobs.pencil import BRIEF, Pencil, planned


def drawn(storage, engine=None, brief=BRIEF, **changes):
    """A job that the pencil drew to its end."""
    job = store.create(Folder(storage), planned(**changes), brief, {})
    pipeline.run(job, engine or Pencil())
    return job


@contextmanager
def serving(storage, built=studio.BUILT, *, works=False, port=0, **settings):
    """A `Caller` of the server while the block runs; it draws nothing unless it `works`."""
    bound = listen.bind("127.0.0.1", port)
    app = create_app(Settings(storage=storage, language="en", **settings), built, works=works)
    server = Server(app, log_level="critical")
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
    thread.start()
    try:
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        app.state.rooms.tidy.wait(20)  # until the folders that a test made beforehand are listed
        yield Caller(bound.getsockname()[1], app)
    finally:
        server.should_exit = True
        thread.join()
        bound.close()


def spoil_database(caller, folder):
    """Put other files in the place of the database: what is open goes on, what opens it fails.

    Not into the files themselves, parts of which are memory of this process.
    """
    for file in folder.glob("nukki.db*"):
        file.unlink()
    (folder / "nukki.db").write_bytes(b"no database at all " * 100)
    caller.app.state.history.database.engine.dispose()


class Caller:
    """Sends request lines exactly as they are given: nothing tidies an attack away."""

    def __init__(self, port, app=None):
        self.port = port
        self.app = app
        self.url = f"http://127.0.0.1:{port}/"

    def get(self, path, method="GET", body=b"", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            named = {key.replace("_", "-"): value for key, value in headers.items()}
            connection.putrequest(method, path, skip_host="Host" in named)
            for key, value in named.items():
                connection.putheader(key, value)
            if body:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body or None)
            answer = connection.getresponse()
            answer.body = answer.read()
            return answer
        finally:
            connection.close()

    def send(self, method, path, value=None, **headers):
        """A request with a JSON body, as a program would send it."""
        body = b"" if value is None else json.dumps(value).encode()
        return self.get(path, method, body, **({"Content_Type": "application/json"} | headers))
