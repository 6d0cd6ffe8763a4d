import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { fromRupees, type Paise } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { readShownStock } from "#shop/inventory/server/index.ts";
import type { Original } from "#shop/media/server/index.ts";
import type { HomeContent } from "#shop/merchandising/home-content.ts";
import type { HomeContentFiles } from "../owner-folder/home-content-files.ts";
import { calculateShownPrice } from "../products/without-hsn.ts";
import { EMPTY_HOME_CONTENT } from "../revision.ts";
import type { SearchIndex, SearchTexts } from "../search/search-index.ts";
import { joinSynonyms, readOwnSynonyms, type Synonyms } from "../search/synonyms.ts";
import { catalogueVersion } from "../tables.ts";
import { loadHomeContent } from "./home-content.ts";
import type { ProductCache } from "./product-cache.ts";
import { ProductSummaries } from "./product-summaries.ts";
import {
  type Kinds,
  type ProductSummary,
  readChangedProducts,
  readProductSummaries,
  withStock,
} from "./product-summary.ts";

/** The catalogue in memory. An update changes `products` in place and replaces the other parts. */
export interface Snapshot {
  revision: number;
  fingerprint: string;
  /** The time of the last stock query, by the database's clock. */
  stockReadAt: Date;
  products: ProductSummaries;
  /** The owner's content of the home page. It may refer to products that are not in the shop. */
  files: HomeContentFiles;
  homeContent: HomeContent;
  synonyms: Synonyms;
  videos: ReadonlyMap<string, Original>;
}

interface Version {
  revision: number;
  /** When tax rates last took effect. Null before the first import. */
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

/** Loads the catalogue in one transaction, so that products and pictures belong to the same import. */
export const loadSnapshot = (context: Context, kinds: Kinds, cache: ProductCache): Promise<Snapshot> =>
  context.transact(async (tx) => {
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

/** Loads the changes since a snapshot. If `isUnknown` is true, the caller must load the whole catalogue instead. */
export const loadChanges = (context: Context, kinds: Kinds, cache: ProductCache, current: Snapshot) =>
  context.transact(async (tx) => {
    const { files, version } = await lockVersion(tx);
    const { changed, hiddenIds } = await readChangedProducts(tx, current.revision, kinds);
    const summaries = await readStock(tx, changed.summaries, files);
    const synonyms = await readOwnSynonyms(tx);
    // A new limit changes every product, because each product contains the maximum quantity per order.
    const isOtherLimit = files.rules?.mostPieces !== current.files.rules?.mostPieces;
    const isSameFile =
      version.fingerprint === current.fingerprint &&
      isDeepStrictEqual(files, current.files) &&
      isDeepStrictEqual(synonyms, current.synonyms);
    return {
      ...version,
      isUnknown: isOtherLimit || (isSameFile && summaries.length + hiddenIds.length === 0),
      async apply(): Promise<Snapshot> {
        current.products.apply(summaries, hiddenIds);
        current.products.index.remove(hiddenIds);
        await putTexts(current.products.index, changed.texts);
        current.products.index.setSynonyms(joinSynonyms(synonyms));
        current.products.refreshSelections();
        return {
          ...current,
          ...(await loadHomeContent(context.db, files, current.products, cache)),
          ...version,
          synonyms,
        };
      },
    };
  });

export const createPaidPrice =
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

/** Reads the version of the catalogue. Waits until a running import has released its lock. */
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
