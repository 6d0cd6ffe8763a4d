import { getSqlState } from "./sql-state.ts";

/** What every statement gets that comes after a failed one in its transaction. */
const IN_FAILED_TRANSACTION = "25P02";

/**
 * Waits for statements of one transaction that were sent together, all of them, so that none is under way any more when
 * the transaction ends. Throws what the one that failed by itself has met, and not what followed from it.
 */
export async function sendTogether<const Sent extends readonly unknown[]>(
  sent: Sent,
): Promise<{ -readonly [Index in keyof Sent]: Awaited<Sent[Index]> }> {
  const results = await Promise.allSettled(sent);
  const failures = results
    .filter((result) => result.status === "rejected")
    .map(({ reason }) => reason as unknown);
  if (failures.length > 0)
    throw failures.find((reason) => getSqlState(reason) !== IN_FAILED_TRANSACTION) ?? failures[0];
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as {
    -readonly [Index in keyof Sent]: Awaited<Sent[Index]>;
  };
}
