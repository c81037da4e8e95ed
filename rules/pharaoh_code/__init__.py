"""Pharaoh Code: dice, formulas and a race for tiles."""

from rules.pharaoh_code.game import PharaohCode

__all__ = ["PharaohCode"]
