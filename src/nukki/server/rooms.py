"""What lives as long as the server does: opened in order, closed in reverse."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field

from nukki.engines import registry
from nukki.errors import NukkiError
from nukki.jobs import store, workshop
from nukki.jobs.history import History, open_history
from nukki.jobs.queue import heartbeat
from nukki.jobs.queue.line import Line
from nukki.jobs.queue.orchestrator import Orchestrator
from nukki.jobs.queue.running import Crew
from nukki.jobs.submit import Desk
from nukki.jobs.workshop import Workshop
from nukki.settings import Settings

LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Rooms:
    """The rooms of one server. `tidy` is set once what changed while no server ran is known."""

    history: History
    line: Line
    workshop: Workshop
    orchestrator: Orchestrator
    desk: Desk
    works: bool
    tidy: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        """Begin to work through the line, and to look at what happened before; in threads."""
        threading.Thread(target=self._tidy_up, name="tidy", daemon=True).start()
        if self.works:
            self.orchestrator.start()

    def close(self) -> None:
        """Leave what is worked on to whoever comes next, end all children, close the database."""
        self.orchestrator.stop()
        self.workshop.close()
        self.history.close()

    def _tidy_up(self) -> None:
        """Finish what earlier processes were asked for, and bring the index up to date.

        Ten thousand folders that are new here are no reason to keep anybody waiting.
        """
        try:
            self.desk.settle()
            self.history.storage.at(store.JOBS).tidy()
            if self.history.catch_up():
                self.history.feed.add("", "reindexed", {})  # what is shown of the list is old
        except (NukkiError, OSError) as error:
            LOG.warning("the list of jobs may be behind: %s", error)
        finally:
            self.tidy.set()


def open_rooms(settings: Settings, *, works: bool = True) -> Rooms:
    """The rooms of the storage that `settings` name; without `works`, others draw its jobs.

    Raises InputError, StorageError.
    """
    history = open_history(settings)
    line, shop = Line(history.database), workshop.Workshop()
    slots = heartbeat.slots_here(registry.NAMES)
    crew = Crew(line, shop, language=settings.language)
    orchestrator = Orchestrator(history, slots if works else {}, crew.hire, crew.engine)
    desk = Desk(history, line, shop, settings.storage, orchestrator.wake)
    return Rooms(history, line, shop, orchestrator, desk, works)
