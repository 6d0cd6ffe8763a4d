import { getTableColumns, inArray, sql, type SQL } from "drizzle-orm";
import type { Tx } from "#platform/database.ts";
import type { KnownPicture } from "./measure-pictures.ts";
import type { ProductRow } from "./product-row.ts";
import { catalogueEdition, picture, product } from "./tables.ts";
import type { WindowFiles } from "./window-files.ts";

export interface ShelfCounts {
  added: number;
  changed: number;
  /** Gone from the files: out of the shop, still readable in old orders (D91). */
  hidden: number;
  unchanged: number;
}

const ROWS_AT_ONCE = 500;

interface NewEdition {
  fingerprint: string;
  window: WindowFiles;
  now: Date;
}

/** Whether these goods differ from those in the shop; if so, the next revision begins. */
export async function writeEdition(tx: Tx, { fingerprint, window, now }: NewEdition): Promise<boolean> {
  const written = await tx
    .insert(catalogueEdition)
    .values({ id: 1, revision: 1, fingerprint, shopWindow: window, importedAt: now })
    .onConflictDoUpdate({
      target: catalogueEdition.id,
      set: {
        revision: sql`${catalogueEdition.revision} + 1`,
        fingerprint,
        shopWindow: sql`excluded.shop_window`,
        importedAt: now,
      },
      setWhere: sql`${catalogueEdition.fingerprint} <> ${fingerprint}`,
    })
    .returning({ revision: catalogueEdition.revision });
  return written.length > 0;
}

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

/** Adds and changes what differs, and hides what is gone; the stock that moved since stays as it is. */
export async function writeProducts(
  tx: Tx,
  rows: readonly ProductRow[],
  onProgress: (done: number, of: number) => void,
): Promise<ShelfCounts> {
  const { id, fingerprint, hidden } = product;
  const before = new Map(
    (await tx.select({ id, fingerprint, hidden }).from(product)).map((row) => [row.id, row]),
  );
  const unlike = rows.filter((row) => {
    const old = before.get(row.id);
    return !old || old.hidden || old.fingerprint !== row.fingerprint;
  });
  let done = 0;
  // In the order of their ids, as orders take them, so that the two never wait for each other in a circle.
  for (const some of chunks(unlike.toSorted((one, other) => (one.id < other.id ? -1 : 1)))) {
    await tx.insert(product).values(some).onConflictDoUpdate({ target: product.id, set: productFromFile });
    onProgress((done += some.length), unlike.length);
  }
  const kept = new Set(rows.map((row) => row.id));
  const gone = [...before.values()]
    .filter((old) => !old.hidden && !kept.has(old.id))
    .map((old) => old.id)
    .toSorted();
  for (const ids of chunks(gone))
    await tx.update(product).set({ hidden: true }).where(inArray(product.id, ids));

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

const productFromFile = {
  ...excluded(getTableColumns(product), ["id", "onHand", "reserved"]),
  onHand: sql`case when ${product.listedStock} is distinct from excluded.listed_stock then excluded.on_hand else ${product.onHand} end`,
};

function* chunks<T>(list: readonly T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += ROWS_AT_ONCE) yield list.slice(from, from + ROWS_AT_ONCE);
}
