"""A folder for each question: what is run, its records, its synthetic records and its claims."""
