"""Why heads fail on long inputs: what one head's lead is worth among many keys, and when a lag
beyond training turns back to the target's angle."""
