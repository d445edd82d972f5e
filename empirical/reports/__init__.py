"""What ``validate`` writes: pages, figures, comparison, and the table of results."""
