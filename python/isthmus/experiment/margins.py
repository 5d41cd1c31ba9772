"""How near ours must come to what a text publishes, for a finding or a statement to agree: one rule
for all experiments.

- A *level* that is published (a time, a number of hops): within LEVEL of it.
- A *difference* whose size is published: of that size but for SIZE. By a table, where one has the
  rows, else by the text's number, which was read off a plot and rounded. "About" holds on both
  sides; "greatly" and "better" hold for more as well.
- *The same*, *flat*: at most ALIKE apart, or what a table has for the same where that is more.
- A difference in *strong words* without a number (noticeable, marked, significant): more than
  ALIKE, or it would pass for none.
- A difference in *plain words* (better, slightly worse): more than SEEN."""

LEVEL = 0.1
SIZE = 0.25
ALIKE = 0.05
SEEN = 0.005


def is_level(ours: float, published: float) -> bool:
    return abs(ours / published - 1) <= LEVEL


def is_about(ours: float, published: float) -> bool:
    """A difference, of that size."""
    return abs(ours - published) <= SIZE * published


def is_as_large(ours: float, published: float) -> bool:
    """A difference, of that size or more."""
    return ours >= (1 - SIZE) * published
