import { LRUCache } from "lru-cache";
import { type Context, defineService } from "#platform/context.ts";
import type { Original } from "./picture-storage.ts";
import { findPictureByKey, type StoredPicture } from "./picture-store.ts";

const MAX_PICTURES = 2_000;

const service = defineService("media.shown-files", () => ({
  videos: new Map() as ReadonlyMap<string, Original>,
  pictures: new LRUCache<string, StoredPicture>({ max: MAX_PICTURES }),
}));

export async function findShownPicture(context: Context, key: string): Promise<StoredPicture | null> {
  const { pictures } = context.service(service);
  const existing = pictures.get(key);
  if (existing) return existing;
  const picture = await findPictureByKey(context.db, key);
  if (picture) pictures.set(key, picture);
  return picture;
}

export const findShownVideo = (context: Context, address: string): Original | undefined =>
  context.service(service).videos.get(address);

export function showFiles(context: Context, videos: ReadonlyMap<string, Original>): void {
  const shownFiles = context.service(service);
  shownFiles.videos = videos;
  shownFiles.pictures.clear();
}
