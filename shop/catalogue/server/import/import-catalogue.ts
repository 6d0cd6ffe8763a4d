import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { getWork } from "#platform/observe/current-work.ts";
import type { ReportProgress } from "#platform/operator/command.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import {
  hashContent,
  type KnownPicture,
  type Original,
  storeOriginals,
  writePictures,
} from "#shop/media/server/index.ts";
import type { Taxes } from "#shop/pricing/server/index.ts";
import { setSpecialOffer } from "#shop/merchandising/server/index.ts";
import { listSamples } from "#shop/seller/server/index.ts";
import { CatalogueErrors, type Goods, readCatalogueFolder } from "../owner-folder/catalogue-folder.ts";
import { checkCsvList, checkFolder } from "../owner-folder/check-owner-files.ts";
import {
  type HomeContentFiles,
  type ImportedHomeContent,
  pickParts,
} from "../owner-folder/home-content-files.ts";
import { compareMenus, type ProductChange, recordCatalogueChange } from "../catalogue-changes.ts";
import type { RatedProduct } from "../products/without-hsn.ts";
import { beginCatalogueRevision, type CatalogueVersion, lockCatalogue } from "../revision.ts";
import { toVideoOriginal } from "../snapshot/home-content.ts";
import { catalogueVersion } from "../tables.ts";
import { mergeHomeContent, mergeManualChanges, listManualReplacements } from "./manual-changes.ts";
import { changeProducts } from "./change-products.ts";
import { listFileChanges } from "./file-changes.ts";
import { listTaxChanges, readTaxFiles } from "./tax-changes.ts";
import {
  toProductRow,
  type ProductRow,
  type ImportCounts,
  readStoredProducts,
  type StoredProduct,
  writeProducts,
} from "./product-store.ts";

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
  const { goods, warnings, ...looked } = await checkFolder(context, folder, options.onProgress);
  if (context.config.profile === "production") refuseSamples(goods.homeContent.seller);
  const rows = goods.list.products.map(toProductRow);
  const homeContent = await readHomeContentFiles(folder, goods);
  const videos = homeContent.videos.map(toVideoOriginal);
  await storeImported(context, folder, [...looked.pictures, ...videos], options);
  const { specialOffer } = goods;
  const importedContent: ImportedHomeContent = { ...pickParts(homeContent), specialOffer };
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
      const noted = version.importedContent?.specialOffer;
      const isOfferChanged = noted !== undefined && !isDeepStrictEqual(noted, specialOffer);
      return { change: { homeContent: merged, importedContent }, unchanged, isOfferChanged };
    },
  );
}

/**
 * Takes a spreadsheet into the shop: of a product that is there it changes the columns that the list has, as if by hand; a
 * new one is added. No product leaves. Pictures are those of the shop's own folder.
 * @throws CatalogueErrors naming row and column of every error
 */
export async function importCsvList(
  context: Context,
  file: string,
  { onProgress = () => {}, isWithGst, otherwise, ask }: ImportOptions = {},
): Promise<ImportReport> {
  const said = await checkCsvList(context, file, { onProgress, isWithGst, otherwise });
  await storeImported(context, context.config.catalogueDir, said.pictures, { onProgress });
  return writeChangeList(context, said, { onProgress, ask });
}

interface ChangeListOptions {
  onProgress?: ReportProgress;
  ask?: ImportOptions["ask"];
  /** Every product of the list is to be a new one; `hidden` until it is shown by hand. Hears of those that are there. */
  asNew?: { hidden: boolean; onThere: (id: string) => never };
  /** Whether those of the shop are hidden from now on; as they are without it. */
  hidden?: boolean | undefined;
}

/** Changes products by the columns of a list that was checked, and adds those that are new. */
export async function writeChangeList(
  context: Context,
  { list, columns, warnings, known, pictures }: Awaited<ReturnType<typeof checkCsvList>>,
  { onProgress = () => {}, ask = () => {}, asNew, hidden }: ChangeListOptions = {},
): Promise<ImportReport> {
  const rows = list.products.map(toProductRow);
  return context.transact(async (tx) => {
    const { revision, homeContent } = await lockCatalogue(tx, context.now());
    const before = await readStoredProducts(tx);
    for (const { id } of rows) if (asNew && before.has(id)) asNew.onThere(id);
    await writePictures(tx, pictures, known);
    const isThere = ({ id }: { id: string }) => before.get(id)?.inOwnerList === true;
    const added = rows.filter((row) => !isThere(row));
    const there = rows.filter(isThere);
    const taxes = readTaxFiles(homeContent);
    ask({ leaving: [], withoutHsn: listNewWithoutHsn(added, before, taxes, context.now()) });
    const retaxed = { ...homeContent, goods: columns.includes("hsn") ? there : [] };
    const taxChanges = await listTaxChanges(tx, homeContent, retaxed, context.now());
    const { changes: additions, ...counts } = await writeProducts(
      tx,
      added.map((row) => ({
        ...row,
        fromSpreadsheet: before.get(row.id)?.fromSpreadsheet ?? true,
        ...(asNew && { hiddenByHand: asNew.hidden }),
      })),
      before,
      { gone: [], revision: revision + 1, onProgress },
    );
    const { changed, changes: changesOfOthers } = await changeProducts(tx, there, {
      columns,
      hidden,
      revision: revision + 1,
    });
    const changes = [...additions, ...changesOfOthers];
    if (added.length > 0 || changed > 0) await beginCatalogueRevision(context, tx);
    await recordCatalogueChange(context, tx, { products: changes });
    return {
      added: counts.added,
      changed: changed + counts.changed,
      hidden: 0,
      unchanged: there.length - changed,
      pictures: pictures.length,
      warnings,
      changes,
      taxChanges,
      fileChanges: [],
    };
  });
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
  if (context.isRehearsal) return;
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

/** Hashes the goods: equal for equal content, whenever a file was touched. */
function calculateFingerprint({ rows, pictures, ...others }: Seen): string {
  const seen = pictures.map((one) => `${one.path} ${one.hash}`).toSorted();
  const goods = rows.map(({ id, fingerprint }) => [id, fingerprint]);
  return createHash("sha256")
    .update(JSON.stringify([goods, seen, others]))
    .digest("hex");
}

/** Refuses the seller's sample data where real customers buy (D103). @throws CatalogueErrors */
function refuseSamples(seller: HomeContentFiles["seller"]): void {
  const errors = (seller ? listSamples(seller) : []).map(([field, value]) => ({
    file: "seller.json",
    where: "",
    field,
    message: `is still a sample: "${value}". Write your own.`,
  }));
  if (errors.length > 0) throw new CatalogueErrors(errors);
}

interface ImportReport extends ImportCounts {
  pictures: number;
  /** Warnings for the owner that did not stop the import. */
  warnings: FileError[];
  /** What it changed of each product. */
  changes: ProductChange[];
  /** "36 products from 18% to 5% from 1 Dec 2026" */
  taxChanges: string[];
  /** What it changed of the other files: "rules.json: shipping fee ₹80 → ₹120." */
  fileChanges: string[];
}

export interface ImportOptions {
  onProgress?: ReportProgress;
  /** Products that are not in the folder's list stay in the shop. */
  keepOthers?: boolean;
  /** The prices of another program's list are with GST. */
  isWithGst?: boolean;
  /** What is said of new products of a spreadsheet that does not say it, by its columns. */
  otherwise?: Readonly<Record<string, string>>;
  /** Hears what the owner has to agree to; it may throw, then nothing was done. */
  ask?: ((doubts: ImportDoubts) => void) | undefined;
}

/** What an import does that its owner may not mean. */
export interface ImportDoubts {
  /** The products that leave the shop. */
  leaving: readonly string[];
  /** New products that are shown without an HSN. */
  withoutHsn: readonly RatedProduct[];
}

/** Finds the products that were not in the shop before and are now, without an HSN. */
const listNewWithoutHsn = (
  rows: readonly ProductRow[],
  before: ReadonlyMap<string, StoredProduct>,
  taxes: Taxes,
  now: Date,
): RatedProduct[] =>
  rows
    .filter(({ id, hsn, hiddenByHand = false }) => {
      const old = before.get(id);
      return !hsn && !old?.inOwnerList && !(old?.hiddenByHand ?? hiddenByHand);
    })
    .map(({ id }) => ({ id, rate: taxes.getRate({ id }, now) }));

interface Inspected {
  file: string;
  rows: ProductRow[];
  fingerprint: string;
  warnings: FileError[];
  known: ReadonlyMap<string, KnownPicture>;
  pictures: KnownPicture[];
}

interface HomeContentChange {
  change: { homeContent: HomeContentFiles; importedContent: ImportedHomeContent };
  unchanged: FileError[];
  isOfferChanged: boolean;
}

function writeImport(
  context: Context,
  { file, rows, fingerprint, warnings, known, pictures }: Inspected,
  { onProgress = () => {}, keepOthers = false, ask = () => {} }: ImportOptions,
  computeHomeContent: (tx: Tx, version: CatalogueVersion) => Promise<HomeContentChange>,
): Promise<ImportReport> {
  return context.transact(async (tx) => {
    const version = await lockCatalogue(tx, context.now());
    const before = await readStoredProducts(tx);
    await writePictures(tx, pictures, known);
    const found = { pictures: pictures.length };
    if (version.fingerprint === fingerprint) {
      const counts = { added: 0, changed: 0, hidden: 0, unchanged: rows.length };
      const byHand = mergeManualChanges(file, rows, before);
      const none = { changes: [], taxChanges: [], fileChanges: [] };
      return { ...counts, ...found, warnings: [...warnings, ...byHand], ...none };
    }
    const named = new Set(rows.map(({ id }) => id));
    const gone = keepOthers
      ? []
      : [...before.values()]
          .filter((old) => old.inOwnerList && !old.fromSpreadsheet && !named.has(old.id))
          .map(({ id }) => id);

    const { change, unchanged, isOfferChanged } = await computeHomeContent(tx, version);
    const now = context.now();
    const content = change.homeContent;
    ask({ leaving: gone, withoutHsn: listNewWithoutHsn(rows, before, readTaxFiles(content), now) });
    const isFirst = version.revision === 0;
    const fileChanges = isFirst ? [] : listFileChanges(version.homeContent, content, { isOfferChanged });
    const taxChanges = await listTaxChanges(tx, version.homeContent, { ...content, goods: rows }, now);
    await beginCatalogueRevision(context, tx, { ...change, fingerprint, importedAt: now, taxedAt: now });
    const { changes, ...counts } = await writeProducts(tx, rows, before, {
      gone,
      revision: version.revision + 1,
      onProgress,
    });
    const menus = compareMenus(version.homeContent, content);
    // The first one, which makes the shop, belongs to no command.
    if (getWork()?.operator !== undefined)
      await recordCatalogueChange(context, tx, { products: changes, ...menus });
    const byHand = [
      ...listManualReplacements(file, rows, before),
      ...mergeManualChanges(file, rows, before),
      ...unchanged,
    ];
    return { ...counts, ...found, warnings: [...warnings, ...byHand], changes, taxChanges, fileChanges };
  });
}

/** The shop is about to sell to real customers under facts that are true of no one. The message is for its owner. */
export class SampleSeller extends Error {
  constructor(fields: readonly string[], folder: string) {
    const list = fields.map((field) => `  - ${field}`).join("\n");
    super(
      `SHOP_PROFILE=production sells to real customers, but these facts of the seller are still samples:\n${list}\n` +
        `Write your own over them in ${path.join(folder, "seller.json")} and start again. ` +
        `catalogue/README.md explains each. To try the shop out with the samples, write SHOP_PROFILE=demo.`,
    );
    this.name = "SampleSeller";
  }
}

/**
 * Requires a real seller in production (D103). Where the shop still has samples and the owner's folder no longer does,
 * the folder is taken over, without taking any product out of the shop. @throws SampleSeller, CatalogueErrors
 */
export async function requireRealSeller(context: Context): Promise<void> {
  const { profile, catalogueDir } = context.config;
  if (profile !== "production") return;
  const [version] = await context.db
    .select({ homeContent: catalogueVersion.homeContent })
    .from(catalogueVersion);
  if (version && listSampleFields(version.homeContent.seller).length === 0) return;
  const { goods } = await readCatalogueFolder(catalogueDir);
  const left = listSampleFields(goods?.homeContent.seller ?? version?.homeContent.seller);
  if (left.length > 0) throw new SampleSeller(left, catalogueDir);
  if (version) await importCatalogue(context, catalogueDir, { keepOthers: true });
}

const listSampleFields = (seller: HomeContentFiles["seller"]): string[] =>
  seller ? listSamples(seller).map(([field]) => field) : [];
