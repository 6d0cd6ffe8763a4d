import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { fromRupees, type Paise } from "#contract/money.ts";
import { SECOND } from "#contract/time.ts";
import { type Context, defineService } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { readChangedStock, readShownStock } from "#shop/inventory/server/index.ts";
import { setBrand } from "#shop/brand/server/index.ts";
import { type Original, showFiles } from "#shop/media/server/index.ts";
import type { HomeContent } from "#shop/merchandising/home-content.ts";
import { NO_OFFER, setSpecialOffer } from "#shop/merchandising/server/index.ts";
import { setOwnRules } from "#shop/policies/server/index.ts";
import { readTaxes, setTaxes } from "#shop/pricing/server/index.ts";
import { setOwnTexts } from "#shop/texts/server/index.ts";
import { setOwnCouriers, setSeller } from "#shop/seller/server/index.ts";
import type { HomeContentFiles } from "../owner-folder/home-content-files.ts";
import { DEFAULT_SORTING } from "../../sorting.ts";
import { calculateShownPrice } from "../products/without-hsn.ts";
import { beginCatalogueRevision, EMPTY_HOME_CONTENT, lockCatalogue } from "../revision.ts";
import type { SearchIndex } from "../search/search-index.ts";
import type { SearchTexts } from "../search/search-texts.ts";
import { joinSynonyms, readOwnSynonyms, type Synonyms } from "../search/synonyms.ts";
import { catalogueVersion, product } from "../tables.ts";
import { loadHomeContent } from "./home-content.ts";
import { createProductCache, type ProductCache } from "./product-cache.ts";
import {
  Kinds,
  ProductSummaries,
  type ProductSummary,
  readChangedProducts,
  readProductSummaries,
  withStock,
} from "./product-summaries.ts";

/** The catalogue in memory. Most updates change `products` in place; a complete reload replaces it. */
export interface Snapshot {
  revision: number;
  fingerprint: string;
  /** The time of the last stock query, by the database's clock. */
  stockReadAt: Date;
  products: ProductSummaries;
  /** The owner's content without the products. It may refer to products that are not in the shop. */
  files: HomeContentFiles;
  homeContent: HomeContent;
  synonyms: Synonyms;
  videos: ReadonlyMap<string, Original>;
}

const catalogueService = defineService("catalogue", () => ({
  snapshot: null as Snapshot | null,
  kinds: new Kinds(),
  cache: createProductCache(),
  onChange: () => {},
  onRevision: () => {},
  refreshing: Promise.resolve(false),
}));

/** Returns the catalogue in memory. @throws if the catalogue is not open */
export function getSnapshot(context: Context): Snapshot {
  const { snapshot } = context.service(catalogueService);
  if (!snapshot) throw new Error("The catalogue is not open yet: call openCatalogue first.");
  return snapshot;
}

export const findInMemory = (context: Context, productId: string): ProductSummary | undefined =>
  context.service(catalogueService).snapshot?.products.get(productId);

export const getProductCache = (context: Context): ProductCache => context.service(catalogueService).cache;

export const getCatalogueRevision = (context: Context): number => getSnapshot(context).revision;

export const onSnapshotChange = (context: Context, listener: () => void): void => {
  context.service(catalogueService).onChange = listener;
};

/** Sets the listener that is called after each new revision. Orders change only the stock and do not call it. */
export const onCatalogueRevision = (context: Context, listener: () => void): void => {
  context.service(catalogueService).onRevision = listener;
};

interface Version {
  revision: number;
  /** The time when tax rates last took effect, or else the time of the import. Null before the first import. */
  taxedAt: Date | null;
  at: Date;
}

const selectVersion = defineStatement<[], Version>(
  `select coalesce(revision, 0)::float8 as revision, coalesce(taxed_at, imported_at) as "taxedAt",
          clock_timestamp() as at
     from (select) as one left join catalogue_edition on true`,
);

export async function readVersion(db: Db | Tx): Promise<Version> {
  const [version] = await selectVersion(db);
  if (!version) throw new Error("The database did not return the version of the catalogue.");
  return version;
}

/** Loads changes from the database, one call at a time. Returns true if it found a new revision or changed stock. */
export async function refreshSnapshot(context: Context): Promise<boolean> {
  if (context.isRehearsal) return false;
  const service = context.service(catalogueService);
  service.refreshing = service.refreshing.catch(() => false).then(() => refresh(context));
  return service.refreshing;
}

async function refresh(context: Context): Promise<boolean> {
  const service = context.service(catalogueService);
  const { snapshot: current } = service;
  const version = await readVersion(context.db);
  const { at } = version;
  const hasNewRates = current !== null && (await beginNewRates(context, current.files, version));
  const revision = version.revision + (hasNewRates ? 1 : 0);
  const next = current?.revision === revision ? current : await load(context, current);
  const moved = await readMovedStock(context.db, next);
  service.snapshot = next;
  next.products.apply(moved);
  next.stockReadAt = at;
  if (next === current && moved.length === 0) return false;
  publishContent(context, next);
  if (next !== current) showFiles(context, next.videos);
  service.onChange();
  if (current && next !== current) service.onRevision();
  return true;
}

function publishContent(context: Context, { homeContent, files }: Snapshot): void {
  setSeller(context, homeContent.seller);
  setSpecialOffer(context, files.specialOffer ?? NO_OFFER);
  setOwnCouriers(context, files.couriers ?? []);
  setTaxes(context, homeContent.seller?.taxRates, files.taxes);
  setBrand(context, files.brand ?? {});
  setOwnRules(context, files.rules ?? {});
  setOwnTexts(context, files.texts ?? {});
}

/** Copies the snapshot to another context, which then loads only later changes. */
export function copySnapshot(from: Context, to: Context): void {
  const { kinds } = from.service(catalogueService);
  const snapshot = getSnapshot(from);
  // The copy is for previews. Previews have no search, so the copy needs no search index.
  const products = new ProductSummaries(kinds, createPaidPrice(to));
  products.apply(snapshot.products.listBy(DEFAULT_SORTING));
  const copy = { ...snapshot, products };
  Object.assign(to.service(catalogueService), { snapshot: copy, kinds });
  publishContent(to, copy);
}

/** If a new tax rate has taken effect, starts a new revision and returns true. Only one process does this. */
async function beginNewRates(
  context: Context,
  { taxes }: HomeContentFiles,
  { taxedAt }: { taxedAt: Date | null },
): Promise<boolean> {
  const now = context.now();
  const hasBegun = (start: Date | null) =>
    start !== null && taxes !== undefined && readTaxes(taxes).listRateStarts(start, now).length > 0;
  if (!hasBegun(taxedAt)) return false;
  return context.transact(async (tx) => {
    const locked = await lockCatalogue(tx, now);
    if (!hasBegun(locked.taxedAt ?? locked.importedAt)) return false;
    await beginCatalogueRevision(context, tx, { taxedAt: now });
    return true;
  });
}

async function load(context: Context, current: Snapshot | null): Promise<Snapshot> {
  if (!current) return loadSnapshot(context);
  const changes = await loadChanges(context, current);
  // Clears the cache, because pictures or products may have changed without a new revision of the products.
  if (changes.isUnknown || changes.fingerprint !== current.fingerprint)
    context.service(catalogueService).cache = createProductCache();
  return changes.isUnknown ? loadSnapshot(context) : changes.apply();
}

/** Loads the catalogue in one transaction, so that products and pictures belong to the same import. */
function loadSnapshot(context: Context): Promise<Snapshot> {
  const { kinds, cache } = context.service(catalogueService);
  return context.transact(async (tx) => {
    const products = new ProductSummaries(kinds, createPaidPrice(context));
    const { files, version, at } = await lockVersion(tx);
    for await (const { summaries, texts } of readProductSummaries(tx, kinds)) {
      products.apply(await readStock(tx, summaries, files));
      await putTexts(products.index, texts);
    }
    const synonyms = await readOwnSynonyms(tx);
    products.index.setSynonyms(joinSynonyms(synonyms));
    const home = await loadHomeContent(tx, files, products, cache);
    return { ...home, ...version, stockReadAt: at, products, synonyms };
  });
}

/**
 * Loads the changes since a snapshot. `isUnknown` is true if the whole catalogue must be loaded instead, for example
 * after the database was restored.
 */
function loadChanges(context: Context, current: Snapshot) {
  const service = context.service(catalogueService);
  return context.transact(async (tx) => {
    const { files, version } = await lockVersion(tx);
    const { changed, hiddenIds } = await readChangedProducts(tx, current.revision, service.kinds);
    const summaries = await readStock(tx, changed.summaries, files);
    const synonyms = await readOwnSynonyms(tx);
    // A new limit changes every product, because each product contains the maximum quantity per order.
    const isOtherLimit = files.rules?.mostPieces !== current.files.rules?.mostPieces;
    const isSameFile =
      version.fingerprint === current.fingerprint &&
      isDeepStrictEqual(files, current.files) &&
      isDeepStrictEqual(synonyms, current.synonyms);
    return {
      fingerprint: version.fingerprint,
      isUnknown:
        version.revision < current.revision ||
        isOtherLimit ||
        (isSameFile && summaries.length + hiddenIds.length === 0),
      async apply(): Promise<Snapshot> {
        current.products.apply(summaries, hiddenIds);
        current.products.index.remove(hiddenIds);
        await putTexts(current.products.index, changed.texts);
        current.products.index.setSynonyms(joinSynonyms(synonyms));
        current.products.refreshSelections();
        return {
          ...current,
          ...(await loadHomeContent(context.db, files, current.products, service.cache)),
          ...version,
          synonyms,
        };
      },
    };
  });
}

const createPaidPrice =
  (context: Context) =>
  ({ _id: id, hsn, price }: ProductSummary): Paise =>
    calculateShownPrice(context, { id, hsn, price: fromRupees(price) ?? 0 });

const PUT_AT_ONCE = 100;

async function putTexts(index: SearchIndex, texts: readonly SearchTexts[]): Promise<void> {
  for (let from = 0; from < texts.length; from += PUT_AT_ONCE) {
    if (from > 0) await setImmediate();
    index.put(texts.slice(from, from + PUT_AT_ONCE));
  }
}

/** Waits for running changes, then reads the content and version of the catalogue and locks both against changes. */
async function lockVersion(tx: Tx) {
  const { at } = await readVersion(tx);
  const [version] = await tx.select().from(catalogueVersion).for("share");
  const { revision = 0, fingerprint = "", homeContent: files = EMPTY_HOME_CONTENT } = version ?? {};
  return { files, version: { revision, fingerprint }, at };
}

async function readStock(
  tx: Tx,
  products: readonly ProductSummary[],
  { rules }: HomeContentFiles,
): Promise<ProductSummary[]> {
  const shownStock = await readShownStock(
    tx,
    products.map(({ _id }) => _id),
  );
  return products.map((product) =>
    withStock(product, shownStock.get(product._id) ?? NO_STOCK, rules?.mostPieces),
  );
}

const NO_STOCK = { stock: undefined, ready: undefined };

/** The time in ms by which consecutive queries overlap, because a transaction's changes may become visible late. */
const OVERLAP_MS = 60 * SECOND;

async function readMovedStock(
  db: Db,
  { products, stockReadAt }: Pick<Snapshot, "products" | "stockReadAt">,
): Promise<ProductSummary[]> {
  const stock = await readChangedStock(db, new Date(stockReadAt.getTime() - OVERLAP_MS));
  return [...stock].flatMap(([productId, now]) => {
    const previous = products.get(productId);
    return previous && (previous.stock !== now.stock || previous.supply?.ready !== now.ready)
      ? [withStock(previous, now)]
      : [];
  });
}

/** Changes content that visitors see, and clears the cached pages of all processes. @throws the error of `change` */
export async function changeShownContent(context: Context, change: (tx: Tx) => Promise<void>): Promise<void> {
  await context.transact(async (tx) => {
    await lockCatalogue(tx, context.now());
    await beginCatalogueRevision(context, tx);
    await change(tx);
  });
  await refreshSnapshot(context);
}

type Rating = { average: number; count: number } | null;

/** Changes a product's reviews. `showRating` sets its rating; null removes it. @throws the error of `change` */
export async function changeReviews<Answer>(
  context: Context,
  productId: string,
  change: (tx: Tx, showRating: (rating: Rating) => Promise<void>) => Promise<Answer>,
): Promise<Answer> {
  let isShown = false;
  const result = await context.transact(async (tx) => {
    isShown = false;
    const { revision } = await lockCatalogue(tx, context.now());
    return change(tx, async (rating) => {
      isShown = true;
      await tx
        .update(product)
        .set({
          ratingValue: rating?.average ?? null,
          reviewCount: rating?.count ?? 0,
          revision: revision + 1,
          updatedAt: context.now(),
        })
        .where(eq(product.id, productId));
      await beginCatalogueRevision(context, tx);
    });
  });
  if (isShown) await refreshSnapshot(context);
  return result;
}
