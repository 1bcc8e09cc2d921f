"""What pairs of games say, and how surely: as `eldest match` does (docs/playing.md)."""

import math

Z = 1.959963984540054
"""95 % of a normal distribution lie within this many standard deviations."""


def elo(score):
    """The difference in Elo of which this share of points is to be expected."""
    if score <= 0.0:
        return -math.inf
    return math.inf if score >= 1.0 else 0.0 - 400.0 * math.log10(1.0 / score - 1.0)


def of_pairs(points):
    """Score and Elo of pairs that gained 0, 1/2 ... 2 points each, with error bars of 95 % (None if too little)."""
    if not points:
        return None
    shares = [point / 2 for point in points]
    mean = sum(shares) / len(shares)
    bars = [None, None]
    if len(shares) > 1:
        variance = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
        error = Z * math.sqrt(variance / len(shares))
        bars = [max(mean - error, 0.0), min(mean + error, 1.0)] if error else bars
    ends = [None if end is None else elo(end) for end in bars]
    return {"score": mean, "elo": elo(mean), "low": ends[0], "high": ends[1]}
