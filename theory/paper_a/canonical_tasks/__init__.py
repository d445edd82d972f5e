"""The canonical tasks: what a head can and cannot do, and with which angles."""
