"""What `rope-claims doctor` says of each synthetic fault: `python benchmarks/faults.py`.

The faults are those of tests/rope_claims/test_doctor.py, each in a tiny model of 8 rotary
frequencies and 4,096 positions. Prints a Markdown table, which is kept in faults.md.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import rope_claims
from empirical.instrument.hook import replaced
from tests.rope_claims import test_doctor as tests
from tests.rope_claims.test_doctor_command import TEXTS
from tests.rope_claims.test_doctor_functions import backwards
from theory.reports.markdown import markdown_table

HEAD = """# What doctor says of each fault

`python benchmarks/faults.py` puts each fault into a tiny model of 8 rotary frequencies and 4,096
positions and asks `rope-claims doctor` about it. The last rows have a faulty `config.json` and no
model. The first column is the finding's name. The effect ends with the certified capacity budget
with the angles that run and with those that the configuration asks for, where the two differ.
"""


def cases():
    """(fault, what doctor finds), in the order of the tests."""
    for fault, asked, runs, message in tests.OTHERS:
        asked = asked | {"factor": 8.0} if message == "says llama3 by 8" else asked
        model = tests.built(runs)
        yield fault, rope_claims.doctor(model, config=tests.fields(asked))
    for fault, parameters, inject, _ in tests.INJECTED:
        model = tests.built(parameters)
        inject(model)
        yield fault, rope_claims.doctor(model)
    functions = {"pairing": tests.interleaved, "queries": tests.shifted, "direction": backwards}
    for fault, function in functions.items():
        with replaced(tests.modeling_llama, "apply_rotary_pos_emb", function):
            yield fault, rope_claims.doctor(tests.built())
    yield from layers()
    for fault, more, parameters, _ in TEXTS:
        given = json.loads(json.dumps(tests.fields(parameters, **more)))
        yield fault, rope_claims.doctor(given, config_only=True)


def layers():
    """The faults that concern some layers."""
    kinds = ("sliding_attention", "full_attention")
    other = tests.PLAIN | {"rope_theta": 10_000.0}
    runs = dict(zip(kinds, (tests.PLAIN, other), strict=True))
    asked = dict(zip(kinds, (other, tests.PLAIN), strict=True))
    more = {"head_dim": 16, "layer_types": list(kinds), "num_key_value_heads": 1}
    model = tests.built(runs, "gemma3_text", **more)
    config = tests.fields(asked, "gemma3_text", **more)
    yield "layer-type", rope_claims.doctor(model, config=config)
    one = {"num_key_value_heads": 1}
    model = tests.built(tests.PLAIN, "smollm3", no_rope_layers=[1, 0], **one)
    config = tests.fields(tests.PLAIN, "smollm3", no_rope_layers=[1, 1], **one)
    yield "absent", rope_claims.doctor(model, config=config)


def main() -> int:
    """Print the table; exit code 1 if a fault is not found."""
    rows, missed = [], 0
    for fault, diagnosis in cases():
        print(fault, file=sys.stderr)
        named = [one for one in diagnosis.findings if one.fault == fault]
        missed += not named
        first = (*named, *diagnosis.findings)[:1]
        cells = [(one.message, one.effect) for one in first] or [("", "")]
        rows.append((f"`{fault}`", "yes" if named else "NO", *cells[0]))
    print(HEAD)
    print(markdown_table(("fault", "found", "message", "effect on reach"), rows))
    print(f"{len(rows) - missed} of {len(rows)} faults found.")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
