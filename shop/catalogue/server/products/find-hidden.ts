import { and, desc, eq, gt, lt, or } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { readStockLevels } from "#shop/inventory/server/index.ts";
import { product } from "../tables.ts";
import { isSearched, type StoredProductQuery } from "./stored-product-query.ts";

const READ_AT_ONCE = 500;

/** The products that are not in the shop, from the database, part by part: the first ones, and more than are wanted. */
export async function findHidden(
  context: Context,
  { limited, search, most }: StoredProductQuery,
): Promise<string[]> {
  const found: string[] = [];
  for (let last: HiddenProduct | undefined; ;) {
    const rows = await readHidden(context, last);
    const isCounted = limited ? await findCounted(context, rows) : () => true;
    found.push(...rows.filter((row) => isSearched(row, search) && isCounted(row)).map(({ id }) => id));
    last = rows.at(-1);
    if (found.length > most || rows.length < READ_AT_ONCE) return found;
  }
}

interface HiddenProduct {
  id: string;
  title: string;
  createdAt: Date;
}

function readHidden({ db }: Context, last: HiddenProduct | undefined): Promise<HiddenProduct[]> {
  const { id, title, createdAt } = product;
  const isAfter =
    last && or(lt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), gt(id, last.id)));
  return db
    .select({ id, title, createdAt })
    .from(product)
    .where(and(eq(product.hidden, true), isAfter))
    .orderBy(desc(createdAt), id)
    .limit(READ_AT_ONCE);
}

async function findCounted({ db }: Context, rows: readonly HiddenProduct[]) {
  const ids = rows.map(({ id }) => id);
  const levels = await readStockLevels(db, ids);
  return ({ id }: HiddenProduct): boolean => (levels.get(id)?.onHand ?? null) !== null;
}
