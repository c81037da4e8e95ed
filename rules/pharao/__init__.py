"""Pharao: one own and one enemy piece a turn, on three rows of ten squares."""

from rules.pharao.game import Pharao

__all__ = ["Pharao"]
