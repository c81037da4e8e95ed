// What is ours, not printed on the copy: said wherever its values are shown.

import { h } from "../../dom.js";
import { labelled, listed, t } from "../../texts.js";

/** Names the stand-ins of this game, "" where all was read off the copy. */
export const houseValues = ({ game }) => listed(game.stand_ins.map((name) => t(`pairamid.stand_in.${name}`)));

export const oursLine = (seen) => houseValues(seen) && h("p.small.soft.pa-house", labelled(t("pairamid.ours"), houseValues(seen)));
