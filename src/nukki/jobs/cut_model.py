"""The saliency model of a `cut`: fetched, verified and opened when a strategy first asks for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from nukki.errors import NukkiError

if TYPE_CHECKING:
    from nukki.alpha.saliency import Model
    from nukki.alpha.source import Byte, Float

DEFAULT = "u2netp"


class LazyModel:
    """A `Saliency` that costs nothing before its first question.

    `progress` hears of bytes that are there and bytes in all while weights are fetched.
    """

    def __init__(
        self, weights_id: str = DEFAULT, progress: Callable[[int, int], None] | None = None
    ) -> None:
        self.id = weights_id
        self._progress = progress
        self._failure: NukkiError | None = None

    @cached_property
    def _model(self) -> Model:
        from nukki.alpha import saliency

        if self._failure is not None:  # a registry that is not there is not asked for every file
            raise self._failure
        try:
            return saliency.open_model(self.id, self._progress)
        except NukkiError as error:
            self._failure = error
            raise

    def __call__(self, rgb: Byte) -> Float:
        """As the model; raises what opening it raises."""
        return self._model(rgb)

    def scores(self, rgb: Byte) -> Float:
        """As the model; raises what opening it raises."""
        return self._model.scores(rgb)
