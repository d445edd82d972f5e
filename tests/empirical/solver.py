"""An independent, slow reading of both tasks, from the worked examples alone: follow the hops."""


def follow_number(words: list[str]) -> tuple[str, int]:
    """The answer and the number of hops: a number says how many places to step back."""
    place, hops = len(words) - 1, 0
    while words[place].isdigit():
        place -= int(words[place])
        hops += 1
        if place < 0:
            raise ValueError("a number points before the first token")
    return words[place], hops


def follow_letter(words: list[str]) -> tuple[str, int]:
    """The answer and the number of hops: a right half is looked up among earlier left halves."""
    place, hops = len(words) - 1, 0
    while words[place][1].isalpha():
        hits = [i for i, word in enumerate(words) if word[0] == words[place][1]]
        if len(hits) != 1 or hits[0] >= place:
            raise ValueError(f"{words[place]} is followed by {len(hits)} tokens, not one earlier")
        place = hits[0]
        hops += 1
    return words[place], hops


FOLLOW = {"number": follow_number, "letter": follow_letter}
