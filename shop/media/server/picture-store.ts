import { getTableColumns } from "drizzle-orm";
import { splitIntoChunks, setExcluded } from "#platform/bulk-writes.ts";
import type { Db, Tx } from "#platform/database.ts";
import { picture } from "./tables.ts";

/** A picture of the catalogue folder as it was measured. */
export type KnownPicture = typeof picture.$inferSelect;

/** All that is known of the pictures, by their path in the catalogue folder. */
export async function readPictures(db: Db | Tx): Promise<ReadonlyMap<string, KnownPicture>> {
  return new Map((await db.select().from(picture)).map((row) => [row.path, row]));
}

/** Stores what was measured again, so that the next import need not look again. */
export async function writePictures(
  tx: Tx,
  pictures: readonly KnownPicture[],
  known: ReadonlyMap<string, KnownPicture>,
): Promise<void> {
  const fresh = pictures.filter((one) => known.get(one.path) !== one);
  for (const rows of splitIntoChunks(fresh))
    await tx.insert(picture).values(rows).onConflictDoUpdate({ target: picture.path, set: measured });
}

const measured = setExcluded(getTableColumns(picture), ["path"]);
