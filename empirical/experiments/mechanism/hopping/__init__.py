"""How heads behave at the queries of every hop, not at the last token alone."""
