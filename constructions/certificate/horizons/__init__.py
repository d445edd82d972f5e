"""How far each printed head provably works, and how its smallest β grows."""
