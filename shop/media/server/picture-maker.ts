import type { VariantFormat } from "#contract/picture.ts";
import { defineTimer } from "#platform/observe/counts.ts";
import { IdleProcess } from "#platform/processes/idle-process.ts";
import { getThreadFile } from "#platform/storage/package-files.ts";
import type { CleanPicture, MeasuredPicture, PictureJob } from "./picture-jobs.ts";

const pictureProcess = new IdleProcess("picture process", getThreadFile("picture-process", import.meta.url));

/** A picture file in another width and format. Pictures are made in a process of their own. */
export const resizePicture = (file: string, width: number, format: VariantFormat): Promise<Buffer> =>
  resizing.time(
    () => ask({ kind: "resize", file, width, format }) as Promise<Buffer>,
    (cause) => ({ format, outcome: cause === undefined ? "made" : "failed" }),
  );

const resizing = defineTimer(
  {
    name: "shop_picture_resize_duration_seconds",
    help: "Pictures made in another size, without their wait.",
  },
  ["format", "outcome"],
  [0.05, 0.1, 0.3, 1, 3, 10],
);

/** @throws when the file holds no picture */
export const measurePicture = (content: Buffer): Promise<MeasuredPicture> =>
  ask({ kind: "measure", content }) as Promise<MeasuredPicture>;

/** A drawing of the shop's own, an SVG text, as a PNG file of that width in pixels. */
export const drawPicture = (svg: string, width: number): Promise<Buffer> =>
  ask({ kind: "draw", svg, width }) as Promise<Buffer>;

/** Somebody's photograph (JPEG, PNG, WebP) written anew in two sizes. @throws when it is none, or has too many pixels */
export const cleanPicture = (content: Buffer): Promise<CleanPicture> =>
  ask({ kind: "clean", content }) as Promise<CleanPicture>;

/** A photograph of the owner's (JPEG, HEIC, PNG, WebP, AVIF) as the shop keeps it. @throws when it is none, or has too many pixels */
export const writeMaster = (content: Buffer): Promise<Buffer> =>
  ask({ kind: "master", content }) as Promise<Buffer>;

const ask = (job: PictureJob): Promise<unknown> => pictureProcess.ask(job);
