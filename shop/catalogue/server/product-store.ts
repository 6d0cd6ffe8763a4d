import { getTableColumns, inArray, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { ReportProgress } from "#platform/command.ts";
import type { Tx } from "#platform/database.ts";
import type { KnownPicture } from "./measure-pictures.ts";
import { noteCount } from "./note-count.ts";
import type { ProductRow } from "./product-row.ts";
import { picture, product } from "./tables.ts";

export interface ImportCounts {
  added: number;
  changed: number;
  /** Gone from the list: out of the shop, still readable in old orders (D91). */
  hidden: number;
  unchanged: number;
}

const ROWS_AT_ONCE = 500;

/** Keeps what was measured, so that the next import need not look again. */
export async function writePictures(
  tx: Tx,
  pictures: readonly KnownPicture[],
  known: ReadonlyMap<string, KnownPicture>,
) {
  const fresh = pictures.filter((one) => known.get(one.path) !== one);
  for (const rows of chunks(fresh)) {
    await tx.insert(picture).values(rows).onConflictDoUpdate({ target: picture.path, set: pictureFromFile });
  }
}

/** What the shop knows of a product before an import. */
export type StoredProduct = Awaited<ReturnType<typeof readStoredProducts>>[number];

/** Everything an import compares with, those out of the shop too. */
export const readStoredProducts = (tx: Tx) =>
  tx
    .select({
      id: product.id,
      fingerprint: product.fingerprint,
      listed: product.listed,
      putAway: product.putAway,
      price: product.price,
      collection: product.collection,
      onHand: product.onHand,
      listedPrice: product.listedPrice,
      listedOriginalPrice: product.listedOriginalPrice,
      listedDiscount: product.listedDiscount,
      listedCollection: product.listedCollection,
      listedStock: product.listedStock,
    })
    .from(product);

/**
 * Adds and changes what differs from `before`, and takes out what is gone; prices, collections and stock that were
 * changed in the shop stay unless the list says something else than last time.
 */
export async function writeProducts(
  tx: Tx,
  rows: readonly ProductRow[],
  before: ReadonlyMap<string, StoredProduct>,
  { gone, onProgress }: { gone: readonly string[]; onProgress: ReportProgress },
): Promise<ImportCounts> {
  const unlike = rows.filter((row) => {
    const old = before.get(row.id);
    return !old?.listed || old.fingerprint !== row.fingerprint;
  });
  let done = 0;
  // In the order of their ids, as orders take them, so that the two never wait for each other in a circle.
  for (const some of chunks(unlike.toSorted((one, other) => (one.id < other.id ? -1 : 1)))) {
    await tx.insert(product).values(some).onConflictDoUpdate({ target: product.id, set: productFromList });
    const counted = some.filter(
      ({ id, listedStock = null }) => listedStock !== (before.get(id)?.listedStock ?? null),
    );
    await noteCount(
      tx,
      counted.map(({ id }) => id),
    );
    onProgress("Putting products on the shelves", (done += some.length), unlike.length);
  }
  for (const ids of chunks(gone.toSorted()))
    await tx.update(product).set({ listed: false }).where(inArray(product.id, ids));

  const added = unlike.filter((row) => !before.has(row.id)).length;
  return {
    added,
    changed: unlike.length - added,
    hidden: gone.length,
    unchanged: rows.length - unlike.length,
  };
}

const excluded = (
  columns: Record<string, { name: string }>,
  except: readonly string[],
): Record<string, SQL> =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([key]) => !except.includes(key))
      .map(([key, { name }]) => [key, sql.raw(`excluded."${name}"`)]),
  );

const pictureFromFile = excluded(getTableColumns(picture), ["path"]);

type Columns = Partial<Record<keyof typeof product.$inferInsert, SQL>>;

/** The list's value where the list says something else than last time, else the one in the shop. */
const unlessKept = (column: PgColumn, ...listed: PgColumn[]): SQL => {
  const differs = listed.map((one) => sql`${one} is distinct from ${sql.raw(`excluded."${one.name}"`)}`);
  return sql`case when ${sql.join(differs, sql` or `)} then ${sql.raw(`excluded."${column.name}"`)} else ${column} end`;
};

const priceSigns = [product.listedPrice, product.listedOriginalPrice, product.listedDiscount];

const productFromList = {
  ...excluded(getTableColumns(product), ["id", "hidden", "putAway", "reserved", "stockBase"]),
  listed: sql`true`,
  onHand: unlessKept(product.onHand, product.listedStock),
  collection: unlessKept(product.collection, product.listedCollection),
  price: unlessKept(product.price, ...priceSigns),
  originalPrice: unlessKept(product.originalPrice, ...priceSigns),
  discount: unlessKept(product.discount, ...priceSigns),
} satisfies Columns;

function* chunks<T>(list: readonly T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += ROWS_AT_ONCE) yield list.slice(from, from + ROWS_AT_ONCE);
}
