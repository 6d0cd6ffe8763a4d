import { LRUCache } from "lru-cache";
import { type Context, defineService } from "#platform/context.ts";
import type { Original } from "./picture-storage.ts";
import { findPictureByKey, type KnownPicture } from "./picture-store.ts";

/** Recently requested pictures: the first pages of a shop have a few hundred. */
const MAX_PICTURES = 2_000;

const service = defineService("media.shown-files", () => ({
  videos: new Map() as ReadonlyMap<string, Original>,
  pictures: new LRUCache<string, KnownPicture>({ max: MAX_PICTURES }),
}));

export async function findShownPicture(context: Context, key: string): Promise<KnownPicture | null> {
  const { pictures } = context.service(service);
  const existing = pictures.get(key);
  if (existing) return existing;
  const picture = await findPictureByKey(context.db, key);
  if (picture) pictures.set(key, picture);
  return picture;
}

/** Returns the video of a URL. */
export const findShownVideo = (context: Context, address: string): Original | undefined =>
  context.service(service).videos.get(address);

/**
 * Serves these videos by URL from now on, and no others, and drops the cache of pictures. The catalogue calls it after
 * each import of files.
 */
export function showFiles(context: Context, videos: ReadonlyMap<string, Original>): void {
  const shownFiles = context.service(service);
  shownFiles.videos = videos;
  shownFiles.pictures.clear();
}
