"""What the table outlives: `make soak` tries it long, the tests beside it try each a little."""

NOT_TESTED = 77
"""The exit status of a part that can't be tried here."""
