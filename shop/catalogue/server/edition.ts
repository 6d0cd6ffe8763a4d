import { eq, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { catalogueEdition } from "./tables.ts";
import type { WindowFiles } from "./window-files.ts";

export type Edition = typeof catalogueEdition.$inferSelect;

/** Before the first import nothing is in the window. */
export const EMPTY_WINDOW: WindowFiles = {
  banners: [],
  tiles: [],
  hotProducts: [],
  offerCards: [],
  services: [],
  videos: [],
  story: [],
  collections: [],
};

/**
 * The edition in the shop, held until the transaction ends: whoever changes the catalogue comes here first, so that
 * imports and commands queue, whichever process they run in.
 */
export async function holdEdition(tx: Tx, now: Date): Promise<Edition> {
  await tx
    .insert(catalogueEdition)
    .values({ id: 1, revision: 0, fingerprint: "", shopWindow: EMPTY_WINDOW, importedAt: now })
    .onConflictDoNothing();
  const [edition] = await tx.select().from(catalogueEdition).for("update");
  if (!edition) throw new Error("The edition of the catalogue is gone.");
  return edition;
}

type Change = Partial<Pick<Edition, "fingerprint" | "shopWindow" | "listed" | "importedAt">>;

/** Begins the next revision: every process of the shop loads the catalogue again and takes down its kept pages. */
export async function nextEdition(tx: Tx, change: Change = {}): Promise<void> {
  await tx
    .update(catalogueEdition)
    .set({ ...change, revision: sql`${catalogueEdition.revision} + 1` })
    .where(eq(catalogueEdition.id, 1));
}

/** Changes the goods by hand, as one step after any other: `change` gets the window and may hand back a new one. */
export const changeByHand = <Answer>(
  context: Context,
  change: (tx: Tx, window: WindowFiles) => Promise<{ answer: Answer; window?: WindowFiles }>,
): Promise<Answer> =>
  context.transact(async (tx) => {
    const { shopWindow } = await holdEdition(tx, context.now());
    const { answer, window } = await change(tx, shopWindow);
    await nextEdition(tx, window && { shopWindow: window });
    return answer;
  });

/** For the other rooms: what they show beside the goods changes with the next revision. @throws what `change` throws */
export const changeGoods = (context: Context, change: (tx: Tx) => Promise<void>): Promise<void> =>
  changeByHand(context, async (tx) => ({ answer: await change(tx) }));
