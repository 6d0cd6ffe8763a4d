import type { Context } from "../context.ts";
import { runInSavepoint, transact, type Db, type Tx } from "../database/transact.ts";

/** Runs `callback` in a transaction that is rolled back. `callback` may run several times; it must use `rehearsal`. */
export async function rehearse<T>(
  context: Context,
  callback: (rehearsal: Context) => Promise<T>,
): Promise<T> {
  const undo = new Error("A dry run is rolled back.");
  let result: { is: T } | undefined;
  try {
    await transact(context.db, async (tx) => {
      result = { is: await callback(toRehearsal(context, tx)) };
      throw undo;
    });
  } catch (cause) {
    if (cause !== undo) throw cause;
  }
  if (!result) throw new Error("The dry run ended without a result.");
  return result.is;
}

/** The returned context uses savepoints of `tx` as transactions, so that the callback can continue if one fails. */
const toRehearsal = (context: Context, tx: Tx): Context => ({
  ...context,
  db: tx as unknown as Db,
  transact: (callback) => runInSavepoint(tx, () => callback(tx)),
  atOneMoment: () => Promise.reject(new Error("A dry run may only read through its own transaction.")),
  isRehearsal: true,
});
