import { MINUTE, SECOND } from "#contract/time.ts";
import { HttpRefusal, RETRY_SOON } from "#platform/http/envelope.ts";
import { refuse } from "#platform/http/refuse.ts";
import { createWorkQueue } from "#platform/limits/work-queue.ts";
import { defineTimer } from "#platform/observe/counts.ts";
import { IdleProcess, JobTimeout } from "#platform/processes/idle-process.ts";
import { getThreadFile } from "#platform/storage/package-files.ts";
import {
  type CleanPicture,
  type Effort,
  EFFORTS,
  type JobFormat,
  type MeasuredPicture,
  type PictureJob,
  type Quality,
} from "./picture-jobs.ts";

const file = getThreadFile("picture-process", import.meta.url);

const pictureProcess = new IdleProcess("picture process", file);

/** Customers' photographs are untrusted: decode them in a separate process with a lower priority (T51). */
const uploadsProcess = new IdleProcess("process for uploaded photos", file, { niceness: 5 });

/** If a job takes longer, its decoder may hang or the shop may be too busy. The process is then killed. */
const MAX_JOB_MS = 2 * MINUTE;
const MAX_UPLOAD_JOB_MS = 20 * SECOND;

export const resizePicture = (
  file: string,
  width: number,
  format: JobFormat,
  effort: Effort = EFFORTS.ahead,
  quality: Quality = "usual",
): Promise<Buffer> =>
  resizing.time(
    () => runJob({ kind: "resize", file, width, format, effort, quality }) as Promise<Buffer>,
    (cause) => ({ format, outcome: cause === undefined ? "made" : "failed" }),
  );

const resizing = defineTimer(
  "shop_picture_resize_duration_seconds",
  "Duration of resizing a picture.",
  ["format", "outcome"],
  [0.05, 0.1, 0.3, 1, 3, 10],
);

export const measurePicture = (content: Buffer): Promise<MeasuredPicture> =>
  runJob({ kind: "measure", content }) as Promise<MeasuredPicture>;

/** Returns a logo as PNG. @throws Error if the file is not a PNG, JPEG or WebP */
export const encodeLogo = (content: Buffer): Promise<Buffer> =>
  runJob({ kind: "logo", content }) as Promise<Buffer>;

export const drawPicture = (svg: string, width: number): Promise<Buffer> =>
  runJob({ kind: "draw", svg, width }) as Promise<Buffer>;

/** The accounts with a request in progress. Only one is allowed, so that nobody fills the queue (T51). */
const inProgress = new Set<string>();

/** Re-encodes customers' photographs (`data:` URLs) in two sizes. Refuses with `bad_picture` or `busy` (T51). */
export async function cleanPhotos(photos: readonly string[], accountId: string, signal?: AbortSignal) {
  if (photos.length === 0) return [];
  if (inProgress.has(accountId)) return refuseBusy();
  inProgress.add(accountId);
  try {
    const contents = photos.map((value) => Buffer.from(value.slice(value.indexOf(",") + 1), "base64"));
    return await cleanPictures(contents, signal);
  } catch (cause) {
    return cause instanceof HttpRefusal ? refuseBusy() : refuse("bad_picture");
  } finally {
    inProgress.delete(accountId);
  }
}

const refuseBusy = () => refuse("busy", { retryAfterMs: 5 * SECOND });

/**
 * Re-encodes photographs. Stops and throws if `signal` is aborted. @throws HttpRefusal 503 if the shop is busy
 * @throws Error if a file is not a photograph of an allowed format
 */
export const cleanPictures = (contents: readonly Buffer[], signal?: AbortSignal): Promise<CleanPicture[]> =>
  cleaning.run(async () => {
    const cleaned: CleanPicture[] = [];
    for (const content of contents) {
      signal?.throwIfAborted();
      cleaned.push(
        (await runJob({ kind: "clean", content }, uploadsProcess, MAX_UPLOAD_JOB_MS)) as CleanPicture,
      );
    }
    return cleaned;
  }, signal);

const cleaning = createWorkQueue({ atOnce: 1, maxWaiting: 20, longestWaitMs: 4 * SECOND });

/**
 * Converts the owner's photograph to the stored format. @throws HttpRefusal 503 if the shop is busy
 * @throws Error if the file is not a photograph of an allowed format
 */
export const writeMaster = (content: Buffer): Promise<Buffer> =>
  mastering.run(() => runJob({ kind: "master", content }) as Promise<Buffer>);

/** One photograph at a time, because decoding 60 million pixels needs 250 MB of memory. */
const mastering = createWorkQueue({ atOnce: 1, maxWaiting: 8, longestWaitMs: MINUTE });

/** @throws HttpRefusal 503 if the job takes too long @throws Error if the file is not a picture */
async function runJob(job: PictureJob, worker = pictureProcess, longestMs = MAX_JOB_MS): Promise<unknown> {
  try {
    return await worker.ask(job, longestMs);
  } catch (cause) {
    throw cause instanceof JobTimeout ? new HttpRefusal(503, "busy", cause.message, RETRY_SOON) : cause;
  }
}
