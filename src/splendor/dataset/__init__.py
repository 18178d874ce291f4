"""Games as data: folders of Parquet files that other tools read without our code.

`Dataset` reads one, and repeats its games with the engine: `docs/data.md`. The extra `data`.
"""

from splendor.core.extras import need

need("data")

from splendor.dataset.making import make_dataset  # noqa: E402
from splendor.dataset.reading import Dataset, Decisions  # noqa: E402

__all__ = ["Dataset", "Decisions", "make_dataset"]
