"""The claims about the number and the letter task, in the order of paper B."""
