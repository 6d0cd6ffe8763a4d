import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { hashContent, type KnownPicture, type Original, storeOriginals } from "#shop/media/server/index.ts";
import { setSpecialOffer } from "#shop/merchandising/server/index.ts";
import type { Context } from "#platform/context.ts";
import { toVideoOriginal } from "../home/build-home-content.ts";
import { CatalogueErrors } from "../owner-folder/catalogue-errors.ts";
import type { Goods } from "../owner-folder/catalogue-folder.ts";
import { mergeHomeContent } from "./manual-changes.ts";
import { refuseSamples } from "./refuse-samples.ts";
import { toProductRow, type ProductRow } from "./product-row.ts";
import type { HomeContentFiles, ImportedHomeContent } from "../home/home-content-files.ts";
import { type ImportOptions, type ImportReport, writeImport } from "./write-import.ts";
import { inspectCsv, inspectFolder } from "../owner-folder/inspect-catalogue.ts";

/**
 * Takes the owner's folder into the shop: all of it, or nothing. Doing it twice does no harm. Reservations stay; and
 * what was changed in the shop by hand (stock, prices, collections, tiles, the offer) changes only where the owner
 * wrote something else than last time. A product hidden by hand stays hidden.
 * @throws CatalogueErrors naming every error; then nothing was changed.
 */
export async function importCatalogue(
  context: Context,
  folder: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { goods, warnings, ...looked } = await inspectFolder(context, folder, options.onProgress);
  if (context.config.profile === "production") refuseSamples(goods.homeContent.seller);
  const rows = goods.list.products.map(toProductRow);
  const homeContent = await readHomeContentFiles(folder, goods);
  const videos = homeContent.videos.map(toVideoOriginal);
  await storeImported(context, folder, [...looked.pictures, ...videos], options);
  const { specialOffer } = goods;
  const importedContent: ImportedHomeContent = {
    collections: homeContent.collections,
    hotProducts: homeContent.hotProducts,
    specialOffer,
  };
  const fingerprint = calculateFingerprint({
    rows,
    window: homeContent,
    pictures: looked.pictures,
    specialOffer,
  });
  return writeImport(
    context,
    { file: goods.list.file, rows, fingerprint, warnings, ...looked },
    options,
    async (tx, version) => {
      const { merged, unchanged, offerChanged } = mergeHomeContent(version, homeContent, importedContent);
      if (offerChanged) await setSpecialOffer(tx, specialOffer);
      return { change: { homeContent: merged, importedContent }, unchanged };
    },
  );
}

/**
 * Takes a list of products from a spreadsheet into the shop, by the same rules; everything else of the home content stays.
 * Pictures are those of the shop's own folder. @throws CatalogueErrors naming row and column of every error.
 */
export async function importCsvList(
  context: Context,
  file: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { list, warnings, ...looked } = await inspectCsv(context, file, options.onProgress);
  const rows = list.products.map(toProductRow);
  await storeImported(context, context.config.catalogueDir, looked.pictures, options);
  const fingerprint = calculateFingerprint({
    list: list.file,
    rows,
    pictures: looked.pictures,
    keeps: options.keepOthers,
  });
  return writeImport(
    context,
    { file: list.file, rows, fingerprint, warnings, ...looked },
    options,
    async () => ({
      change: {},
      unchanged: [],
    }),
  );
}

/**
 * Before the rows that name them, so that another machine never looks for what is not there yet.
 * @throws CatalogueErrors for files that were changed since they were looked at, StorageFailure
 */
async function storeImported(
  context: Context,
  folder: string,
  originals: readonly Original[],
  { onProgress }: ImportOptions,
): Promise<void> {
  const { missing } = await storeOriginals(context, folder, originals, { ...(onProgress && { onProgress }) });
  const message = "was changed while it was being imported. Import again.";
  if (missing.length > 0)
    throw new CatalogueErrors(missing.map((file) => ({ file, where: "", field: "", message })));
}

/** Videos get a hash of their content into their address, so that browsers may cache them for ever. */
async function readHomeContentFiles(folder: string, { homeContent }: Goods): Promise<HomeContentFiles> {
  const videos = homeContent.videos.map(async (entry) => {
    const content = await readFile(path.join(folder, "videos", entry.video));
    return { ...entry, hash: hashContent(content) };
  });
  return { ...homeContent, videos: await Promise.all(videos) };
}

interface Seen {
  rows: ProductRow[];
  pictures: KnownPicture[];
  [other: string]: unknown;
}

/** The same for the same goods: when a file was touched says nothing about what is in it. */
function calculateFingerprint({ rows, pictures, ...others }: Seen): string {
  const seen = pictures.map((one) => `${one.path} ${one.hash}`).toSorted();
  const goods = rows.map(({ id, fingerprint }) => [id, fingerprint]);
  return createHash("sha256")
    .update(JSON.stringify([goods, seen, others]))
    .digest("hex");
}
