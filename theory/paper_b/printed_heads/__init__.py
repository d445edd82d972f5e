"""The heads that the paper prints: Index and Retrieval, their gaps and discrepancies."""
