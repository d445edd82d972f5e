"""The law of the break: why long inputs fail, stated as formulas, predicted, then measured."""
