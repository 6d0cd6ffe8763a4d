import { eq } from "drizzle-orm";
import { SECOND } from "#contract/time.ts";
import { type Context, defineService } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { readChangedStock } from "#shop/inventory/server/index.ts";
import { setBrand } from "#shop/brand/server/index.ts";
import { showFiles } from "#shop/media/server/index.ts";
import { NO_OFFER, setSpecialOffer } from "#shop/merchandising/server/index.ts";
import { setOwnRules } from "#shop/policies/server/index.ts";
import { readTaxes, setTaxes } from "#shop/pricing/server/index.ts";
import { setOwnTexts } from "#shop/texts/server/index.ts";
import { setOwnCouriers, setSeller } from "#shop/seller/server/index.ts";
import type { HomeContentFiles } from "../owner-folder/home-content-files.ts";
import { DEFAULT_SORTING } from "../../sorting.ts";
import { beginCatalogueRevision, lockCatalogue } from "../revision.ts";
import { product } from "../tables.ts";
import { createPaidPrice, loadChanges, loadSnapshot, readVersion, type Snapshot } from "./load-snapshot.ts";
import { createProductCache, type ProductCache } from "./product-cache.ts";
import { ProductSummaries } from "./product-summaries.ts";
import { Kinds, type ProductSummary, withStock } from "./product-summary.ts";

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

/** Loads changes from the database, one call at a time. Returns true if visitors can see a difference. */
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
  if (next.fingerprint !== current?.fingerprint) showFiles(context, next.videos);
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
  // A preview has no search, so it needs no search index.
  const products = new ProductSummaries(kinds, createPaidPrice(to));
  products.apply(snapshot.products.listBy(DEFAULT_SORTING));
  const copy = { ...snapshot, products };
  Object.assign(to.service(catalogueService), { snapshot: copy, kinds });
  publishContent(to, copy);
}

/** Starts a new revision when a new tax rate takes effect. Only one process does this. */
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
  const service = context.service(catalogueService);
  if (!current) return loadSnapshot(context, service.kinds, service.cache);
  const changes = await loadChanges(context, service.kinds, service.cache, current);
  // Loads the whole catalogue if the database was restored or the changes are unknown.
  if (changes.revision < current.revision || changes.isUnknown)
    return loadSnapshot(context, service.kinds, service.cache);
  // Clears the cache, because an import may have changed pictures without changing the products.
  if (changes.fingerprint !== current.fingerprint) service.cache = createProductCache();
  return changes.apply();
}

/** The time by which consecutive queries overlap, because a transaction's changes may become visible late. */
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
