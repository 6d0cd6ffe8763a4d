import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setSpecialOffer } from "#server/offers";
import type { TellProgress } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { type Goods, readCatalogueFolder } from "./catalogue-folder.ts";
import { readCsvList } from "./csv-list.ts";
import { type Edition, holdEdition, nextEdition } from "./edition.ts";
import { checkProducts } from "./goods-check.ts";
import { keptByHand, keptInWindow, replacedByHand } from "./kept-by-hand.ts";
import { contentHash, type KnownPicture, measurePictures } from "./measure-pictures.ts";
import { findProductPictures } from "./named-files.ts";
import { CatalogueFaults, type Fault } from "./owner-file.ts";
import type { ProductList } from "./product-list.ts";
import { productRow, type ProductRow } from "./product-row.ts";
import { readShelves, type ShelfCounts, writePictures, writeProducts } from "./shelves.ts";
import { snapshotOf } from "./snapshot.ts";
import { picture } from "./tables.ts";
import type { ListedWindow, WindowFiles } from "./window-files.ts";

export interface ImportReport extends ShelfCounts {
  pictures: number;
  /** What the owner should look at, though it did not hinder the import. */
  warnings: Fault[];
}

export interface ImportOptions {
  onProgress?: TellProgress;
  /** Products that are not in the list stay in the shop. */
  keepOthers?: boolean;
  /** Hears which products are about to leave the shop, before anything is written; may throw to stop it. */
  onLeaving?: (ids: readonly string[]) => void;
}

/**
 * Takes the owner's folder into the shop: all of it, or nothing. Doing it twice does no harm. Reservations stay; and
 * what was changed in the shop by hand (stock, prices, collections, tiles, the offer) changes only where the owner
 * wrote something else than last time. A product put away by hand stays away.
 * @throws CatalogueFaults naming every fault; then nothing was changed.
 */
export async function importCatalogue(
  context: Context,
  folder: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { goods, warnings, ...looked } = await inspectFolder(context, folder, options.onProgress);
  const rows = goods.list.products.map(productRow);
  const window = await readWindow(folder, goods);
  const { specialOffer } = goods;
  const listed: ListedWindow = {
    collections: window.collections,
    hotProducts: window.hotProducts,
    specialOffer,
  };
  const fingerprint = fingerprintOf({ rows, window, pictures: looked.pictures, specialOffer });
  return write(
    context,
    { file: goods.list.file, rows, fingerprint, warnings, ...looked },
    options,
    async (tx, edition) => {
      const { merged, kept, offerChanged } = keptInWindow(edition, window, listed);
      if (offerChanged) await setSpecialOffer(tx, specialOffer);
      return { change: { shopWindow: merged, listed }, kept };
    },
  );
}

/**
 * Takes a list of products from a spreadsheet into the shop, by the same rules; everything else in the window stays.
 * Pictures are those of the shop's own folder. @throws CatalogueFaults naming row and column of every fault.
 */
export async function importCsvList(
  context: Context,
  file: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { list, warnings, ...looked } = await inspectCsv(context, file, options.onProgress);
  const rows = list.products.map(productRow);
  const fingerprint = fingerprintOf({
    list: list.file,
    rows,
    pictures: looked.pictures,
    keeps: options.keepOthers,
  });
  return write(context, { file: list.file, rows, fingerprint, warnings, ...looked }, options, async () => ({
    change: {},
    kept: [],
  }));
}

/** Checks a folder, or a spreadsheet, as an import would, pictures too, and changes nothing. @throws CatalogueFaults */
export async function checkCatalogue(context: Context, place: string): Promise<Fault[]> {
  const { warnings } = await (isCsv(place) ? inspectCsv(context, place) : inspectFolder(context, place));
  return warnings;
}

export const isCsv = (place: string): boolean => /\.csv$/i.test(place);

interface Inspected {
  file: string;
  rows: ProductRow[];
  fingerprint: string;
  warnings: Fault[];
  known: ReadonlyMap<string, KnownPicture>;
  pictures: KnownPicture[];
}

type Window = { change: Parameters<typeof nextEdition>[1]; kept: Fault[] };

function write(
  context: Context,
  { file, rows, fingerprint, warnings, known, pictures }: Inspected,
  { onProgress = () => {}, keepOthers = false, onLeaving = () => {} }: ImportOptions,
  windowOf: (tx: Tx, edition: Edition) => Promise<Window>,
): Promise<ImportReport> {
  return context.transact(async (tx) => {
    const edition = await holdEdition(tx, context.now());
    const before = new Map((await readShelves(tx)).map((row) => [row.id, row]));
    await writePictures(tx, pictures, known);
    const found = { pictures: pictures.length };
    if (edition.fingerprint === fingerprint) {
      const counts = { added: 0, changed: 0, hidden: 0, unchanged: rows.length };
      return { ...counts, ...found, warnings: [...warnings, ...keptByHand(file, rows, before)] };
    }
    const named = new Set(rows.map(({ id }) => id));
    const gone = keepOthers
      ? []
      : [...before.values()].filter((old) => old.listed && !named.has(old.id)).map(({ id }) => id);
    if (gone.length > 0) onLeaving(gone);

    const { change, kept } = await windowOf(tx, edition);
    await nextEdition(tx, { ...change, fingerprint, importedAt: context.now() });
    const counts = await writeProducts(tx, rows, before, { gone, onProgress });
    const byHand = [...replacedByHand(file, rows, before), ...keptByHand(file, rows, before), ...kept];
    return { ...counts, ...found, warnings: [...warnings, ...byHand] };
  });
}

async function inspectFolder(context: Context, folder: string, onProgress?: TellProgress) {
  const { goods, faults, warnings } = await readCatalogueFolder(folder);
  if (!goods) throw new CatalogueFaults(faults);
  return { goods, warnings, ...(await measured(context, folder, goods.pictures, onProgress)) };
}

async function inspectCsv(context: Context, file: string, onProgress?: TellProgress) {
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  const list: ProductList | null = await readCsvList(file, path.basename(file), faults);
  if (!list) throw new CatalogueFaults(faults);
  const { catalogueDir } = context.config;
  const names = new Set(snapshotOf(context).window.collections.map(({ name }) => name));
  checkProducts(
    list,
    { names, otherwise: "is no collection of the shop. See: collections list" },
    faults,
    warnings,
  );
  const pictures = await findProductPictures(catalogueDir, list, faults);
  if (faults.length > 0) throw new CatalogueFaults(faults);
  return { list, warnings, ...(await measured(context, catalogueDir, pictures, onProgress)) };
}

async function measured(
  context: Context,
  folder: string,
  names: readonly string[],
  onProgress?: TellProgress,
) {
  const known = new Map((await context.db.select().from(picture)).map((row) => [row.path, row]));
  const { pictures, faults } = await measurePictures(folder, names, known, (done, of) => {
    if (done % 40 === 0 || done === of) onProgress?.("Looking at the pictures", done, of);
  });
  if (faults.length > 0) throw new CatalogueFaults(faults);
  return { known, pictures };
}

/** Videos get a hash of their content into their address, so that browsers may keep them for ever. */
async function readWindow(folder: string, { window }: Goods): Promise<WindowFiles> {
  const videos = window.videos.map(async (entry) => {
    const content = await readFile(path.join(folder, "videos", entry.video));
    return { ...entry, hash: contentHash(content) };
  });
  return { ...window, videos: await Promise.all(videos) };
}

interface Seen {
  rows: ProductRow[];
  pictures: KnownPicture[];
  [other: string]: unknown;
}

/** The same for the same goods: when a file was touched says nothing about what is in it. */
function fingerprintOf({ rows, pictures, ...others }: Seen): string {
  const seen = pictures.map((one) => `${one.path} ${one.hash}`).toSorted();
  const goods = rows.map(({ id, fingerprint }) => [id, fingerprint]);
  return createHash("sha256")
    .update(JSON.stringify([goods, seen, others]))
    .digest("hex");
}
