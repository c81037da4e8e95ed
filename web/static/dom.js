// Elements from plain descriptions, patched into the page in place: what has focus stays where it is.

import { keepFocus, placeOf } from "./focus.js";

const SVG = "http://www.w3.org/2000/svg";
const KEY = Symbol("key"), PROPS = Symbol("props");
const AS_PROPERTY = new Set(["checked", "disabled", "open", "selected", "indeterminate"]);

/** Describes an element: h("button.act", { onclick }, "text", h("b", "more")). */
export function h(what, ...rest) {
  const props = isProps(rest[0]) ? rest.shift() : {};
  const [tag, ...classes] = what.split(".");
  const names = [...classes, props.class].filter(Boolean).join(" ");
  return { tag, key: props.key, props: names ? { ...props, class: names } : props, kids: flat(rest) };
}

function isProps(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !value.tag;
}

function flat(kids, out = []) {
  for (const kid of kids) {
    if (Array.isArray(kid)) flat(kid, out);
    else if (kid !== null && kid !== undefined && kid !== false && kid !== "") out.push(kid.tag ? kid : String(kid));
  }
  return out;
}

/** Makes the children of an element what the descriptions say, keeping every node that still fits. */
export function patch(parent, ...kids) {
  const focused = document.activeElement, place = placeOf(focused);
  patchKids(parent, flat(kids));
  if (place) keepFocus(focused, place);
}

function patchKids(parent, wanted) {
  const old = [...parent.childNodes];
  const keyed = new Map(old.filter((n) => n[KEY] !== undefined).map((n) => [n[KEY], n]));
  const plain = old.filter((n) => n[KEY] === undefined);
  const nodes = wanted.map((kid) => fitting(kid, keyed, plain));
  const kept = new Set(nodes);
  for (const node of old) if (!kept.has(node)) node.remove();
  let at = parent.firstChild;
  wanted.forEach((kid, i) => {
    const node = nodes[i] ?? made(kid, parent);
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
    if (kid.tag) refresh(node, kid);
    else if (node.data !== kid) node.data = kid;
  });
}

function fitting(kid, keyed, plain) {
  if (kid.key !== undefined) {
    const node = keyed.get(kid.key);
    keyed.delete(kid.key);
    return node?.localName === kid.tag ? node : null;
  }
  const i = plain.findIndex((n) => (kid.tag ? n.localName === kid.tag : n.nodeType === Node.TEXT_NODE));
  return i < 0 ? null : plain.splice(0, i + 1).at(-1);
}

function made(kid, parent) {
  if (!kid.tag) return document.createTextNode(kid);
  const space = kid.tag === "svg" ? SVG : parent.namespaceURI;
  const node = document.createElementNS(space, kid.tag);
  if (kid.key !== undefined) node[KEY] = kid.key;
  return node;
}

function refresh(node, { props, kids }) {
  const before = node[PROPS] ?? {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(props)])) {
    if (before[name] !== props[name]) set(node, name, props[name], before[name]);
  }
  node[PROPS] = props;
  if (!props.owns) patchKids(node, kids);
  props.hook?.(node);
}

function set(node, name, value, before) {
  if (name === "key" || name === "hook" || name === "owns") return;
  if (name.startsWith("on")) node[name] = value ?? null;
  else if (name === "style") restyle(node, value ?? {}, before ?? {});
  else if (name === "value") {
    if (node !== document.activeElement) node.value = value ?? "";
  } else if (AS_PROPERTY.has(name)) node[name] = Boolean(value);
  else if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

function restyle(node, value, before) {
  for (const name of Object.keys(before)) if (!(name in value)) node.style.removeProperty(name);
  for (const [name, to] of Object.entries(value)) node.style.setProperty(name, to);
}
