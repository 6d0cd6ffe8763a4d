import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  contentHash,
  type KnownPicture,
  measurePictures,
  readPictures,
  writePictures,
} from "#server/media";
import { setSpecialOffer } from "#server/merchandising";
import type { ReportProgress } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { type Goods, readCatalogueFolder } from "./catalogue-folder.ts";
import { readCsvList } from "./csv-list.ts";
import { type CatalogueVersion, lockCatalogueVersion, bumpCatalogueVersion } from "./catalogue-version.ts";
import { checkProducts } from "./check-products.ts";
import { mergeManualChanges, mergeHomeContent, replacedByHand } from "./manual-changes.ts";
import { findProductPictures } from "./named-files.ts";
import { CatalogueErrors, type FileError } from "./owner-file.ts";
import type { ProductList } from "./product-list.ts";
import { productRow, type ProductRow } from "./product-row.ts";
import { readStoredProducts, type ImportCounts, writeProducts } from "./product-store.ts";
import { snapshotOf } from "./snapshot.ts";
import type { ImportedHomeContent, HomeContentFiles } from "./home-content-files.ts";

export interface ImportReport extends ImportCounts {
  pictures: number;
  /** What the owner should look at, though it did not hinder the import. */
  warnings: FileError[];
}

export interface ImportOptions {
  onProgress?: ReportProgress;
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
  const homeContent = await readHomeContentFiles(folder, goods);
  const { specialOffer } = goods;
  const listed: ImportedHomeContent = {
    collections: homeContent.collections,
    hotProducts: homeContent.hotProducts,
    specialOffer,
  };
  const fingerprint = fingerprintOf({ rows, window: homeContent, pictures: looked.pictures, specialOffer });
  return write(
    context,
    { file: goods.list.file, rows, fingerprint, warnings, ...looked },
    options,
    async (tx, version) => {
      const { merged, kept, offerChanged } = mergeHomeContent(version, homeContent, listed);
      if (offerChanged) await setSpecialOffer(tx, specialOffer);
      return { change: { shopWindow: merged, listed }, kept };
    },
  );
}

/**
 * Takes a list of products from a spreadsheet into the shop, by the same rules; everything else of the home content stays.
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
export async function checkCatalogue(context: Context, place: string): Promise<FileError[]> {
  const { warnings } = await (isCsv(place) ? inspectCsv(context, place) : inspectFolder(context, place));
  return warnings;
}

export const isCsv = (place: string): boolean => /\.csv$/i.test(place);

interface Inspected {
  file: string;
  rows: ProductRow[];
  fingerprint: string;
  warnings: FileError[];
  known: ReadonlyMap<string, KnownPicture>;
  pictures: KnownPicture[];
}

type Window = { change: Parameters<typeof bumpCatalogueVersion>[1]; kept: FileError[] };

function write(
  context: Context,
  { file, rows, fingerprint, warnings, known, pictures }: Inspected,
  { onProgress = () => {}, keepOthers = false, onLeaving = () => {} }: ImportOptions,
  windowOf: (tx: Tx, version: CatalogueVersion) => Promise<Window>,
): Promise<ImportReport> {
  return context.transact(async (tx) => {
    const version = await lockCatalogueVersion(tx, context.now());
    const before = await readStoredProducts(tx);
    await writePictures(tx, pictures, known);
    const found = { pictures: pictures.length };
    if (version.fingerprint === fingerprint) {
      const counts = { added: 0, changed: 0, hidden: 0, unchanged: rows.length };
      return { ...counts, ...found, warnings: [...warnings, ...mergeManualChanges(file, rows, before)] };
    }
    const named = new Set(rows.map(({ id }) => id));
    const gone = keepOthers
      ? []
      : [...before.values()].filter((old) => old.listed && !named.has(old.id)).map(({ id }) => id);
    if (gone.length > 0) onLeaving(gone);

    const { change, kept } = await windowOf(tx, version);
    await bumpCatalogueVersion(tx, { ...change, fingerprint, importedAt: context.now() });
    const counts = await writeProducts(tx, rows, before, { gone, onProgress });
    const byHand = [
      ...replacedByHand(file, rows, before),
      ...mergeManualChanges(file, rows, before),
      ...kept,
    ];
    return { ...counts, ...found, warnings: [...warnings, ...byHand] };
  });
}

async function inspectFolder(context: Context, folder: string, onProgress?: ReportProgress) {
  const { goods, errors, warnings } = await readCatalogueFolder(folder);
  if (!goods) throw new CatalogueErrors(errors);
  return { goods, warnings, ...(await measured(context, folder, goods.pictures, onProgress)) };
}

async function inspectCsv(context: Context, file: string, onProgress?: ReportProgress) {
  const errors: FileError[] = [];
  const warnings: FileError[] = [];
  const list: ProductList | null = await readCsvList(file, path.basename(file), errors);
  if (!list) throw new CatalogueErrors(errors);
  const { catalogueDir } = context.config;
  const names = new Set(snapshotOf(context).homeContent.collections.map(({ name }) => name));
  checkProducts(
    list,
    { names, otherwise: "is no collection of the shop. See: collections list" },
    errors,
    warnings,
  );
  const pictures = await findProductPictures(catalogueDir, list, errors);
  if (errors.length > 0) throw new CatalogueErrors(errors);
  return { list, warnings, ...(await measured(context, catalogueDir, pictures, onProgress)) };
}

async function measured(
  context: Context,
  folder: string,
  names: readonly string[],
  onProgress?: ReportProgress,
) {
  const known = await readPictures(context.db);
  const { pictures, unreadable } = await measurePictures(folder, names, known, (done, of) => {
    if (done % 40 === 0 || done === of) onProgress?.("Looking at the pictures", done, of);
  });
  if (unreadable.length > 0) throw new CatalogueErrors(unreadable.map(notAPicture));
  return { known, pictures };
}

const notAPicture = ({ path, why }: { path: string; why: string }): FileError => ({
  file: path,
  where: "",
  field: "",
  message: `is no picture the shop can read (${why}).`,
});

/** Videos get a hash of their content into their address, so that browsers may keep them for ever. */
async function readHomeContentFiles(folder: string, { homeContent }: Goods): Promise<HomeContentFiles> {
  const videos = homeContent.videos.map(async (entry) => {
    const content = await readFile(path.join(folder, "videos", entry.video));
    return { ...entry, hash: contentHash(content) };
  });
  return { ...homeContent, videos: await Promise.all(videos) };
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
