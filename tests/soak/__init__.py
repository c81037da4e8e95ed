"""What the table outlives: `make soak` tries it long, the tests beside it try each a little."""
