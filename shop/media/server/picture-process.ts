import sharp from "sharp";
import { colours } from "#contract/colours.ts";
import { nameSourcesInStacks } from "#platform/observe/source-stacks.ts";
import { serveJobs } from "#platform/processes/idle-process.ts";
import { isolatePiece } from "./isolate-piece.ts";
import { isHeic, readHeic } from "./read-heic.ts";
import type { CleanPicture, MeasuredPicture, PictureJob } from "./picture-jobs.ts";

// Runs as a process of its own: `picture-maker.ts` starts it.

const PLACEHOLDER_WIDTH = 16;

// Each file is read once: a cache would only hold memory.
sharp.cache(false);
nameSourcesInStacks();
serveJobs((question) => {
  const job = question as PictureJob;
  switch (job.kind) {
    case "resize":
      return resize(job);
    case "measure":
      return measure(job.content).catch((cause: unknown) => {
        throw isHeic(job.content) ? new Error(HEIC_UNDER_ANOTHER_NAME) : cause;
      });
    case "draw":
      return draw(job);
    case "clean":
      return clean(job.content);
    case "master":
      return writeMaster(job.content);
  }
});

const HEIC_UNDER_ANOTHER_NAME =
  "it is a HEIC photograph under another name: save it as JPEG, or leave it out and give it as it is with products pictures … --add";

function resize({ file, width, format }: PictureJob & { kind: "resize" }): Promise<Buffer> {
  const variant = sharp(file).autoOrient().resize({ width, withoutEnlargement: true });
  switch (format) {
    case "avif":
      return variant.avif({ quality: 60, effort: 3, chromaSubsampling: "4:2:0" }).toBuffer();
    case "webp":
      return variant.webp({ quality: 78 }).toBuffer();
    case "piece":
      return isolatePiece(file, width);
    case "jpg":
      return variant.flatten({ background: colours.paper }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
  }
}

/** Few colours: a drawing of ours has no more. */
const draw = ({ svg, width }: PictureJob & { kind: "draw" }): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: DENSITY })
    .resize({ width })
    .png({ palette: true, effort: 4 })
    .toBuffer();

/** Drawn larger than it is shown, so that its lines are smooth. */
const DENSITY = 144;

async function measure(content: Buffer): Promise<MeasuredPicture> {
  const { autoOrient } = await sharp(content).metadata();
  // Grey: so few pixels have fringes of strange colours.
  const tiny = await sharp(content)
    .autoOrient()
    .resize(PLACEHOLDER_WIDTH)
    .greyscale()
    .webp({ quality: 50 })
    .toBuffer();
  return {
    width: autoOrient.width,
    height: autoOrient.height,
    placeholder: `data:image/webp;base64,${tiny.toString("base64")}`,
  };
}

/** The longest sides that others see of a photograph. */
const LARGE = 1280;
const SMALL = 320;

/** What a small file may hold of pixels: more would fill the memory. */
const MOST_PIXELS = 24_000_000;

/** Photographs only: a drawing could fetch files, and a book of pages is none. */
const PHOTOGRAPHS: readonly string[] = ["jpeg", "png", "webp"];

/** Decodes and writes anew: place, camera and name of its owner stay behind. */
async function clean(content: Buffer): Promise<CleanPicture> {
  const photograph = sharp(content, { limitInputPixels: MOST_PIXELS, failOn: "error" });
  const { format } = await photograph.metadata();
  if (!PHOTOGRAPHS.includes(format)) throw new Error(`${format} is not a photograph`);
  const fit = (side: number) =>
    photograph
      .clone()
      .autoOrient()
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .flatten({ background: colours.paper })
      .jpeg({ quality: 78, mozjpeg: true });
  const { data: large, info } = await fit(LARGE).toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, large, small: await fit(SMALL).toBuffer() };
}

/** The longest side from which every width of a page is made, with room to look closer. */
const MASTER = 2400;

/** What the camera of a phone makes at most. */
const MOST_CAMERA_PIXELS = 60_000_000;

/** sharp names AVIF so. */
const MASTERS: readonly string[] = [...PHOTOGRAPHS, "heif"];

/** Upright, and without the place where it was taken. */
async function writeMaster(content: Buffer): Promise<Buffer> {
  const read = isHeic(content) ? await readHeic(content, MOST_CAMERA_PIXELS) : content;
  const photograph = sharp(read, { limitInputPixels: MOST_CAMERA_PIXELS, failOn: "error" });
  const { format } = await photograph.metadata();
  if (!MASTERS.includes(format)) throw new Error(`${format} is not a photograph`);
  return photograph
    .autoOrient()
    .resize({ width: MASTER, height: MASTER, fit: "inside", withoutEnlargement: true })
    .flatten({ background: colours.paper })
    .jpeg({ quality: 88, mozjpeg: true })
    .toBuffer();
}
