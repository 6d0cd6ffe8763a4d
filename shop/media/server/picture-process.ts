import sharp from "sharp";
import { colours } from "#contract/colours.ts";
import { nameSourcesInStacks } from "#platform/observe/source-stacks.ts";
import { serveJobs } from "#platform/processes/idle-process.ts";
import type { MeasuredPicture, PictureJob } from "./picture-jobs.ts";

// Runs as a process of its own: `picture-maker.ts` starts it.

const PLACEHOLDER_WIDTH = 16;

// Each file is read once: a cache would only hold memory.
sharp.cache(false);
nameSourcesInStacks();
serveJobs((question) => {
  const job = question as PictureJob;
  return job.kind === "resize" ? resize(job) : measure(job.content);
});

function resize({ file, width, format }: PictureJob & { kind: "resize" }): Promise<Buffer> {
  const variant = sharp(file).autoOrient().resize({ width, withoutEnlargement: true });
  switch (format) {
    case "avif":
      return variant.avif({ quality: 60, effort: 3, chromaSubsampling: "4:2:0" }).toBuffer();
    case "webp":
      return variant.webp({ quality: 78 }).toBuffer();
    case "jpg":
      return variant.flatten({ background: colours.paper }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
  }
}

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
