import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { refuseField, type ReportProgress } from "#platform/operator/command.ts";
import {
  hashContent,
  keepOriginals,
  type StoredPicture,
  type Original,
  writePictures,
} from "#shop/media/server/index.ts";
import { describeTaxChanges, readTaxes, type Taxes, type TaxedProduct } from "#shop/pricing/server/index.ts";
import { listSamples } from "#shop/seller/server/index.ts";
import { CatalogueErrors, readCatalogueFolder } from "../owner-folder/catalogue-folder.ts";
import { checkCsvList, checkFolder } from "../owner-folder/check-owner-files.ts";
import type { ForeignOptions } from "../owner-folder/foreign-lists.ts";
import type { HomeContentFiles } from "../owner-folder/home-content-files.ts";
import { columnNames } from "../owner-folder/spreadsheet.ts";
import { listContentLines, recordCatalogueChange } from "../catalogue-changes.ts";
import { compareContent } from "../content-changes.ts";
import { refuseWithoutHsn } from "../products/without-hsn.ts";
import { beginCatalogueRevision, lockCatalogue } from "../revision.ts";
import { toVideoOriginal } from "../snapshot/home-content.ts";
import { catalogueVersion, product } from "../tables.ts";
import {
  isHiddenAfter,
  type ProductRow,
  readStoredProducts,
  toProductRow,
  writeProducts,
} from "./stored-products.ts";

export type ImportReport = Awaited<ReturnType<typeof importCatalogue>>;

interface ImportOptions extends Partial<Pick<ForeignOptions, "gst">> {
  onProgress?: ReportProgress;
  keepOthers?: boolean;
  keepStock?: boolean;
  otherwise?: Readonly<Record<string, string>>;
  requiresHsn?: boolean;
}

/**
 * Imports all of a folder or nothing. Reservations and ratings stay. Products that the owner has hidden stay hidden,
 * unless their entries contain `hidden`. @throws CatalogueErrors, UsageError
 */
export async function importCatalogue(
  context: Context,
  folder: string,
  { onProgress = () => {}, keepOthers = false, keepStock = false, requiresHsn = false }: ImportOptions = {},
) {
  const { goods, warnings, pictures, known } = await checkFolder(context, folder, onProgress);
  if (context.config.profile === "production") refuseSamples(goods.homeContent.seller);
  const rows = goods.list.products.map(toProductRow);
  // Each video gets a hash for its URL, so that browsers can cache it permanently.
  const videos = goods.homeContent.videos.map(async (entry) => {
    const content = await readFile(path.join(folder, "videos", entry.video));
    return { ...entry, hash: hashContent(content) };
  });
  const homeContent: HomeContentFiles = { ...goods.homeContent, videos: await Promise.all(videos) };
  const files = [...pictures, ...homeContent.videos.map(toVideoOriginal)];
  await storeImportedFiles(context, folder, files, onProgress);
  return context.transact(async (tx) => {
    const now = context.now();
    const version = await lockCatalogue(tx, now);
    const previous = await readStoredProducts(tx);
    if (requiresHsn) refuseNewWithoutHsn(rows, previous);
    await writePictures(tx, pictures, known);
    const importedIds = new Set(rows.map(({ id }) => id));
    const removed = [...previous].filter(([id, { inOwnerList }]) => inOwnerList && !importedIds.has(id));
    const removedIds = keepOthers ? [] : removed.map(([id]) => id);
    const taxChanges = await listTaxChanges(tx, version.homeContent, { ...homeContent, goods: rows }, now);
    const { changes, ...counts } = await writeProducts(tx, rows, previous, {
      columns: columnNames.filter((column) => !(keepStock && column === "stock")),
      removedIds,
      revision: version.revision + 1,
      now,
    });
    const menus = compareContent(version.homeContent, homeContent);
    const fingerprint = hashFiles(files);
    const isChanged =
      counts.added + counts.changed + counts.hidden > 0 ||
      menus !== null ||
      version.fingerprint !== fingerprint;
    if (isChanged)
      await beginCatalogueRevision(context, tx, { homeContent, fingerprint, importedAt: now, taxedAt: now });
    // The first import cannot be undone, so it is not recorded.
    if (version.revision > 0) await recordCatalogueChange(context, tx, { products: changes, menus });
    return {
      ...counts,
      pictures: pictures.length,
      warnings,
      changes,
      contentChanges: version.revision > 0 ? listContentLines(context, menus) : [],
      taxChanges,
      /** Products that the import hides, because the folder does not contain them. */
      leaving: removedIds,
    };
  });
}

/**
 * Imports a spreadsheet: adds new products, and changes existing products in the fields that have a column. Does not
 * remove products that are not in the list. @throws CatalogueErrors, UsageError
 */
export async function importCsvList(
  context: Context,
  file: string,
  { onProgress = () => {}, keepStock = false, ...options }: Omit<ImportOptions, "requiresHsn"> = {},
) {
  const checked = await checkCsvList(context, file, { onProgress, ...options });
  await storeImportedFiles(context, context.config.catalogueDir, checked.pictures, onProgress);
  const columns = checked.columns.filter((column) => !(keepStock && column === "stock"));
  return writeChangeList(context, { ...checked, columns });
}

export async function writeChangeList(
  context: Context,
  { list, columns, warnings, known, pictures }: Awaited<ReturnType<typeof checkCsvList>>,
  { mustBeNew = false } = {},
) {
  const rows = list.products.map(toProductRow);
  return context.transact(async (tx) => {
    const now = context.now();
    const { revision, homeContent } = await lockCatalogue(tx, now);
    const previous = await readStoredProducts(
      tx,
      rows.map(({ id }) => id),
    );
    const existingRow = rows.find(({ id }) => mustBeNew && previous.has(id));
    if (existingRow)
      throw refuseField(
        "title",
        `There is already a product "${existingRow.id}". Choose another title or id.`,
      );
    refuseNewWithoutHsn(rows, previous);
    await writePictures(tx, pictures, known);
    const existing = rows.filter(({ id }) => previous.get(id)?.inOwnerList);
    const taxChanges = columns.includes("hsn")
      ? await listTaxChanges(tx, homeContent, { ...homeContent, goods: existing }, now)
      : [];
    const result = await writeProducts(tx, rows, previous, {
      revision: revision + 1,
      now,
      columns,
    });
    if (result.added + result.changed > 0) await beginCatalogueRevision(context, tx);
    await recordCatalogueChange(context, tx, { products: result.changes });
    return { ...result, pictures: pictures.length, warnings, taxChanges };
  });
}

/** Stores the files before the rows, because other servers load a file as soon as a row refers to it. */
async function storeImportedFiles(
  context: Context,
  folder: string,
  originals: readonly Original[],
  onProgress: ReportProgress,
): Promise<void> {
  if (context.isRehearsal) return;
  const { missing } = await keepOriginals(context, folder, originals, { onProgress });
  const message = "was changed during the import. Import again.";
  if (missing.length > 0)
    throw new CatalogueErrors(missing.map((file) => ({ file, where: "", field: "", message })));
}

const hashFiles = (files: readonly (Original | StoredPicture)[]): string =>
  createHash("sha256")
    .update(JSON.stringify(files.map((file) => `${file.path} ${file.hash}`).toSorted()))
    .digest("hex");

type TaxFiles = Pick<HomeContentFiles, "seller" | "taxes">;

export async function listTaxChanges(
  tx: Tx,
  previous: TaxFiles,
  after: TaxFiles & { goods: readonly TaxedProduct[] },
  now: Date,
): Promise<string[]> {
  const stored = await tx.select({ id: product.id, hsn: product.hsn }).from(product);
  const storedGoods = new Map(stored.map((product) => [product.id, product]));
  const current = { taxes: toTaxes(previous), goods: storedGoods };
  const unchanged = after.goods.flatMap(({ id }) => storedGoods.get(id) ?? []);
  const announced = describeTaxChanges(current, { taxes: current.taxes, goods: unchanged }, now);
  return describeTaxChanges(current, { taxes: toTaxes(after), goods: after.goods }, now).filter(
    (line) => !announced.includes(line),
  );
}

const toTaxes = ({ seller, taxes }: TaxFiles): Taxes => readTaxes(taxes ?? { rates: [] }, seller?.taxRates);

const refuseNewWithoutHsn = (
  rows: readonly ProductRow[],
  previous: Awaited<ReturnType<typeof readStoredProducts>>,
): void => {
  const missingHsn = rows.filter(
    (row) => !row.hsn && !previous.get(row.id)?.inOwnerList && !isHiddenAfter(row, previous),
  );
  refuseWithoutHsn(
    missingHsn,
    "Enter the HSN in the column hsn of the list, for example 4419, or enter one HSN for all new products.",
  );
};

/** Throws if the seller still has sample values, because real customers would see them (D103). */
function refuseSamples(seller: HomeContentFiles["seller"]): void {
  const errors = findSamples(seller).map(([field, value]) => ({
    file: "seller.json",
    where: "",
    field,
    message: `is still a sample: "${value}". Replace it with your own.`,
  }));
  if (errors.length > 0) throw new CatalogueErrors(errors);
}

export class SampleSeller extends Error {
  constructor(fields: readonly string[], folder: string) {
    const list = fields.map((field) => `  - ${field}`).join("\n");
    super(
      `SHOP_PROFILE=production sells to real customers, but these seller details are still samples:\n${list}\n` +
        `Replace them with your own in ${path.join(folder, "seller.json")} and start again. ` +
        `catalogue/README.md explains each. To try out the shop with the samples, set SHOP_PROFILE=demo.`,
    );
    this.name = "SampleSeller";
  }
}

/**
 * In production, throws if the seller is still the sample (D103). If only the stored seller is the sample, imports the
 * seller of the catalogue folder instead. @throws SampleSeller, CatalogueErrors
 */
export async function requireRealSeller(context: Context): Promise<void> {
  const { profile, catalogueDir } = context.config;
  if (profile !== "production") return;
  const [version] = await context.db
    .select({ homeContent: catalogueVersion.homeContent })
    .from(catalogueVersion);
  if (version && findSamples(version.homeContent.seller).length === 0) return;
  const { goods, errors } = await readCatalogueFolder(catalogueDir);
  const seller = goods?.homeContent.seller;
  const sampleFields = findSamples(seller ?? version?.homeContent.seller).map(([field]) => field);
  if (sampleFields.length > 0) throw new SampleSeller(sampleFields, catalogueDir);
  if (!version) return;
  if (!seller) throw new CatalogueErrors(errors);
  await context.transact(async (tx) => {
    const { homeContent } = await lockCatalogue(tx, context.now());
    await beginCatalogueRevision(context, tx, { homeContent: { ...homeContent, seller } });
  });
}

const findSamples = (seller: HomeContentFiles["seller"]) => (seller ? listSamples(seller) : []);
