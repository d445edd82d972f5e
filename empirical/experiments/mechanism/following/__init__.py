"""Where the looks of trained heads lead, followed by the steps of the task alone."""
