"""Pairamid: two colours for each player, two scarabs, and dice that anyone may place."""

from rules.pairamid.game import Pairamid

__all__ = ["Pairamid"]
