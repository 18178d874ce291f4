"""Reviews of whole games: what each decision was worth, and what was luck.

A decision is judged by what its seat knew: every number is computed from a view, with what it
hides dealt anew. `docs/review.md` explains the figures.
"""

import sys
from types import ModuleType

from splendor.review.model import (
    Account,
    Budget,
    DecisionReview,
    Option,
    Reason,
    Review,
    SeatReview,
    TurnReview,
)
from splendor.review.reviewing import Reviewing, review

__all__ = [
    "Account",
    "Budget",
    "DecisionReview",
    "Option",
    "Reason",
    "Review",
    "Reviewing",
    "SeatReview",
    "TurnReview",
    "review",
]


class CallableModule(ModuleType):
    """Lets `splendor.review(game)` work after this package was imported under the same name."""

    __call__ = staticmethod(review)


sys.modules[__name__].__class__ = CallableModule
