"""Where accuracy breaks as inputs grow: predicted, then measured."""
