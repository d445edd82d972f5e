"""What of long inputs costs accuracy: one cause at a time taken away from the target window."""
