import { readdir } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { counted } from "#contract/text.ts";
import type { Concern } from "#platform/concern.ts";
import type { Context } from "#platform/context.ts";
import { standsByItself } from "../pictures.ts";
import { discountDisagrees, reductionPercent } from "../product.ts";
import { auditStock } from "./audit-stock.ts";
import { checkCatalogue } from "./import-catalogue.ts";
import { CatalogueFaults, type Fault } from "./owner-file.ts";
import { snapshotOf } from "./snapshot.ts";
import { product } from "./tables.ts";

/** What the owner must see to among the goods: their files, the shelves and the stock's ledger. */
export const catalogueConcerns = async (context: Context): Promise<Concern[]> => [
  ...(await folderConcerns(context)),
  ...(await shelfConcerns(context)),
  ...tileConcerns(context),
  ...(await auditStock(context.db)).map(({ productId, orderKey, words }) => ({
    about: productId,
    what: orderKey ? `stock of order ${orderKey}: ${words}` : `stock: ${words}`,
    remedy: "stock audit",
  })),
];

async function folderConcerns(context: Context): Promise<Concern[]> {
  try {
    const remarks = await checkCatalogue(context, context.config.catalogueDir);
    // Of the prices those in the shop count, see below.
    return remarks.filter(({ field }) => field !== "discount").map(asConcern);
  } catch (cause) {
    if (!(cause instanceof CatalogueFaults)) throw cause;
    const what = `${counted(cause.faults.length, "fault")}: it cannot be imported as it stands`;
    return [{ about: "catalogue folder", what, remedy: "products check" }];
  }
}

const asConcern = ({ file, where, field, message }: Fault): Concern => ({
  about: [file, where, field].filter(Boolean).join(", "),
  what: message,
  remedy: "Write your own, then: products import",
});

async function shelfConcerns(context: Context): Promise<Concern[]> {
  const { id, price, originalPrice, discount, collection, images } = product;
  const rows = await context.db
    .select({ id, price, originalPrice, discount, collection, images })
    .from(product)
    .where(eq(product.hidden, false))
    .orderBy(id);
  const there = new Set(await readdir(path.join(context.config.catalogueDir, "products")).catch(() => []));
  const menu = new Set(snapshotOf(context).window.collections.map(({ name }) => name));
  return rows.flatMap((row) => [...oddities(row, there, menu)]);
}

type Row = Pick<
  typeof product.$inferSelect,
  "id" | "price" | "originalPrice" | "discount" | "collection" | "images"
>;

function* oddities(row: Row, there: ReadonlySet<string>, menu: ReadonlySet<string>): Generator<Concern> {
  const about = row.id;
  if (discountDisagrees(row.discount, row.price, row.originalPrice)) {
    const real = Math.round(reductionPercent(row.price, row.originalPrice) * 10) / 10;
    const what = `the badge says ${row.discount} %, but the two prices make it ${real} %`;
    yield { about, what, remedy: `products set-price ${row.id} … --was …` };
  }
  for (const { name } of row.images) {
    if (standsByItself(name) || there.has(name)) continue;
    yield {
      about,
      what: `its picture ${name} is gone`,
      remedy: "Put it back into products/ of your catalogue",
    };
  }
  if (row.collection !== null && !menu.has(row.collection)) {
    const what = `its collection "${row.collection}" is not in the menu`;
    yield { about, what, remedy: `collections add "${row.collection}"` };
  }
}

const tileConcerns = (context: Context): Concern[] =>
  snapshotOf(context)
    .window.hotProducts.filter(({ productId }) => productId === null)
    .map(({ tile, subcategory }) => ({
      about: `/product-${tile}`,
      what: `has no product of the shop and opens the listing ${subcategory}`,
      remedy: `hot-products set ${tile} …`,
    }));
