import type { Context } from "#platform/context.ts";
import { defineService } from "#platform/service.ts";
import { toPictureKey } from "./picture-ref.ts";
import type { KnownPicture } from "./picture-store.ts";

/** The files of the catalogue folder that visitors may have. It is replaced, never changed. */
export interface ShownFiles {
  /** By the beginning of their address, see `toPictureKey`. */
  picturesByKey: ReadonlyMap<string, KnownPicture>;
  /** File names in `videos/`, by address. */
  videos: ReadonlyMap<string, string>;
}

const service = defineService("media.shown-files", () => ({
  shown: { picturesByKey: new Map(), videos: new Map() } as ShownFiles,
}));

export const getShownFiles = (context: Context): ShownFiles => context.service(service).shown;

/** From now on these are served, and no others: the catalogue calls it with every snapshot that it takes. */
export function showFiles(
  context: Context,
  pictures: Iterable<KnownPicture>,
  videos: ReadonlyMap<string, string>,
): void {
  const picturesByKey = new Map([...pictures].map((picture) => [toPictureKey(picture), picture]));
  context.service(service).shown = { picturesByKey, videos };
}
