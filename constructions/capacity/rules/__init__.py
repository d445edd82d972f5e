"""The witnesses against other papers' statements, and the standalone program that checks them."""
