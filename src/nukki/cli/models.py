"""`nukki models`: the drawing models that a brief may name, and the weights of networks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from nukki.cli.words import Command, Group, Option, json_option, language_of, say
from nukki.errors import BackendError, InputError

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from nukki.catalog.weights import Weights

HEADS = ("id", "task", "size", "licence", "commercial", "state")


def _list(*, as_json: bool) -> int:
    from nukki.catalog import profiles, weights
    from nukki.cli import output

    drawing, known = profiles.all_profiles(), weights.all_weights()
    if as_json:
        models = [profile.model_dump(mode="json") for profile in drawing]
        output.as_json({"models": models, "weights": [_data(profile) for profile in known]})
        return 0
    here = say("cli-models-state-here")
    rows = [[profile.id, say("cli-models-task-draw"), "", "", "", here] for profile in drawing]
    rows += [
        [
            profile.id,
            say(f"cli-models-task-{profile.task}"),
            f"{profile.bytes / 1e6:.0f} MB" if profile.bytes else "",
            profile.licence,
            say(f"cli-models-commercial-{profile.commercial}"),
            say(f"cli-models-state-{weights.state(profile)}"),
        ]
        for profile in known
    ]
    output.table([say(f"cli-col-{head}") for head in HEADS], rows)
    return 0


def _data(profile: Weights) -> dict[str, Any]:
    """What is known of weights as JSON, how they are fed left out."""
    from nukki.catalog import weights

    given = weights.acceptance(profile.id)
    return {
        **profile.model_dump(mode="json", exclude={"input", "output", "on_first_need", "at_most"}),
        "state": weights.state(profile),
        "accepted": given.model_dump(mode="json") if given else None,
    }


def _verify(ids: tuple[str, ...], *, as_json: bool) -> int:
    from nukki.catalog import weights
    from nukki.cli import output

    asked = [weights.find(name) for name in ids] or weights.all_weights()
    found = [(profile, weights.state(profile)) for profile in asked]
    found = [(profile, state) for profile, state in found if ids or state != "missing"]
    bad = [profile.id for profile, state in found if state != "here"]
    if as_json:
        told = [{"id": profile.id, "state": state} for profile, state in found]
        output.as_json({"ok": not bad, "weights": told})
        return BackendError.exit_status if bad else 0
    for profile, state in found:
        mark = "✓" if state == "here" else "✗"
        click.echo(f"{mark} {profile.id}: {say(f'cli-models-state-{state}')}")
    if bad:
        names = " ".join(bad)
        raise BackendError("cli-models-damaged-summary", count=len(bad), found=names)
    return 0


def _pull(ids: tuple[str, ...], accepted: tuple[str, ...], given: str | None, as_json: bool) -> int:
    from nukki.catalog import pull, weights
    from nukki.cli import output

    asked = [weights.find(name) for name in dict.fromkeys(ids)]
    for name in accepted:
        if weights.find(name) not in asked:
            raise InputError("cli-models-accept-other", found=name)
    if given and len(asked) > 1 and not _is_folder(given):
        raise InputError("cli-models-from-many", count=len(asked))
    for profile in asked:  # a refusal comes before the first byte
        if profile.id not in accepted:
            weights.require_acceptance(profile)
    told = []
    for profile in asked:
        acceptance = weights.accept(profile) if profile.id in accepted else None
        with _Meter(profile.id) as meter:
            path = pull.pull(profile, given, acceptance, meter)
        told.append({**_data(profile), "path": str(path)})
        if not as_json:
            click.echo(say("cli-models-pulled", found=profile.id, path=path))
    if as_json:
        output.as_json({"weights": told})
    return 0


def _is_folder(given: str) -> bool:
    from pathlib import Path

    from nukki.settings import at_home

    return at_home(Path(given)).is_dir()


class _Meter:
    """Hears bytes: a bar with speed and time left in a terminal, a line every tenth elsewhere."""

    def __init__(self, name: str) -> None:
        from nukki.core import clock

        self.name, self.told, self.since = name, 0, clock.seconds()
        self.bar: Bar | None = _bar() if sys.stderr.isatty() else None

    def __enter__(self) -> _Meter:
        if self.bar is not None:
            self.task = self.bar.add_task(self.name, total=None)
            self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()

    def __call__(self, done: int, total: int) -> None:
        """`done` of `total` bytes are there (total 0: not known)."""
        if self.bar is not None:
            self.bar.update(self.task, completed=done, total=total or None)
            return
        tenth = 10 * done // total if total else 0
        if tenth > self.told:
            self.told = tenth
            self._line(done, total)

    def _line(self, done: int, total: int) -> None:
        from nukki.cli import output
        from nukki.core import clock

        speed = done / max(clock.seconds() - self.since, 1e-3)
        rest = output.duration((total - done) / max(speed, 1), language_of())
        line = say(
            "cli-models-pulling",
            found=self.name,
            done=f"{done / 1e6:.1f}",
            total=f"{total / 1e6:.1f}",
            speed=f"{speed / 1e6:.1f}",
            left=say("cli-left", found=rest) if done < total else "",
        )
        output.tell(line.rstrip())


def _bar() -> Bar:
    from rich.progress import DownloadColumn, TimeRemainingColumn, TransferSpeedColumn

    from nukki.cli import output

    return output.bar(DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())


models_list = Command(name="list", callback=_list, params=[json_option()])
models_verify = Command(
    name="verify",
    callback=_verify,
    params=[click.Argument(["ids"], nargs=-1, metavar="[ID]..."), json_option()],
)
models_pull = Command(
    name="pull",
    callback=_pull,
    params=[
        click.Argument(["ids"], nargs=-1, required=True, metavar="ID..."),
        Option(
            ["--accept-licence", "accepted"],
            multiple=True,
            metavar="ID",
            help="cli-models-accept-option",
        ),
        Option(["--from", "given"], metavar="SOURCE", help="cli-models-from-option"),
        json_option(),
    ],
)
models = Group(
    name="models",
    modules={
        "list": "nukki.cli.models:models_list",
        "verify": "nukki.cli.models:models_verify",
        "pull": "nukki.cli.models:models_pull",
    },
)
