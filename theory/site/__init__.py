"""The reading room: every claim on a page, with a second checker that runs in its browser.

``checker`` holds that second implementation, in JavaScript, which shares no code with ours.
"""
