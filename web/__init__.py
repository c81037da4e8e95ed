"""The phone page and its API: a view, no rules in it."""
