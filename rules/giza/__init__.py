"""Giza: three pyramids and a sphinx on each site, and everyone may build, or spoil, on all of them."""

from rules.giza.game import Giza

__all__ = ["Giza"]
