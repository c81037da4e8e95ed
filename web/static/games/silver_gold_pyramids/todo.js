// What a seat has still to do with the card shown.

const dueRound = ({ round, card, cards }) => (card === cards ? round : round - 1);

/** Gives the first and the last round after which a seat's sheet may be read off now. */
export const roundsToRead = (view, seat) => [Math.max(1, view.seats[seat].read), Math.max(1, dueRound(view))];

/** Says whether a seat's sheet is to be read off now. */
export const isToRead = ({ view }, seat) => view.said === "round" && view.phase === "marking" && dueRound(view) > view.seats[seat].read;

/** Gives what a seat may mark, oldest first. */
export const tasksOf = ({ to_mark: tasks = [] }) => tasks.filter(({ spots }) => spots.length > 0);

/** Says whether a seat has something to do now, as far as the table knows. */
export function hasToDo(view, seat) {
  const mine = view.seats[seat];
  if (view.phase === "keeping") return mine.hand.length > 0;
  if (view.way === "cards") return tasksOf(mine).length > 0 || mine.may_take;
  return isToRead({ view }, seat) || !(mine.is_ready || view.seats.some((each) => isToRead({ view }, each.seat)));
}
