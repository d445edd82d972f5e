"""What paper B prints next to its statements: pseudocode, the steps of its proofs, remarks."""
