"""How trained heads do it: frequencies, geometry, flow, interventions."""
