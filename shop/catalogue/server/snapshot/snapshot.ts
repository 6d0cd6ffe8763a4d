import type { PictureRef } from "#contract/picture.ts";
import type { Context } from "#platform/context.ts";
import { defineService } from "#platform/service.ts";
import { toPictureRef, showFiles } from "#server/media";
import { setSeller } from "#server/seller";
import { catalogueVersion } from "../tables.ts";
import { loadSnapshot, restockSnapshot, type Snapshot } from "./load-snapshot.ts";

/** What the shop holds of its catalogue while it is open. */
const catalogueService = defineService("catalogue", () => ({
  snapshot: null as Snapshot | null,
  onChange: () => {},
  refreshing: Promise.resolve(false),
}));

/** What the shop shows now. @throws when the catalogue was never opened on this context. */
export function getSnapshot(context: Context): Snapshot {
  const { snapshot } = context.service(catalogueService);
  if (!snapshot) throw new Error("The catalogue is not open yet: call openCatalogue first.");
  return snapshot;
}

/** A picture of the catalogue folder, e.g. `banners/banner-1-desktop.jpg`; null when no file of the owner uses it. */
export function findPictureRef(context: Context, path: string): PictureRef | null {
  const known = getSnapshot(context).pictures.get(path);
  return known ? toPictureRef(known) : null;
}

/** The products that the owner put on the Hot Products tiles, those that are not in the shop too. */
export const getHotTiles = (context: Context): Snapshot["hotProducts"] => getSnapshot(context).hotProducts;

/** Hears of every difference a visitor could see, no matter who found it. */
export const onSnapshotChange = (context: Context, listener: () => void): void => {
  context.service(catalogueService).onChange = listener;
};

/**
 * Brings the snapshot up to date: everything after an import, else only the stock of limited pieces.
 * Returns whether a visitor could see a difference. One after another: an older look never replaces a newer one.
 */
export function refreshSnapshot(context: Context): Promise<boolean> {
  const service = context.service(catalogueService);
  service.refreshing = service.refreshing.catch(() => false).then(() => refresh(context));
  return service.refreshing;
}

async function refresh(context: Context): Promise<boolean> {
  const service = context.service(catalogueService);
  const { snapshot: current } = service;
  const [version] = await context.db.select({ revision: catalogueVersion.revision }).from(catalogueVersion);
  const isSameVersion = current?.revision === (version?.revision ?? 0);
  const next =
    current && isSameVersion ? await restockSnapshot(context, current) : await loadSnapshot(context);
  if (next === current) return false;
  service.snapshot = next;
  setSeller(context, next.homeContent.seller);
  if (next.pictures !== current?.pictures) showFiles(context, next.pictures.values(), next.videos);
  service.onChange();
  return true;
}
