"""What paper B prints beside its statements: pseudocode, the steps of its proofs, remarks."""
