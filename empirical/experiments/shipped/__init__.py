"""The claims that the two shipped models, or any other, are held to."""
