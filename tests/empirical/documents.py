"""Reports made up of synthetic measurements, in the form that ``validate`` writes."""

import json
from dataclasses import replace

import jsonschema
import numpy as np

from empirical.experiments.language import synthetic as real_synthetic
from empirical.protocol import paths
from empirical.protocol.form import Document
from empirical.protocol.reading import built, plain

SCHEMA = jsonschema.Draft202012Validator(json.loads(paths.SCHEMA.read_text()))
"""Of reports. ``jsonschema.validate`` would hold the schema to its own each time."""
TAGS = {"s_pos": "s_pos", "s_sym": "s_sym"}


def heads(layers=6, count=4, seed=0):
    rng = np.random.default_rng(seed)
    errors = {"s_pos_error": 0.01, "s_sym_error": 0.01, "entropy": 1.0, "entropy_error": None}
    rows = []
    for layer, head in np.ndindex(layers, count):
        share = float(np.clip(0.9 - 0.8 * layer / layers + rng.normal() / 20, 0, 1))
        scores = {"s_pos": share, "s_sym": 1 - share}
        rows.append({"layer": layer, "head": head, **scores, **errors})
    return rows


def options(scores):
    one = {"name": "as scored", "heads": len(scores), "s_pos": 0.5, "s_pos_r": 1.0, "s_sym": 0.5}
    return {
        "inputs": 4,
        "options": [one | {"s_sym_r": None, "anti_r": -0.9}],
        "heads": [
            {"layer": h["layer"], "head": h["head"]}
            | {
                f"{score}{tag}": None if tag and h["head"] == 1 else h[score]
                for score in TAGS
                for tag in ("", "_logits", "_permuted")
            }
            for h in scores
        ],
        "between_inputs": {"s_pos": 0.1, "s_sym": None},
        "cost": {
            "seconds_an_input": 1.0,
            "seconds_a_pass": 0.1,
            "scorings": 12,
            "peak_gib": 2.0,
            "weights_gib": 1.0,
        },
    }


def claim(name, verdict="SUPPORTED", gate="as expected", measured="r = -0.9 <b>"):
    return {
        "id": name,
        "statement": "Heads | differ.",
        "published": "r = -0.91",
        "covers": "one model",
        "expected": "SUPPORTED",
        "verdict": verdict,
        "gate": gate,
        "found": measured,
        "fault": "",
        "reason": "" if measured else "not enough names",
    }


def language_model():
    scores, posed = heads(), real_synthetic.one_model().tasks[real_synthetic.MODEL].one_hop
    planes = plain(real_synthetic.binding().frequencies)
    hops = {"number": plain(posed.number), "letter": plain(posed.letter)}
    sums = {task: dict.fromkeys(hops[task], 2.5) for task in hops}
    runs = {task: {w: [c[0]] for w, c in hops[task].items()} for task in hops}
    return {
        "name": "folder/tiny & <gemma>",
        "task": None,
        "architecture": "Gemma2ForCausalLM",
        "dtype": "float32",
        "device": "cpu",
        "manifest": None,
        "inputs_scored": "16 inputs",
        "inputs": 16,
        "convention": "scale-free cosine",
        "self_check": dict.fromkeys(("own_rows", "swapped_weights", "swapped_logits"), 1e-7)
        | {"tolerance": 1e-4},
        "scores": scores,
        "exclusion": {"heads": 4, "excess": 0.0, "identity": 0.0, "outside": 0.0, "tightest": 0.9},
        "family": "gemma2",
        "binding": {
            "task": "16 inputs of the binding task",
            "statements": 64,
            "tokens_a_statement": 4,
            "solved": [3, 16],
            "solved_only": False,
            "convention": "scale-free cosine, blocks of 4 tokens",
            "inputs": 16,
            "layers": 7,
            "left_out": [{"layer": 6, "statements_seen": 1}],
            "scores": scores,
            "frequencies": planes,
        },
        "sensitivity": options(scores),
        "one_hop": {
            "runs": 5,
            "questions": 20,
            "chat": True,
            "ranks": sums,
            "by_run": runs,
            **hops,
        },
    }


def made(*claims, **changes):
    """The document as a record."""
    return built(document(*claims) | changes, Document)


def noise(measurement, rng):
    """Heads that score at random, on every frequency too."""

    def scored(head, shape):
        pos, sym = plain_rows(rng.random((2, *shape)))
        return replace(head, s_pos=pos, s_sym=sym)

    scores = tuple(scored(head, ()) for head in measurement.scores)
    planes = tuple(scored(head, (real_synthetic.PLANES,)) for head in measurement.frequencies)
    return replace(measurement, scores=scores, frequencies=planes)


def plain_rows(rows):
    return tuple(tuple(row) if isinstance(row, list) else row for row in rows.tolist())


def document(*claims):
    return {
        "format": "rope-claims validation",
        "version": 1,
        "made": "2026-01-01T00:00:00+00:00",
        "software": {"python": "3.12"},
        "commit": "abc1234",
        "breaking": [],
        "thresholds": {
            "accuracy": 0.99,
            "gamma": 0.1,
            "keeps": 0.9,
            "until": 850,
            "collapsed_by": 68,
        },
        "models": [language_model()],
        "claims": list(claims) or [claim("A-e-anti")],
        "not_run": [
            {"id": "A-e-family", "statement": "The same.", "published": "", "why": "not run here"}
        ],
        "exit_code": 0,
        "seconds": 1.0,
    }
