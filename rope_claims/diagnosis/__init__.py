"""Is the RoPE that runs the RoPE that the configuration says? ``doctor.doctor`` answers.

``written`` reads the configuration's text and computes its angles, ``measured`` takes the angles
from the keys of a forward pass, ``faults`` names a difference, ``command`` is the command line.
"""
