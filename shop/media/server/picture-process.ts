import sharp from "sharp";
import { colours } from "#contract/colours.ts";
import { nameSourcesInStacks } from "#platform/observe/source-stacks.ts";
import { serveJobs } from "#platform/processes/idle-process.ts";
import { isolatePiece } from "./isolate-piece.ts";
import type { MeasuredPicture, PictureJob } from "./picture-jobs.ts";

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
      return measure(job.content);
    case "draw":
      return draw(job);
  }
});

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
