// How the table is on the network, for who leads. It is switched at the table only: here it would cut off all phones.

import { h } from "./dom.js";
import { labelled, t } from "./texts.js";

export function network({ network: { link, wifi, own, obstacle } }) {
  return h("div.stack",
    own || wifi
      ? h("p.note", labelled(t(own ? "network.own" : "network.wifi"), ""), h("bdi", own?.name ?? wifi))
      : h("p.note", t(`network.${link}`)),
    own && h("p", labelled(t("network.password"), ""), h("b.url", own.password)),
    h("p.soft", t(own ? "network.close" : obstacle ? "network.impossible" : "network.switch")));
}
