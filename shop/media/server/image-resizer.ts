import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PictureRef, VariantFormat } from "#contract/picture.ts";
import type { Context } from "#platform/context.ts";
import { createWorkQueue, type WorkQueue } from "#platform/limits/work-queue.ts";
import { defineLevel } from "#platform/observe/counts.ts";
import { defineService } from "#platform/service.ts";
import { StorageFailure } from "#platform/storage/object-storage.ts";
import { listWidths } from "../picture-sizes.ts";
import { getMediaType } from "./media-types.ts";
import { readCached, saveFile, findOriginalFile } from "./originals.ts";
import { resizePicture } from "./picture-maker.ts";
import { getPictureStorage, readStored } from "./picture-storage.ts";
import { type KnownPicture, toPictureKey } from "./picture-store.ts";
import { findShownPicture } from "./shown-files.ts";

/** One file of a picture: in this width and format. */
export interface ImageVariant {
  picture: KnownPicture;
  width: number;
  format: VariantFormat;
}

/** Makes variants when they are first asked for and stores them in the data folder. */
interface ImageResizer {
  /**
   * The bytes of a variant, from the disk, from the storage or freshly made; null once the owner has deleted the
   * picture. @throws StorageFailure
   */
  bytesOf(variant: ImageVariant): Promise<Buffer | null>;
  /** Makes a picture ahead of visitors: it waits until none is waiting. */
  prepare(variant: ImageVariant): Promise<void>;
}

const imageResizer = defineService("media.image-resizer", createImageResizer);

export const getImageResizer = (context: Context): ImageResizer => context.service(imageResizer);

function createImageResizer(context: Context): ImageResizer {
  const making = new Map<string, Promise<Buffer | null>>();
  // Two at once for visitors, one for no one, so that the shop stays quick while it makes pictures.
  const { run, runWhenIdle } = countUnfinished(createWorkQueue({ atOnce: 2 }));
  const make = (variant: ImageVariant, file: string, inTurn: WorkQueue["run"]) => {
    const begun = making.get(file);
    if (begun) return begun;
    const work = inTurn(() => findOrMake(context, variant, file)).finally(() => making.delete(file));
    making.set(file, work);
    return work;
  };
  const fileOf = (variant: ImageVariant) =>
    path.join(context.config.dataDir, "pictures", toVariantName(variant));

  return {
    async bytesOf(variant) {
      const file = fileOf(variant);
      return (await readCached(file)) ?? make(variant, file, run);
    },
    async prepare(variant) {
      const file = fileOf(variant);
      if (!(await readCached(file))) await make(variant, file, runWhenIdle);
    },
  };
}

const toVariantName = ({ picture, width, format }: ImageVariant): string =>
  `${toPictureKey(picture)}.${width}.${format}`;

/** Another machine may have made it. */
async function findOrMake(context: Context, variant: ImageVariant, file: string): Promise<Buffer | null> {
  const key = `variants/${toVariantName(variant)}`;
  const stored = await readStored(context, key).catch(ignoreStorageFailure);
  const bytes = stored ?? (await makeVariant(context, variant));
  if (bytes === null) return null;
  await saveFile(file, bytes).catch((cause: unknown) =>
    context.log.warn({ err: cause, file }, "a picture could not be kept"),
  );
  if (!stored) storeForOthers(context, key, bytes);
  return bytes;
}

/** It can still be made. */
function ignoreStorageFailure(cause: unknown): null {
  if (cause instanceof StorageFailure) return null;
  throw cause;
}

/** A picture that the owner has deleted meanwhile is no error. */
async function makeVariant(context: Context, { picture, width, format }: ImageVariant) {
  const original = await findOriginalFile(context, picture);
  if (original === null) return null;
  try {
    return await resizePicture(original, width, format);
  } catch (cause) {
    if (existsSync(original)) throw cause;
    return null;
  }
}

/** No visitor waits for it. */
function storeForOthers(context: Context, key: string, bytes: Buffer): void {
  getPictureStorage(context)
    ?.write(key, bytes, getMediaType(key))
    .catch((cause: unknown) => context.log.warn({ err: cause, key }, "a picture could not be stored"));
}

const unfinished = defineLevel({
  name: "shop_pictures_unfinished",
  help: "Pictures that are being made in another size, or wait for their turn.",
});

/** Wraps a queue so that its work is counted. */
function countUnfinished({ run, runWhenIdle }: WorkQueue): Pick<WorkQueue, "run" | "runWhenIdle"> {
  unfinished.set(0);
  const count = (inTurn: WorkQueue["run"]): WorkQueue["run"] => {
    return (work) => {
      unfinished.add(1);
      return inTurn(work).finally(() => unfinished.add(-1));
    };
  };
  return { run: count(run), runWhenIdle: count(runWhenIdle) };
}

/** Pictures that are seen together, and the greatest width of them that is made ahead. */
export interface PictureGroup {
  pictures: readonly (PictureRef | undefined)[];
  upTo: number;
}

/** Breathing space between two pictures, so that one core of two is free most of the time. */
const PAUSE_MS = 100;

/** Makes pictures ahead of the first visitor, one by one, in the order of the groups. */
export async function prewarmPictures(
  context: Context,
  groups: readonly PictureGroup[],
  signal: AbortSignal,
): Promise<void> {
  const resizer = getImageResizer(context);
  let failures = 0;
  for await (const variant of listVariants(context, groups)) {
    await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted || failures === 3) return;
    await resizer.prepare(variant).catch((cause: unknown) => {
      failures++;
      context.log.warn({ err: cause, picture: variant.picture.path }, "a picture could not be made");
    });
  }
}

/** AVIF only: every browser of the last years takes it, and the others get theirs when they ask. */
async function* listVariants(
  context: Context,
  groups: readonly PictureGroup[],
): AsyncGenerator<ImageVariant> {
  const given = new Set<string>();
  for (const { pictures, upTo } of groups) {
    for (const ref of pictures) {
      const picture = ref && (await findShownPicture(context, readKey(ref)));
      for (const width of picture ? listWidths(picture.width) : []) {
        const name = `${picture?.path}.${width}`;
        if (!picture || width > upTo || given.has(name)) continue;
        given.add(name);
        yield { picture, width, format: "avif" };
      }
    }
  }
}

const readKey = ({ src }: PictureRef): string => src.replace("/pictures/", "").replace(".{w}.{f}", "");
