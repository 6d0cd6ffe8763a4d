import * as v from "valibot";
import { desc, eq } from "drizzle-orm";
import { formatRupeesGrouped } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { defineCommand } from "#platform/operator/command.ts";
import { defineLimit, describeRows } from "#platform/operator/command-values.ts";
import { calculateAvailable, readStockLevels } from "#shop/inventory/server/index.ts";
import { lowStockList, productList } from "../../command-results.ts";
import { DEFAULT_SORTING } from "../../sorting.ts";
import { refreshSnapshot, getSnapshot } from "../snapshot/snapshot.ts";
import { product } from "../tables.ts";
import { findProducts } from "./find-products.ts";
import { formatLowStock } from "./low-stock.ts";

const limit = defineLimit(200);

export const listProductsCommand = defineCommand({
  ...productList,
  data: v.union([productList.data, lowStockList.data]),
  reads: true,
  summary: "Lists the products in the shop, newest first.",
  args: [],
  options: {
    low: {
      summary: "only products that are sold out or low in stock (LOW_STOCK), the lowest first",
      flag: true,
    },
    limited: { summary: "only products with a stock count, not those made to order", flag: true },
    hidden: { summary: "only hidden products, with the reason", flag: true },
    search: { summary: "only products with this text in the id or title" },
    products: { summary: "only these products, hidden or not", kind: "product", many: true },
    limit: limit.option,
  },
  examples: [
    "products list",
    "products list --limited",
    "products list --low",
    "products list --hidden",
    "products list --search tray",
  ],
  async run(context, { options }) {
    if (options["low"] !== undefined) return formatLowStock(context);
    const maxRows = limit.parse(options["limit"]);
    const { rows, count } = await findStoredProducts(context, {
      named: options["products"]?.split("\n"),
      hidden: options["hidden"] !== undefined,
      limited: options["limited"] !== undefined,
      search: options["search"] ?? "",
      most: maxRows,
    });
    return {
      columns: ["id", "title", "price", "left", "in the shop", "HSN"],
      rows: rows.map((row) => [
        row.id,
        row.title,
        formatRupeesGrouped(row.price),
        calculateAvailable(row) ?? "made to order",
        row.hidden ? (row.listed ? "no, hidden" : "no, not in the list") : "yes",
        row.hsn ?? "",
      ]),
      message: describeRows(rows.length === 0 ? 0 : count, maxRows, "No products match."),
      data: rows,
    };
  },
});

/** Returns products, newest first. If `count` exceeds `query.most`, there are more. */
async function findStoredProducts(context: Context, query: StoredProductQuery) {
  const ids =
    query.named ?? (query.hidden ? await findHidden(context, query) : await findVisible(context, query));
  return { rows: await readRows(context, ids.slice(0, query.most)), count: ids.length };
}

/** Returns at most `most` + 1 ids. The extra id shows the caller that there are more products. */
async function findVisible(
  context: Context,
  { limited, search, most }: StoredProductQuery,
): Promise<string[]> {
  await refreshSnapshot(context);
  const ids: string[] = [];
  for (const { _id: id, title, stock } of getSnapshot(context).products.listBy(DEFAULT_SORTING)) {
    if ((limited && stock === undefined) || !isSearched({ id, title }, search)) continue;
    if (ids.push(id) > most) break;
  }
  return ids;
}

/** `base` identifies the last stock count. `picture` is null for a hidden product. */
async function readRows(context: Context, ids: readonly string[]) {
  const { db } = context;
  const products = await findProducts(context, ids);
  const levels = await readStockLevels(db, ids);
  const rows = await db
    .select({
      id: product.id,
      title: product.title,
      price: product.price,
      originalPrice: product.originalPrice,
      discount: product.discount,
      collection: product.collection,
      hsn: product.hsn,
      revision: product.revision,
      hidden: product.hidden,
      inOwnerList: product.inOwnerList,
    })
    .from(product)
    .where(isAnyOf(product.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const product = byId.get(id);
    if (!product) return [];
    const { hidden, inOwnerList, ...row } = product;
    const { onHand = null, reserved = 0, base = null } = levels.get(id) ?? {};
    const picture = products.get(id)?.images[0]?.url ?? null;
    return { ...row, onHand, reserved, base, hidden, listed: inOwnerList, picture };
  });
}

async function findHidden({ db }: Context, { limited, search }: StoredProductQuery): Promise<string[]> {
  const { id, title, createdAt } = product;
  const rows = await db
    .select({ id, title })
    .from(product)
    .where(eq(product.hidden, true))
    .orderBy(desc(createdAt), id);
  const ids = rows.filter((row) => isSearched(row, search)).map((row) => row.id);
  if (!limited) return ids;
  const levels = await readStockLevels(db, ids);
  return ids.filter((productId) => (levels.get(productId)?.onHand ?? null) !== null);
}

interface StoredProductQuery {
  named: readonly string[] | undefined;
  hidden: boolean;
  limited: boolean;
  search: string;
  most: number;
}

const isSearched = ({ id, title }: { id: string; title: string }, search: string): boolean =>
  search === "" || `${id} ${title}`.toLowerCase().includes(search.toLowerCase());
