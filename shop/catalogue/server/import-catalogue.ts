import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setSpecialOffer } from "#server/offers";
import type { Context } from "#platform/context.ts";
import { type Goods, readCatalogueFolder } from "./catalogue-folder.ts";
import { contentHash, type KnownPicture, measurePictures } from "./measure-pictures.ts";
import { CatalogueFaults, type Fault } from "./owner-file.ts";
import { productRow, type ProductRow } from "./product-row.ts";
import { type ShelfCounts, writeEdition, writePictures, writeProducts } from "./shelves.ts";
import { picture } from "./tables.ts";
import type { WindowFiles } from "./window-files.ts";

export interface ImportReport extends ShelfCounts {
  pictures: number;
  /** What the owner should look at, though it did not hinder the import. */
  warnings: Fault[];
}

/**
 * Takes the owner's folder into the shop: all of it, or nothing. Doing it twice does no harm. Reservations stay,
 * and the stock changes only where the owner wrote another `stock` than last time.
 * @throws CatalogueFaults naming every fault; then nothing was changed.
 */
export async function importCatalogue(
  context: Context,
  folder: string,
  onProgress: (words: string) => void = () => {},
): Promise<ImportReport> {
  const { goods, known, pictures, warnings } = await inspect(context, folder, onProgress);
  const products = goods.products.map(productRow);
  const window = await readWindow(folder, goods);
  const fingerprint = fingerprintOf({ products, window, pictures, specialOffer: goods.specialOffer });

  const counts = await context.transact(async (tx) => {
    // First, because imports queue at this row, whichever process they run in.
    const isNew = await writeEdition(tx, { fingerprint, window, now: context.now() });
    await writePictures(tx, pictures, known);
    if (!isNew) return { added: 0, changed: 0, hidden: 0, unchanged: products.length };
    await setSpecialOffer(tx, goods.specialOffer);
    return writeProducts(tx, products, (done, of) =>
      onProgress(`Putting products on the shelves: ${done} of ${of}`),
    );
  });
  return { ...counts, pictures: pictures.length, warnings };
}

/** Checks the folder as an import would, pictures too, and changes nothing. @throws CatalogueFaults */
export async function checkCatalogue(context: Context, folder: string): Promise<Fault[]> {
  const { warnings } = await inspect(context, folder, () => {});
  return warnings;
}

async function inspect(context: Context, folder: string, onProgress: (words: string) => void) {
  const { goods, faults, warnings } = await readCatalogueFolder(folder);
  if (!goods) throw new CatalogueFaults(faults);
  const known = new Map((await context.db.select().from(picture)).map((row) => [row.path, row]));
  const measured = await measurePictures(folder, goods.pictures, known, (done, of) => {
    if (done % 40 === 0 || done === of) onProgress(`Looking at the pictures: ${done} of ${of}`);
  });
  if (measured.faults.length > 0) throw new CatalogueFaults(measured.faults);
  return { goods, known, warnings, pictures: measured.pictures };
}

/** Videos get a hash of their content into their address, so that browsers may keep them for ever. */
async function readWindow(folder: string, { window }: Goods): Promise<WindowFiles> {
  const videos = window.videos.map(async (entry) => {
    const content = await readFile(path.join(folder, "videos", entry.video));
    return { ...entry, hash: contentHash(content) };
  });
  return { ...window, videos: await Promise.all(videos) };
}

interface Edition {
  products: ProductRow[];
  window: WindowFiles;
  pictures: KnownPicture[];
  specialOffer: Goods["specialOffer"];
}

/** The same for the same goods: when a file was touched says nothing about what is in it. */
function fingerprintOf({ products, window, pictures, specialOffer }: Edition): string {
  const seen = pictures.map((one) => `${one.path} ${one.hash}`).toSorted();
  const rows = products.map(({ id, fingerprint }) => [id, fingerprint]);
  return createHash("sha256")
    .update(JSON.stringify([rows, window, seen, specialOffer]))
    .digest("hex");
}
