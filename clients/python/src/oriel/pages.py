"""Lists that are longer than one answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

Row = TypeVar("Row")


class Pages(Generic[Row]):
    """A list that is read page by page, as far as it is iterated."""

    def __init__(self, read: Callable[[str | None], tuple[list[Row], str | None]]) -> None:
        """``read`` gives the rows from a place on, and the next place, None after the last."""
        self._read = read

    def first(self) -> list[Row]:
        """The rows of the first page, by one request."""
        return self._read(None)[0]

    def __iter__(self) -> Iterator[Row]:
        rows, place = self._read(None)
        yield from rows
        while place is not None:
            rows, place = self._read(place)
            yield from rows
