"""Statistics of seeded random data as SciPy computes them; prints data and results as one JSON object, for comparison with ours."""

import json
import warnings
from math import comb

import numpy as np
from scipy import stats

RESAMPLES = 20_000
rng = np.random.default_rng(20_261_124)


def interval(low, high):
    return {"low": float(low), "high": float(high)}


def bootstrap(samples, statistic, **options):
    """A BCa interval, the standard error by which intervals are compared with it, and the resampled data."""
    found = stats.bootstrap(samples, statistic, n_resamples=RESAMPLES, method="BCa", batch=500, rng=rng, **options)
    return {**interval(*found.confidence_interval), "error": float(found.standard_error)}


def scores(size):
    """Scores of the shapes that evaluators give."""
    return {
        "even": rng.random(size),
        "skewed": rng.exponential(size=size),
        "five levels": rng.integers(1, 6, size).astype(float),
        "mostly zero": np.where(rng.random(size) < 0.8, 0.0, rng.random(size)),
        "passes": (rng.random(size) < 0.85).astype(float),
    }


def normal():
    shares = rng.random(200)
    points = rng.normal(scale=3, size=200)
    return {
        "shares": shares.tolist(),
        "quantiles": stats.norm.ppf(shares).tolist(),
        "points": points.tolist(),
        "probabilities": stats.norm.cdf(points).tolist(),
    }


def wilson():
    cases = []
    for n in [1, 2, 7, 20, 61, 500, 10_000, 3_000_000]:
        for passes in {0, n, int(rng.integers(0, n + 1)), int(rng.integers(0, n + 1))}:
            for confidence in [0.8, 0.95, 0.999]:
                low, high = stats.binomtest(passes, n).proportion_ci(confidence, method="wilson")
                cases.append({"passes": passes, "n": n, "confidence": confidence, **interval(low, high)})
    return cases


def mcnemar():
    cases = []
    for n in [1, 2, 5, 20, 48, 49, 60, 200, 5_000, 1_000_000, 4_000_001]:
        for b in {0, n // 2, int(rng.binomial(n, 0.5)), int(rng.binomial(n, 0.45))}:
            fewer = min(b, n - b)
            p = stats.binomtest(b, n, 0.5, alternative="two-sided").pvalue
            mid_p = min(1, 2 * stats.binom.cdf(fewer, n, 0.5)) - stats.binom.pmf(fewer, n, 0.5)
            if 2 * b == n:
                mid_p = 1 - stats.binom.pmf(fewer, n, 0.5)
            cases.append({"onlyA": b, "onlyB": n - b, "p": float(p), "midP": float(mid_p)})
    return cases


def means():
    cases = []
    for size in [12, 90, 700]:
        for name, values in scores(size).items():
            if len(set(values)) < 2:
                continue
            cases.append({"name": f"{size} {name}", "values": values.tolist(), **bootstrap((values,), np.mean)})
    return cases


def clustered():
    """Three repetitions of each example; SciPy resamples the examples' means."""
    difficulty = rng.random(80)
    values = (rng.random((80, 3)) < difficulty[:, None]).astype(float)
    return {"values": values.flatten().tolist(), "repetitions": 3, **bootstrap((values.mean(axis=1),), np.mean)}


def pairs():
    cases = []
    for size in [15, 120, 600]:
        for name, a in scores(size).items():
            b = np.where(rng.random(size) < 0.6, a, rng.permutation(a)) + (0 if name == "passes" else 0.02)

            def difference(x, y, axis=-1):
                return np.mean(y - x, axis=axis)

            if len(set(b - a)) < 2:
                continue
            test = stats.permutation_test((a, b), difference, permutation_type="samples", n_resamples=RESAMPLES, batch=500, rng=rng)
            cases.append(
                {
                    "name": f"{size} {name}",
                    "a": a.tolist(),
                    "b": b.tolist(),
                    "p": float(test.pvalue),
                    **bootstrap((a, b), difference, paired=True),
                }
            )
    return cases


def paired_percentiles():
    """Two repetitions of each example on both sides. An end may lie between the quantiles of resampled differences a little below and above its share."""
    cases = []
    for size in [25, 300]:
        difficulty = rng.exponential(size=(size, 1))
        a = difficulty + rng.exponential(size=(size, 2))
        b = 1.3 * difficulty + rng.exponential(size=(size, 2))
        for quantile in [0.5, 0.9, 0.99]:
            drawn = rng.integers(0, size, (5_000, size))
            before, after = (np.quantile(x[drawn].reshape(5_000, -1), quantile, axis=1, method="inverted_cdf") for x in (a, b))
            for factor in [1, 1.2]:
                ends = np.quantile(after - factor * before, [0.018, 0.032, 0.968, 0.982])
                cases.append({"a": a.ravel().tolist(), "b": b.ravel().tolist(), "quantile": quantile, "factor": factor, "ends": ends.tolist()})
    return cases


def pass_at_k():
    cases = []
    for _ in range(60):
        n = int(rng.integers(1, 40))
        passes = int(rng.integers(0, n + 1))
        k = int(rng.integers(1, n + 1))
        cases.append(
            {
                "n": n,
                "passes": passes,
                "k": k,
                "passAtK": 1 - comb(n - passes, k) / comb(n, k),
                "passHatK": comb(passes, k) / comb(n, k),
            }
        )
    return cases


def percentiles():
    values = rng.exponential(size=333)
    quantiles = [0, 0.25, 0.5, 0.9, 0.95, 0.99, 1]
    found = np.quantile(values, quantiles, method="inverted_cdf")
    return {"values": values.tolist(), "quantiles": quantiles, "found": found.tolist()}


with warnings.catch_warnings():
    # Of a sample that resampling leaves without a spread; it has no interval to compare.
    warnings.simplefilter("ignore")
    print(
        json.dumps(
            {
                "normal": normal(),
                "wilson": wilson(),
                "mcnemar": mcnemar(),
                "means": means(),
                "clustered": clustered(),
                "pairs": pairs(),
                "pairedPercentiles": paired_percentiles(),
                "passAtK": pass_at_k(),
                "percentiles": percentiles(),
            }
        )
    )
