import { and, asc, desc, eq, sql } from "drizzle-orm";
import { formatRupeesGrouped } from "#contract/money.ts";
import { parseCount } from "#contract/number.ts";
import { pickFields } from "#contract/read.ts";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/database/database.ts";
import { contains, isAnyOf } from "#platform/database/statement.ts";
import { type CommandInput, defineCommand } from "#platform/operator/command.ts";
import { defineLimit, describeRows, refuseOthers } from "#platform/operator/command-values.ts";
import { calculateAvailable, listScarceProducts, readStockLevels } from "#shop/inventory/server/index.ts";
import { getPlainHref, isAbsoluteAddress } from "#shop/media/pictures.ts";
import { findPictures, toPictureRef } from "#shop/media/server/index.ts";
import { productList } from "../../command-results.ts";
import { NEEDED_TO_SHOW } from "../owner-folder/product-file.ts";
import { refreshSnapshot } from "../snapshot/snapshot.ts";
import { product } from "../tables.ts";
import { findProductSummary } from "./find-products.ts";
import { calculateShownPrice, listMissing } from "./without-hsn.ts";

const limit = defineLimit(200);

export const listProductsCommand = defineCommand({
  ...productList,
  reads: true,
  summary: "Lists the products in the shop.",
  args: [],
  options: {
    limited: { summary: "only products with a stock count, not those made to order", flag: true },
    low: { summary: "only products of which few pieces, but at least one, can be ordered", flag: true },
    "sold-out": { summary: "only products with a stock count of which no piece can be ordered", flag: true },
    hidden: { summary: "only hidden products, with the reason", flag: true },
    all: { summary: "also hidden products, but not those that an import has removed", flag: true },
    search: { summary: "only products with these words in the id, title or your own code" },
    category: { summary: "only products of this category", kind: "category" },
    material: { summary: "only products of this wood", kind: "material" },
    products: { summary: "only these products, hidden or not", kind: "product", many: true },
    sort: { summary: "the order, by default newest", choices: ["newest", "title", "price", "stock"] },
    skip: { summary: "leave out the first products of the list, e.g. 50 of them", kind: "number" },
    limit: limit.option,
  },
  examples: [
    "products list --limited --sort stock",
    "products list --search tray",
    'products list --category Tableware --material "Teak wood"',
  ],
  async run(context, input) {
    const { options } = input;
    if (options["products"] !== undefined) refuseOthers(input, "products", ["limit"]);
    const maxRows = limit.parse(options["limit"]);
    const ids = options["products"]?.split("\n") ?? (await findIds(context, options, maxRows));
    const rows = await readRows(context, ids.slice(0, maxRows));
    return {
      columns: ["id", "title", "price", "left", "in the shop", "HSN"],
      rows: rows.map((row) => [
        row.id,
        row.title,
        formatRupeesGrouped(row.price),
        calculateAvailable(row) ?? "made to order",
        row.hidden ? (row.listed ? "no, hidden" : "no, removed") : "yes",
        row.hsn ?? "",
      ]),
      message: describeRows(rows.length === 0 ? 0 : ids.length, maxRows, "No products match."),
      data: rows,
    };
  },
});

/** Returns the matching ids. If more than `most` products match, returns more than `most` ids. */
async function findIds(
  { db, config }: Context,
  { hidden, all, search = "", category, material, sort, skip = "0", ...filters }: CommandInput["options"],
  most: number,
): Promise<string[]> {
  const { id, title, price, seo, createdAt, materials } = product;
  const searched = sql`concat_ws(' ', ${id}, ${title}, ${seo} ->> 'sku')`;
  const words = search.split(/\s+/).map((word) => contains(searched, word));
  const query = db
    .select({ id })
    .from(product)
    .where(
      and(
        all === undefined ? eq(product.hidden, hidden !== undefined) : eq(product.inOwnerList, true),
        category === undefined ? undefined : eq(product.category, category),
        material === undefined ? undefined : sql`${materials} @> ${JSON.stringify([material])}::jsonb`,
        ...words,
      ),
    )
    .orderBy(sort === "title" ? sql`lower(${title})` : sort === "price" ? asc(price) : desc(createdAt), id);
  const from = parseCount(skip) ?? 0;
  const { limited, low, "sold-out": soldOut } = filters;
  if (sort !== "stock" && [limited, low, soldOut].every((filter) => filter === undefined))
    return (await query.limit(most + 1).offset(from)).map((row) => row.id);
  const ids = (await query).map((row) => row.id);
  const levels = await readStockLevels(db, ids);
  const getLeft = (productId: string) =>
    calculateAvailable(levels.get(productId) ?? { onHand: null, reserved: 0 }) ?? Infinity;
  const matching = ids.filter((productId) => {
    const left = getLeft(productId);
    if (soldOut !== undefined) return left === 0 && levels.get(productId)?.backorder === false;
    return low === undefined ? limited === undefined || left < Infinity : isLow(left, config);
  });
  if (sort === "stock") matching.sort((first, other) => getLeft(first) - getLeft(other));
  return matching.slice(from);
}

const isLow = (left: number, { lowStock }: Context["config"]): boolean => left > 0 && left <= lowStock;

const shownColumns = [
  ...(["id", "title", "price", "originalPrice", "hsn"] as const),
  ...(["leadDays", "revision", "hidden", "category"] as const),
];

const readColumns = [...shownColumns, ...NEEDED_TO_SHOW, "inOwnerList"] as const;

/** Returns the rows of the list. `base` identifies the last stock count. */
export async function readRows(context: Context, ids: readonly string[]) {
  const { db, config } = context;
  await refreshSnapshot(context);
  const levels = await readStockLevels(db, ids);
  const rows = await db
    .select(pickFields(product, readColumns))
    .from(product)
    .where(isAnyOf(product.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const firstNames = rows.map(({ images }) => images[0]?.name ?? "");
  const findHref = await findHrefs(db, firstNames);
  return ids.flatMap((productId) => {
    const stored = byId.get(productId);
    if (!stored) return [];
    const { onHand = null, reserved = 0, base = null, backorder = false } = levels.get(productId) ?? {};
    return {
      ...pickFields(stored, shownColumns),
      inclusivePrice: calculateShownPrice(context, stored),
      onHand,
      backorder,
      reserved,
      base,
      low: isLow(calculateAvailable({ onHand, reserved }) ?? Infinity, config),
      listed: stored.inOwnerList,
      missing: listMissing({ ...stored, price: stored.price || !stored.hidden ? stored.price : null }),
      picture: findHref(stored.images[0]?.name),
    };
  });
}

/** Returns a function that finds the URL of a stored picture by its name, and returns a name that is already a URL. */
export async function findHrefs(db: Db, names: readonly string[]) {
  const toPath = (name: string) => `products/${name}`;
  const pictures = await findPictures(db, names.map(toPath));
  return (name = ""): string | null => {
    const picture = pictures.get(toPath(name));
    return picture ? getPlainHref(toPictureRef(picture)) : isAbsoluteAddress(name) ? name : null;
  };
}

export async function listLowStock(context: Context) {
  const scarce = await listScarceProducts(context.db, context.config.lowStock);
  return scarce.flatMap(({ productId, left }) => {
    const title = findProductSummary(context, productId)?.title;
    return title === undefined ? [] : [{ productId, title, left }];
  });
}
