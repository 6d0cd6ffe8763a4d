import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PictureRef } from "#contract/picture.ts";
import { SECOND } from "#contract/time.ts";
import { type Context, defineService } from "#platform/context.ts";
import { createWorkQueue, type WorkQueue } from "#platform/limits/work-queue.ts";
import { defineLevel } from "#platform/observe/counts.ts";
import { StorageFailure } from "#platform/storage/object-storage.ts";
import { listWidths } from "../picture-sizes.ts";
import type { Outline } from "./isolate-piece.ts";
import { getMediaType } from "./media-types.ts";
import { readCached, saveFile, findOriginalFile } from "./originals.ts";
import { type Effort, EFFORTS, type JobFormat } from "./picture-jobs.ts";
import { resizePicture } from "./picture-maker.ts";
import { getPictureStorage, readStored } from "./picture-storage.ts";
import { type StoredPicture, toPictureKey } from "./picture-store.ts";
import { findShownPicture } from "./shown-files.ts";

export interface ImageVariant {
  picture: StoredPicture;
  width: number;
  format: JobFormat;
}

const imageResizer = defineService("media.image-resizer", createImageResizer);

export const getImageResizer = (context: Context) => context.service(imageResizer);

/** Two pictures at once leave enough CPU for requests. The longest wait is below nginx's timeout of 30 s. */
const MAKING = { atOnce: 2, maxWaiting: 400, longestWaitMs: 25 * SECOND };

interface PendingVariant {
  work: Promise<Buffer | null>;
  /** The number of clients that wait for the picture. Infinity if it is made in advance, so that nothing cancels it. */
  waitingClients: number;
  abort(): void;
}

function createImageResizer(context: Context) {
  const making = new Map<string, PendingVariant>();
  const { run, runWhenIdle } = createWorkQueue(MAKING);
  unfinished.set(0);
  const start = (variant: ImageVariant, file: string, effort: Effort): PendingVariant => {
    const abortController = new AbortController();
    const runInTurn: WorkQueue["run"] = effort === EFFORTS.ahead ? runWhenIdle : run;
    unfinished.add(1);
    const work = runInTurn(() => findOrMake(context, variant, file, effort), abortController.signal).finally(
      () => {
        unfinished.add(-1);
        removeJob();
      },
    );
    const job = { work, waitingClients: 0, abort: abortJob };
    making.set(file, job);
    return job;
    function removeJob() {
      if (making.get(file) === job) making.delete(file);
    }
    function abortJob() {
      removeJob();
      abortController.abort();
    }
  };
  const make = (variant: ImageVariant, file: string, effort: Effort, signal?: AbortSignal) => {
    const job = making.get(file) ?? start(variant, file, effort);
    job.waitingClients += signal ? 1 : Infinity;
    signal?.addEventListener("abort", () => --job.waitingClients === 0 && job.abort(), { once: true });
    return job.work;
  };
  const fileOf = (variant: ImageVariant) =>
    path.join(context.config.dataDir, "pictures", toVariantName(variant));

  return {
    /**
     * Returns a picture from the disk or the storage, or creates it. Stops if all clients that wait for it disconnect.
     * Null if the owner has deleted it, or if it is not on the disk and `signal` was aborted before the call.
     * @throws StorageFailure @throws HttpRefusal 503 if too many are waiting
     */
    async bytesOf(variant: ImageVariant, signal?: AbortSignal): Promise<Buffer | null> {
      const file = fileOf(variant);
      const cached = await readCached(file);
      return cached || signal?.aborted ? cached : make(variant, file, EFFORTS.whileVisitorWaits, signal);
    },
    /** Creates the picture before a visitor needs it. Visitors' requests have priority. */
    async prepare(variant: ImageVariant): Promise<void> {
      const file = fileOf(variant);
      if (!(await readCached(file))) await make(variant, file, EFFORTS.ahead);
    },
  };
}

const toVariantName = ({ picture, width, format }: ImageVariant): string =>
  `${toPictureKey(picture)}.${width}.${format}`;

async function findOrMake(
  context: Context,
  variant: ImageVariant,
  file: string,
  effort: Effort,
): Promise<Buffer | null> {
  const key = `variants/${toVariantName(variant)}`;
  const stored = await readStored(context, key).catch((cause: unknown) => {
    // If the storage fails, the picture is created again.
    if (cause instanceof StorageFailure) return null;
    throw cause;
  });
  const bytes = stored ?? (await makeVariant(context, variant, effort));
  if (bytes === null) return null;
  await saveFile(file, bytes).catch((cause: unknown) =>
    context.log.warn({ err: cause, file }, "a resized picture could not be saved"),
  );
  if (!stored)
    getPictureStorage(context)
      ?.write(key, bytes, getMediaType(key))
      .catch((cause: unknown) => context.log.warn({ err: cause, key }, "a picture could not be stored"));
  return bytes;
}

/** Product pictures of at least this width in px have the quality `detail`, because galleries and zoom show them. */
const DETAIL_FROM = 960;

async function makeVariant(context: Context, { picture, width, format }: ImageVariant, effort: Effort) {
  const original = await findOriginalFile(context, picture);
  if (original === null) return null;
  try {
    const isDetail = picture.path.startsWith("products/") && width >= DETAIL_FROM;
    return await resizePicture(original, width, format, effort, isDetail ? "detail" : "usual");
  } catch (cause) {
    if (existsSync(original)) throw cause;
    return null;
  }
}

const unfinished = defineLevel(
  "shop_pictures_unfinished",
  "Number of pictures that are being resized or are waiting to be resized.",
);

export interface PictureGroup {
  pictures: readonly (PictureRef | undefined)[];
  upTo: number;
}

/** The pause in ms before each picture, so that a server with two CPU cores keeps one mostly free for requests. */
const PAUSE_MS = 100;

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

/** Lists only AVIF pictures, because most browsers request this format. */
async function* listVariants(
  context: Context,
  groups: readonly PictureGroup[],
): AsyncGenerator<ImageVariant> {
  const value = new Set<string>();
  for (const { pictures, upTo } of groups) {
    for (const ref of pictures) {
      const picture = ref && (await findShownPicture(context, readKey(ref)));
      for (const width of picture ? listWidths(picture.width) : []) {
        const name = `${picture?.path}.${width}`;
        if (!picture || width > upTo || value.has(name)) continue;
        value.add(name);
        yield { picture, width, format: "avif" };
      }
    }
  }
}

const OUTLINE_SIDE = 320;

export async function findOutline(context: Context, photograph: PictureRef): Promise<Outline | null> {
  const picture = await findShownPicture(context, readKey(photograph));
  const variant = picture && { picture, width: OUTLINE_SIDE, format: "outline" as const };
  const bytes = variant && (await getImageResizer(context).bytesOf(variant));
  return bytes && (JSON.parse(bytes.toString()) as Outline | null);
}

const readKey = ({ src }: PictureRef): string => src.replace("/pictures/", "").replace(".{w}.{f}", "");
