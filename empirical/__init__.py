"""What trained models do: data, models, training, scores, extrapolation, validation."""
