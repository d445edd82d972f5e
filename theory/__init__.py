"""What is claimed about attention heads, and why it holds or fails. No torch in this room."""
