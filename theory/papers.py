"""The papers whose statements are claims here, as data."""

from collections.abc import Mapping
from dataclasses import dataclass

PRINTED = "printed"
RECONSTRUCTED = "reconstructed"


@dataclass(frozen=True)
class Paper:
    """One source of statements.

    ``id`` is a claim's ``paper`` and the beginning of its id. ``text`` says which text was at hand:
    ``printed``, ``reconstructed`` (summaries alone), or '' for this project's own claims. ``link``
    is '' for those too.
    """

    id: str
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    arxiv: str = ""
    text: str = PRINTED
    page: str = ""

    @property
    def link(self) -> str:
        """The address of the paper."""
        return f"https://arxiv.org/abs/{self.arxiv}" if self.arxiv else self.page

    @property
    def cited(self) -> str:
        """Title and address in one phrase, and that the text was not at hand where it was not."""
        linked = f"{self.title}, {self.link}" if self.link else self.title
        return f"{linked} (as reconstructed)" if self.text == RECONSTRUCTED else linked

    @property
    def dated(self) -> str:
        """Authors and year; '' for this project's own claims."""
        return ", ".join([*self.authors, *([str(self.year)] if self.year else [])])


_ALL = (
    Paper(
        "A",
        "Decoupling Positional and Symbolic Attention (Behavior) in Transformers",
        (
            "Felipe Urrutia",
            "Jorge Salas",
            "Alexander Kozachinskiy",
            "Cristian Buc Calderon",
            "Hector Pasten",
            "Cristobal Rojas",
        ),
        2025,
        "2511.11579",
        RECONSTRUCTED,
    ),
    Paper(
        "B",
        "Positional versus Symbolic Attention Heads: Learning Dynamics, RoPE Geometry, and Length"
        " Generalization",
        (
            "Felipe Urrutia",
            "Juan José Alegría",
            "Cinthia Sanchez Macias",
            "Jorge Salas",
            "Cristian B. Calderon",
            "Cristobal Rojas",
        ),
        2026,
        "2605.31558",
    ),
    Paper(
        "RF",
        "RoFormer: Enhanced Transformer with Rotary Position Embedding",
        ("Jianlin Su", "Yu Lu", "Shengfeng Pan", "Ahmed Murtadha", "Bo Wen", "Yunfeng Liu"),
        2021,
        "2104.09864",
    ),
    Paper(
        "RR",
        "Round and Round We Go! What makes Rotary Positional Encodings useful?",
        (
            "Federico Barbero",
            "Alex Vitvitskyi",
            "Christos Perivolaropoulos",
            "Razvan Pascanu",
            "Petar Veličković",
        ),
        2024,
        "2410.06205",
        RECONSTRUCTED,
    ),
    Paper(
        "BC",
        "Base of RoPE Bounds Context Length",
        (
            "Xin Men",
            "Mingyu Xu",
            "Bingning Wang",
            "Qingyu Zhang",
            "Hongyu Lin",
            "Xianpei Han",
            "Weipeng Chen",
        ),
        2024,
        "2405.14591",
    ),
    Paper(
        "PM",
        "Rotary Positional Embeddings as Phase Modulation: Theoretical Bounds on the RoPE Base for"
        " Long-Context Transformers",
        ("Feilong Liu",),
        2026,
        "2602.10959",
        RECONSTRUCTED,
    ),
    Paper(
        "PI",
        "Extending Context Window of Large Language Models via Positional Interpolation",
        ("Shouyuan Chen", "Sherman Wong", "Liangjian Chen", "Yuandong Tian"),
        2023,
        "2306.15595",
    ),
    Paper(
        "YN",
        "YaRN: Efficient Context Window Extension of Large Language Models",
        ("Bowen Peng", "Jeffrey Quesnelle", "Honglu Fan", "Enrico Shippole"),
        2023,
        "2309.00071",
    ),
    Paper(
        "SL",
        "Scaling Laws of RoPE-based Extrapolation",
        ("Xiaoran Liu", "Hang Yan", "Shuo Zhang", "Chenxin An", "Xipeng Qiu", "Dahua Lin"),
        2023,
        "2310.05209",
    ),
    Paper(
        "SU",
        "A blog post on the choice of RoPE's base (in Chinese)",
        ("Jianlin Su",),
        2024,
        page="https://kexue.fm/archives/10122",
    ),
    Paper(
        "FB",
        "Frequency Bands in RoPE: Base Frequency and Context Length Shape the"
        " Interpolation-Extrapolation Trade-off",
        ("Yui Oka", "Itsumi Saito", "Kyosuke Nishida", "Kuniko Saito"),
        2026,
        text=RECONSTRUCTED,
        page="https://openreview.net/forum?id=PR1PPxvG9Q",
    ),
    Paper(
        "DU",
        "RoPE Distinguishes Neither Positions Nor Tokens in Long Contexts, Provably",
        (
            "Yufeng Du",
            "Phillip Harris",
            "Minyang Tian",
            "Eliu A. Huerta",
            "Srikanth Ronanki",
            "Subendhu Rongali",
            "Aram Galstyan",
            "Hao Peng",
        ),
        2026,
        "2605.15514",
        RECONSTRUCTED,
    ),
    Paper(
        "TP",
        "Positional Encoding via Token-Aware Phase Attention",
        ("Yu Wang", "Sheng Shen", "Rémi Munos", "Hongyuan Zhan", "Yuandong Tian"),
        2025,
        "2509.12635",
    ),
    Paper(
        "AT",
        "Why Do Accumulated Transformations Extrapolate?",
        ("Mahesh Godavarti",),
        2026,
        "2606.24975",
        RECONSTRUCTED,
    ),
    Paper("suite", "This project's own laws and constructions", text=""),
)
PAPERS: Mapping[str, Paper] = {paper.id: paper for paper in _ALL}
"""By id, in the order in which pages show them: the two papers, other papers, our own."""
BROUGHT: dict[str, Paper] = {}
"""Papers of other packages, by id: the registry adds them as it loads a package."""
MAIN = ("A", "B")
"""The two papers whose every statement is settled."""
