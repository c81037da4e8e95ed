// Reads a formula while it is written with keys, as the table reads it: what can't be read is not sent.

const fault = (code, params, isBroken) => ({ code: `formula.${code}`, params, isBroken });
const isDie = (text) => /^\d/.test(text ?? "");

/** Says why the table could not read some pieces, as its own refusal; null where it can. A broken formula no further key mends. */
export function unreadable(pieces) {
  let before = null, wantsNumber = true, brackets = 0;
  for (const sign of pieces) {
    if (isDie(sign) || sign === "(" || sign === "√") {
      const isIndexed = sign === "√" && isDie(before);
      if (!wantsNumber && !isIndexed) return fault("missing_operator", { sign }, true);
      if (sign === "(") brackets += 1;
      wantsNumber = !isDie(sign);
    } else if (sign === ")") {
      if (brackets === 0) return fault("unbalanced_bracket", { sign }, true);
      if (wantsNumber) return fault("missing_operand", { sign }, true);
      brackets -= 1;
    } else {
      if (wantsNumber) return fault(sign === "−" ? "unary_minus" : "missing_operand", { sign }, true);
      wantsNumber = true;
    }
    before = sign;
  }
  if (before === null) return fault("empty", {}, false);
  if (wantsNumber) return fault("missing_operand", { sign: before }, false);
  return brackets > 0 ? fault("unbalanced_bracket", { sign: "(" }, false) : null;
}
