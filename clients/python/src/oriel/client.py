"""The client."""

from __future__ import annotations

import dataclasses
import os
import re
import urllib.parse
from typing import TYPE_CHECKING, Any, BinaryIO

from .errors import DatasetUnavailableError
from .operations import CLIENT_VERSION, Operations
from .pages import Pages
from .transport import UNSET, AnswerReport, CallOptions, Outgoing, Settings, Transport

if TYPE_CHECKING:
    from typing import Literal

    from .types import ExportDatasetAnswer, ExportDatasetInputWhere, Resource

ROWS_ON_PAGE = 1_000


class Oriel(Operations):
    """A client of one service with one key. Make one and keep it; ``last`` is of the latest answer of any thread."""

    def __init__(
        self, api_key: str | None = None, base_url: str | None = None, **settings: Any
    ) -> None:
        """``api_key`` and ``base_url`` are read from ORIEL_API_KEY and ORIEL_BASE_URL where they are left out.

        ``settings`` are those of ``oriel.transport.Settings``: timeout, deadline,
        max_attempts, test_fault, cancel, run_id, run_budget.
        """
        key = api_key or os.environ.get("ORIEL_API_KEY")
        address = base_url or os.environ.get("ORIEL_BASE_URL")
        if not key or not address:
            raise ValueError("Give api_key and base_url, or set ORIEL_API_KEY and ORIEL_BASE_URL.")
        self._settings = Settings(key, address, **settings)
        self._transport = Transport(self._settings, CLIENT_VERSION)

    @property
    def last(self) -> AnswerReport | None:
        """What the latest answer told beside its body: credits left, limits, usage, attempts."""
        return self._transport.last

    def with_settings(self, **settings: Any) -> Oriel:
        """A client that differs in some settings, such as ``test_fault`` or ``max_attempts``."""
        changed = dataclasses.replace(self._settings, **settings)
        return Oriel(**{field.name: getattr(changed, field.name) for field in dataclasses.fields(changed)})

    def run(self, run_id: str, budget: int | None = None) -> Oriel:
        """A client whose calls spend the budget of a run, in credits.

        A call that would spend more raises RunBudgetExceededError and does not
        start. Without a budget it joins a run that is open.
        """
        return self.with_settings(run_id=run_id, run_budget=budget)

    def dataset(
        self,
        dataset: str | Resource,
        *,
        fields: list[str] = UNSET,
        where: list[ExportDatasetInputWhere] = UNSET,
        sort: list[str] = UNSET,
        rows_on_page: int = ROWS_ON_PAGE,
        options: CallOptions | None = None,
    ) -> Pages[dict[str, Any]]:
        """The rows of a dataset that an answer named in ``resources``, page by page, free."""

        def read(place: str | None) -> tuple[list[dict[str, Any]], str | None]:
            offset = int(place or 0)
            answer = self._export(
                _uri_of(dataset), fields=fields, where=where, sort=sort, limit=rows_on_page, offset=offset, options=options
            )
            rows = answer["data"]["items"]
            end = offset + len(rows)
            total = answer["coverage"]["total_available"]
            is_last = not rows or total is None or end >= total
            return rows, None if is_last else str(end)

        return Pages(read)

    def download(
        self,
        dataset: str | Resource,
        to: str | os.PathLike[str] | BinaryIO,
        *,
        format: Literal["csv", "ndjson"] = "csv",
        fields: list[str] = UNSET,
        where: list[ExportDatasetInputWhere] = UNSET,
        sort: list[str] = UNSET,
        options: CallOptions | None = None,
    ) -> int:
        """Writes all selected rows of a dataset as a file; gives the number of its bytes."""
        answer = self._export(
            _uri_of(dataset), fields=fields, where=where, sort=sort, format=format, limit=1, options=options
        )
        url = answer["data"].get("download_url")
        if url is None:
            raise DatasetUnavailableError("The dataset has no file.", answer["usage"]["request_id"], [])
        if isinstance(to, (str, os.PathLike)):
            with open(to, "wb") as file:
                return self._transport.download(url, file)
        return self._transport.download(url, to)

    def _export(self, uri: str, **selection: Any) -> ExportDatasetAnswer:
        answer = self.export_dataset(uri, **selection)
        data = answer["data"]
        if not data["available"]:
            note = data.get("note", "The dataset is not available.")
            raise DatasetUnavailableError(note, answer["usage"]["request_id"], answer["next_actions"])
        return answer

    def _ask(self, method: str, path: str, *, options: CallOptions | None = None, **request: Any) -> Any:
        return self._transport.send(Outgoing(method, path, **request), options or CallOptions())[0]

    def _list(
        self, method: str, path: str, *, options: CallOptions | None = None, query: dict[str, Any], **request: Any
    ) -> Pages[Any]:
        def read(place: str | None) -> tuple[list[Any], str | None]:
            asked = query if place is None else dict(urllib.parse.parse_qsl(place))
            outgoing = Outgoing(method, path, query=asked, **request)
            rows, headers = self._transport.send(outgoing, options or CallOptions())
            # Only the query of the link is followed, so that the key goes nowhere else.
            link = re.search(r'<[^>?]*\?([^>]*)>;\s*rel="next"', headers.get("link") or "")
            return rows, link.group(1) if link else None

        return Pages(read)


def _uri_of(dataset: str | Resource) -> str:
    return dataset if isinstance(dataset, str) else dataset["uri"]
