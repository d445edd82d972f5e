"""The commands of ``rope-claims`` about claims: list, show, check, errata, site, pin."""
