"""Silver & Gold Pyramids: shapes are marked in pyramids, from the entrance to the tomb."""

from rules.silver_gold_pyramids.game import SilverGoldPyramids
from rules.silver_gold_pyramids.options import Options, Profile

__all__ = ["Options", "Profile", "SilverGoldPyramids"]
