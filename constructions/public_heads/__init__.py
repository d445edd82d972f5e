"""What the first-layer heads of a public model do on every input, certified from its weights."""
