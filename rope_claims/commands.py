"""Every subcommand of ``rope-claims`` that runs another module's ``main``, by what people want."""

from collections.abc import Mapping

CLAIMS = {
    "list": "what is claimed",
    "show": "one claim in full",
    "check": "judge claims (all, or those named)",
    "errata": "what the papers state and what refutes it",
    "site": "write a web page for each claim",
}
"""Subcommands of ``theory.commands.cli``."""
Command = tuple[str, str]
"""The module whose ``main`` takes the arguments, and a line of help."""
GROUPS: Mapping[str, Mapping[str, Command]] = {
    "a claim": {
        "recheck": ("rope_claims.recheck", "re-check the witnesses with the standard library")
    },
    "your model": {
        "validate": ("empirical.validate", "score a model's heads and judge the claims about it"),
        "compare": ("empirical.reports.many", "put reports of validate in one table"),
        "heads": ("empirical.heads", "score every head on a prompt of yours"),
        "certify-heads": (
            "constructions.public_heads.command",
            "bound the first layer's heads on every input",
        ),
        "architectures": ("empirical.architectures.command", "how exactly heads are read"),
    },
    "your configuration": {
        "doctor": ("rope_claims.diagnosis.command", "does the model run the RoPE it configures?"),
        "capacity": ("constructions.capacity.command", "how large logits must be, certified"),
    },
    "your paper": {
        "new-paper": ("rope_claims.new_paper.command", "a package for the claims of your paper"),
        "pin": ("theory.commands.pin", "record each claim's text, so that changes show"),
    },
    "training and experiments": {
        "train": ("empirical.train", "train one small model on the number or letter task"),
        "certificate": ("constructions.certificate.command", "certify one constructed head"),
    },
    "our records": {
        "recheck-heads": (
            "constructions.public_heads.claims",
            "prove the bounds on public models' heads",
        ),
        "redraw": ("empirical.reports.redraw", "draw the figures and tables again"),
        "rerun": ("empirical.rerun.command", "measure again and compare"),
        "criteria": ("empirical.criteria.command", "the registered criteria and their hashes"),
        "generate": ("rope_claims.generate", "write every generated file of a checkout"),
    },
}
OURS, CERTIFICATE = "empirical.experiments", "constructions.certificate"
"""Where most of the modules below are."""
EXPERIMENT_GROUPS: Mapping[str, Mapping[str, Command]] = {
    "trainings": {
        "released": (
            "empirical.released.command",
            "train by paper B's released recipe, record all",
        ),
        "dynamics": (f"{OURS}.dynamics.command", "heads during training, several seeds"),
        "canonical": (f"{OURS}.canonical.command", "one-layer models on the canonical tasks"),
    },
    "trained models on longer inputs": {
        "lengths": (f"{OURS}.lengths.command", "accuracy and predictions on longer inputs"),
        "law": (f"{OURS}.law.command", "train new models, test the law of the break"),
    },
    "inside trained models": {
        "mechanism": (f"{OURS}.mechanism.command", "what the heads of each layer attend to"),
        "ablation": (f"{OURS}.mechanism.ablation.command", "accuracy without single heads"),
    },
    "public models": {
        "beyond": (f"{OURS}.beyond.command", "texts longer than a model's context"),
        "freezing": (f"{OURS}.language.freezing", "loss with frozen or zeroed frequencies"),
        "baselines": (f"{OURS}.language.table", "models next to their two kinds of baselines"),
        "public-heads": (f"{OURS}.language.certified", "certified heads next to their scores"),
    },
    "how far heads can reach": {
        "budgets": (f"{OURS}.capacity.command", "logit budgets that trained heads have and need"),
        "published": ("constructions.capacity.comparison", "budgets of published configurations"),
        "grid": ("constructions.capacity.grid", "budgets by base, frequencies and positions"),
        "horizons": (f"{CERTIFICATE}.horizons.command", "how far constructed heads reach"),
        "beta-growth": (
            f"{CERTIFICATE}.horizons.beta_growth",
            "the logit factor that heads need, by length",
        ),
    },
    "constructed heads": {
        "drop-in": ("empirical.models.dropin", "constructed heads as a GPT-J model"),
        "remake": (f"{CERTIFICATE}.remake", "make stored certificates again"),
    },
}
"""What ``rope-claims run EXPERIMENT`` runs, by subject."""
EXPERIMENTS: Mapping[str, Command] = {
    name: one for group in EXPERIMENT_GROUPS.values() for name, one in group.items()
}
RUN = "run an experiment (rope-claims run --help)"
FURTHER: Mapping[str, Command] = {
    name: one for group in GROUPS.values() for name, one in group.items()
}


def overview() -> str:
    """Every subcommand with its line, by group."""
    groups = {want: {n: line for n, (_, line) in g.items()} for want, g in GROUPS.items()}
    groups["a claim"] = {**CLAIMS, **groups["a claim"]}
    groups["training and experiments"]["run"] = RUN
    return "\n\n".join(_listed(f"{want}:", lines) for want, lines in groups.items())


def _listed(title: str, lines: Mapping[str, str]) -> str:
    return "\n".join([title, *(f"  {name:<15}{line}" for name, line in lines.items())])


def experiments() -> str:
    """What ``rope-claims run --help`` prints."""
    usage = "usage: rope-claims run EXPERIMENT [OPTION…]  (EXPERIMENT --help lists its options)"
    groups = (
        _listed(f"{subject}:", {name: line for name, (_, line) in group.items()})
        for subject, group in EXPERIMENT_GROUPS.items()
    )
    return "\n\n".join([usage, *groups])
