"""How near ours must come to what a text publishes, for a finding or a statement to agree: one rule
for all experiments.

- A *level* that is published (a time, a number of hops): within LEVEL of it.
- A *difference* whose size is published: of that size but for SIZE. By a table, where one has the
  rows, else by the text's number, which was read off a plot and rounded. "About" holds on both
  sides; "greatly" and "better" hold for more as well.
- *The same*, *flat*: at most ALIKE apart, or what a table has for the same where that is more.
- A difference in *strong words* without a number (noticeable, marked, significant): more than
  ALIKE, or it would pass for none.
- A difference in *plain words* (better, slightly worse): more than SEEN.

Words that have a meaning of their own have a constant of their own, each with its reason. Not here:
numbers that a sentence states itself ("over 20 %"), which stand beside it, and the goals of ours,
which are no reading of a text."""

LEVEL = 0.1
SIZE = 0.25
ALIKE = 0.05
SEEN = 0.005
ROUGHLY = 0.1
"""What the Clam thesis calls about the same: "the difference is within 10 %" (4.3, of figure 4.20).
It is taken at its word in all its figures, and what is to differ there, differs by more."""
MOST = 0.5
"""Most, mostly: more than half."""
ALMOST_ALL = 0.9
"""Almost all cases: of some twenty that a figure has, one or two are let pass."""
ALMOST_NONE = 0.01
"""Almost none of a run's messages: less than a figure of shares in percent could show."""
LITTLE, MUCH = 0.1, 0.2
"""Of a run, time that a bar of states hardly shows (Neff 1995, chapter 5), and time that is seen at
the first glance."""
KNEE = 0.1
"""Where a curve leaves its flat part: there it is above its first value by more than a level that
is published may be off."""
RISE = 0.6
"""Of the latency: the least that a table has of a curve of which the text says that it rises
steadily (Koenig 2007, 6.5, figure 5.13(b))."""
WIDE = 4
"""By how much the ends of a part of a curve lie apart that is called flat: its points are 4 apart,
and one point is no part."""
SCALES_WELL = 0.5
"""Of the speedup that so many more PEs could give at most: half of them are made use of."""
NO_BENEFIT = 0.02
"""Of an efficiency, what a ghost zone more that "does not give any benefit" (Allen et al. 2001) may
still give: nobody would see it in a figure."""
HIDES = 0.02
"""Of the time at latency 0, by which a row may be above it that hides its latency: the flat rows of
Koenig's (2007) tables 6.1 and 6.3 lie some 2 % above it at most."""
DOMINATED = 1 / 3
"""Of that time, what is at most left beyond the latency where the latency decides."""
ORDER = 0.3
"""Of an order of convergence that two grids show: nearer to the method's than to any other."""
DIP = 0.2
"""By so much less than for messages half as long: a dip of a bandwidth, and no accident of a busy
machine."""


def is_level(ours: float, published: float) -> bool:
    return abs(ours / published - 1) <= LEVEL


def is_about(ours: float, published: float) -> bool:
    """A difference, of that size."""
    return abs(ours - published) <= SIZE * published


def is_as_large(ours: float, published: float) -> bool:
    """A difference, of that size or more."""
    return ours >= (1 - SIZE) * published
