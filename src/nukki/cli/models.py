"""`nukki models`: what a brief may name as its model."""

from __future__ import annotations

from nukki.cli.words import Command, Group, json_option, language_of, say


def _list(*, as_json: bool) -> int:
    from nukki.catalog import profiles
    from nukki.cli import output

    found = profiles.all_profiles()
    if as_json:
        output.as_json({"models": [profile.model_dump(mode="json") for profile in found]})
        return 0
    heads = [say(f"cli-col-{head}") for head in ("id", "name", "engine", "references")]
    language = language_of()
    rows = [
        [profile.id, profile.name.text(language), profile.engine, f"≤ {profile.max_references}"]
        for profile in found
    ]
    output.table(heads, rows)
    return 0


models_list = Command(name="list", callback=_list, params=[json_option()])
models = Group(name="models", modules={"list": "nukki.cli.models:models_list"})
