"""The table itself: session, log, clock, parts and command line."""
