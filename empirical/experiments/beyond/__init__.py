"""A public model beyond its context: its loss with log-scaled logits and scaled frequencies."""
