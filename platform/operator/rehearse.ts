import type { Context } from "../context.ts";
import { runInSavepoint, transactOnce, type Db, type Tx } from "../database/transact.ts";

/**
 * Does the work for real, in a transaction that is rolled back: its rules, refusals and figures are those of the deed. It
 * must touch nothing but the database through this context. What it publishes is rolled back too.
 */
export async function rehearse<T>(context: Context, work: (rehearsal: Context) => Promise<T>): Promise<T> {
  const undo = new Error("A rehearsal is rolled back.");
  let answer: { is: T } | undefined;
  try {
    await transactOnce(context.db, async (tx) => {
      answer = { is: await work(toRehearsal(context, tx)) };
      throw undo;
    });
  } catch (cause) {
    if (cause !== undo) throw cause;
  }
  if (!answer) throw new Error("A rehearsal ended without its answer.");
  return answer.is;
}

/** Reads and writes of the work all go through the one transaction; one that is refused and caught leaves it whole. */
const toRehearsal = (context: Context, tx: Tx): Context => ({
  ...context,
  db: tx as unknown as Db,
  transact: (work) => runInSavepoint(tx, () => work(tx)),
  atOneMoment: () => Promise.reject(new Error("A rehearsal reads through its own transaction.")),
  isRehearsal: true,
});
