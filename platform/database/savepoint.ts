import type { Tx } from "./transact.ts";

/** Undoes what `work` wrote when it throws, and throws that; the rest of the transaction stays. */
export async function runInSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.$client.query("savepoint inner_work");
  try {
    const result = await work();
    await tx.$client.query("release savepoint inner_work");
    return result;
  } catch (error) {
    await tx.$client.query("rollback to savepoint inner_work");
    throw error;
  }
}
