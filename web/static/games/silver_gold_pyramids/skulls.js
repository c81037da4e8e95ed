// Skulls go card by card, however late they are said: with each card those covered first, then its potions.

const SKULLS_A_POTION = 2;

/** Gives how many skulls a seat has with what is chosen for a card and not entered yet. */
export function skullsWith({ skulls_read: read, skulls_since: since }, moment, { skull = 0, potion = 0 }) {
  const steps = [...since, { ...moment, skulls: skull, potions: potion }].flatMap(({ round, card, skulls, potions }) => [[round, card, 0, skulls], [round, card, 1, -SKULLS_A_POTION * potions]]);
  steps.sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]);
  return steps.reduce((left, [, , , change]) => Math.max(0, left + change), read);
}
