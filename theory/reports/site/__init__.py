"""The site: every claim on a page, with a second checker that runs in its browser.

``content`` gathers what the pages show, ``graph`` places the claims, ``pages`` renders both with
the templates. ``checker`` is the second implementation, in JavaScript; it shares no code with ours.
"""
