import path from "node:path";
import { formatCount } from "#contract/text.ts";
import { CommandRefused, type CommandResult } from "#platform/operator/command.ts";
import type { RowError } from "./read-order-list.ts";

/** A list of orders that a command is given. */
export interface OrderList {
  file: string;
  /** Do the others where some rows cannot be done. */
  skipFaulty: boolean;
  /** The owner has said yes. */
  isConfirmed: boolean;
}

/** Does one row after the other; what is refused meanwhile is added to the errors. Returns the orders that were done. */
export async function runForEachRow<Row extends { row: number; orderId: string }>(
  rows: readonly Row[],
  errors: RowError[],
  run: (row: Row) => Promise<unknown>,
  reportDone: (done: number, of: number) => void,
): Promise<string[]> {
  const done: string[] = [];
  for (const each of rows) {
    reportDone(done.length, rows.length);
    try {
      await run(each);
      done.push(each.orderId);
    } catch (cause) {
      // Its customer was quicker, a moment ago.
      if (!(cause instanceof CommandRefused)) throw cause;
      errors.push({ row: each.row, orderId: each.orderId, why: cause.message });
    }
  }
  return done;
}

/** Why nothing of a list is done, each row in a line of its own. */
export const createListError = (
  file: string,
  errors: readonly RowError[],
  { undone, canSkip, others }: { undone: string; canSkip: boolean; others: string },
): CommandRefused =>
  new CommandRefused(
    [
      `${undone}: ${formatCount(errors.length, "row")} of ${path.basename(file)} cannot be.`,
      ...errors.map(({ row, why }) => (row > 0 ? `row ${row}: ${why}` : why)),
      ...(canSkip ? [`Correct them, or ${others}: --skip-faulty`] : []),
    ].join("\n"),
  );

/** What came of a list: the rows that were left out as a table, the numbers in a sentence. */
export const describeListResult = (
  { message, notDone, errors }: { message: readonly string[]; notDone: string; errors: readonly RowError[] },
  data: object,
): CommandResult => ({
  ...(errors.length > 0 && {
    columns: ["Row", "Order", notDone],
    rows: errors.map(({ row, orderId, why }) => [row, orderId, why]),
    attention: true as const,
  }),
  message: [...message, errors.length > 0 ? `${formatCount(errors.length, "row")} not done.` : ""]
    .filter(Boolean)
    .join(" "),
  data: { ...data, errors },
});
