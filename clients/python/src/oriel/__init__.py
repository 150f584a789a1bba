"""Client of Oriel. ``Oriel`` is where to begin; ``oriel.types`` has the shapes of answers."""

from .client import Oriel
from .errors import (
    AnswerLostError,
    AuthenticationError,
    CallCancelledError,
    ConflictError,
    CreditsError,
    DatasetUnavailableError,
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
    OrielError,
    RateLimitError,
    RunBudgetExceededError,
    ServiceError,
)
from .pages import Pages
from .transport import AnswerReport, CallOptions, Limit

__all__ = [
    "AnswerLostError",
    "AnswerReport",
    "AuthenticationError",
    "CallCancelledError",
    "CallOptions",
    "ConflictError",
    "CreditsError",
    "DatasetUnavailableError",
    "ForbiddenError",
    "InvalidRequestError",
    "Limit",
    "NotFoundError",
    "Oriel",
    "OrielError",
    "Pages",
    "RateLimitError",
    "RunBudgetExceededError",
    "ServiceError",
]
