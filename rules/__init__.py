"""The rules of the games: values and functions, standard library only."""
