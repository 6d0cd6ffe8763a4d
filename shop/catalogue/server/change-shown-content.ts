import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { changeByHand } from "./catalogue-version.ts";
import { refreshSnapshot } from "./snapshot/snapshot.ts";

/**
 * For what other features show beside the products: a change that begins the next revision, so that every process drops
 * its cached pages, this one before the call returns. @throws what `change` throws; then nothing was changed
 */
export async function changeShownContent(context: Context, change: (tx: Tx) => Promise<void>): Promise<void> {
  await changeByHand(context, async (tx) => ({ answer: await change(tx) }));
  await refreshSnapshot(context);
}
