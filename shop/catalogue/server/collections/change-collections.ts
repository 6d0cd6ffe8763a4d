import { eq } from "drizzle-orm";
import { formatCount, isSameText } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import type { Collection } from "./collections.ts";
import { changeByHand } from "../catalogue-version.ts";
import { refreshSnapshot, getSnapshot } from "../snapshot/snapshot.ts";
import { DEFAULT_SORTING } from "../../sorting.ts";
import { product } from "../tables.ts";

interface BothMenus {
  before: readonly Collection[];
  after: readonly Collection[];
}

/** Changes the menu, and with it the products of a collection that has another name now, or none. */
export async function changeCollections(
  context: Context,
  of: (collections: readonly Collection[]) => Collection[],
  movedIn: (menus: BothMenus) => { from: string; to: string | null } | null = () => null,
) {
  await changeByHand(context, async (tx, { homeContent, nextRevision: revision }) => {
    const collections = of(homeContent.collections);
    const moved = movedIn({ before: homeContent.collections, after: collections });
    if (moved)
      await tx
        .update(product)
        .set({ collection: moved.to, revision })
        .where(eq(product.collection, moved.from));
    return { answer: null, homeContent: { ...homeContent, collections } };
  });
  return formatCollections(context);
}

export async function formatCollections(context: Context) {
  await refreshSnapshot(context);
  const { collections } = getSnapshot(context).homeContent;
  const counts = new Map<string, number>();
  for (const { kind } of getSnapshot(context).products.listBy(DEFAULT_SORTING))
    if (kind.collection) counts.set(kind.collection, (counts.get(kind.collection) ?? 0) + 1);
  const productsOf = ({ name }: Collection): number =>
    [...counts].filter(([one]) => isSameText(one, name)).reduce((sum, [, products]) => sum + products, 0);
  const rows = collections.map((one, index) => ({ place: index + 1, ...one, products: productsOf(one) }));
  return {
    columns: ["place", "name", "products", "description"],
    rows: rows.map(({ place, name, products, description }) => [place, name, products, description ?? ""]),
    message: `${formatCount(rows.length, "collection")} in the menu.`,
    data: rows,
  };
}
