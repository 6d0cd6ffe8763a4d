import { setTimeout as sleep } from "node:timers/promises";
import { formatCount } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import { withLongStatements } from "#platform/database/lock-briefly.ts";
import { prewarmPictures, type PictureGroup } from "#shop/media/server/index.ts";
import { NEWLY_LAUNCHED } from "../listing.ts";
import { importCatalogue, requireRealSeller } from "./import/import-catalogue.ts";
import { findHomeContent, listNewestProducts } from "./products/find-products.ts";
import { onSnapshotChange, refreshSnapshot } from "./snapshot/snapshot.ts";
import { importFirstSynonyms } from "./search/synonym-commands.ts";
import { product } from "./tables.ts";

interface Listeners {
  onPublicChange?: () => void;
  onProgress?: (message: string) => void;
}

/** Watches the catalogue. Imports its folder first if no products exist. @throws CatalogueErrors, SampleSeller */
export async function openCatalogue(context: Context, { onPublicChange, onProgress }: Listeners = {}) {
  await requireRealSeller(context);
  const stocked = await context.db.select({ id: product.id }).from(product).limit(1);
  if (stocked.length === 0) await importFirstCatalogue(context, onProgress);
  await refreshSnapshot(context);

  const closing = new AbortController();
  if (onPublicChange) onSnapshotChange(context, onPublicChange);
  const watching = watch(context, closing.signal);
  const warming = context.config.prewarmPictures
    ? prewarmPictures(context, await listFirstPictures(context), closing.signal)
    : Promise.resolve();
  return {
    async close() {
      closing.abort();
      await Promise.all([watching, warming]);
    },
  };
}

async function importFirstCatalogue(
  context: Context,
  onProgress: (message: string) => void = () => {},
): Promise<void> {
  const report = (message: string, done?: number, of?: number) =>
    onProgress(of === undefined ? message : `${message}: ${done} of ${of}`);
  const { added, warnings } = await withLongStatements(() =>
    importCatalogue(context, context.config.catalogueDir, { onProgress: report }),
  );
  await importFirstSynonyms(context);
  context.log.info({ added }, "catalogue imported");
  if (warnings.length > 0) {
    onProgress(
      `${formatCount(added, "product")} imported. Run "npm run shop -- products import --dry-run" to see ${formatCount(warnings.length, "thing")} to confirm before you open to real customers`,
    );
  }
}

const POLL_EVERY_MS = 400;

/** Looks for changes by other processes. After a slow check, pauses for five times its duration, to limit the load. */
async function watch(context: Context, signal: AbortSignal): Promise<void> {
  let pauseMs: number = POLL_EVERY_MS;
  while (await sleepUnlessAborted(pauseMs, signal)) {
    const began = performance.now();
    pauseMs = POLL_EVERY_MS;
    try {
      await refreshSnapshot(context);
      pauseMs = Math.max(POLL_EVERY_MS, (performance.now() - began) * 5);
    } catch (cause) {
      context.log.warn({ err: cause }, "the catalogue could not be refreshed");
    }
  }
}

const sleepUnlessAborted = (ms: number, signal: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { signal, ref: false }).catch(() => false);

const ON_FIRST_PAGES = NEWLY_LAUNCHED + 28;

async function listFirstPictures(context: Context): Promise<PictureGroup[]> {
  const homeContent = findHomeContent(context);
  const cards = (await listNewestProducts(context, ON_FIRST_PAGES)).map(({ images }) => images[0]?.picture);
  const banners = homeContent.banners.map(({ desktop, mobile }) => [desktop, mobile]);
  return [
    { pictures: banners.slice(0, 1).flat(), upTo: 2000 },
    { pictures: cards.slice(0, NEWLY_LAUNCHED), upTo: 640 },
    { pictures: homeContent.tiles.map(({ picture }) => picture), upTo: 640 },
    { pictures: homeContent.offerCards.map(({ picture }) => picture), upTo: 960 },
    { pictures: banners.slice(1).flat(), upTo: 2000 },
    { pictures: homeContent.hotProducts.map(({ picture }) => picture), upTo: 640 },
    { pictures: cards.slice(NEWLY_LAUNCHED), upTo: 640 },
    { pictures: cards.slice(0, NEWLY_LAUNCHED), upTo: 1200 },
  ];
}
