import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { setExcluded } from "#platform/database/statement.ts";
import { product } from "../tables.ts";

type Columns = Partial<Record<keyof typeof product.$inferInsert, SQL>>;

/** The list's value where the list says something else than last time, else the one in the shop. */
const unlessChangedByHand = (column: PgColumn, ...imported: PgColumn[]): SQL => {
  const differs = imported.map((one) => sql`${one} is distinct from ${sql.raw(`excluded."${one.name}"`)}`);
  return sql`case when ${sql.join(differs, sql` or `)} then ${sql.raw(`excluded."${column.name}"`)} else ${column} end`;
};

const priceSigns = [product.importedPrice, product.importedOriginalPrice, product.importedDiscount];

export const productFromList = {
  ...setExcluded(getTableColumns(product), ["id", "hidden", "hiddenByHand"]),
  inOwnerList: sql`true`,
  collection: unlessChangedByHand(product.collection, product.importedCollection),
  price: unlessChangedByHand(product.price, ...priceSigns),
  originalPrice: unlessChangedByHand(product.originalPrice, ...priceSigns),
  discount: unlessChangedByHand(product.discount, ...priceSigns),
} satisfies Columns;
