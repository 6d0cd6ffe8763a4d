import sharp, { type AvifOptions, type Sharp, type SharpOptions } from "sharp";
import { crc32, deflateSync } from "node:zlib";
import type { HeifImage, Pixels } from "libheif-js/wasm-bundle.js";
import { colours } from "#contract/colours.ts";
import { nameSourcesInStacks } from "#platform/observe/source-stacks.ts";
import { serveJobs } from "#platform/processes/idle-process.ts";
import { isolatePiece, traceOutline } from "./isolate-piece.ts";
import type { CleanPicture, MeasuredPicture, PictureJob, Quality } from "./picture-jobs.ts";

/** True for HEIC, the format of iPhone photographs: bytes 4 to 11 contain `ftyp` and a HEIC brand. */
const isHeic = (content: Uint8Array): boolean =>
  /^ftyp(heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/.test(
    Buffer.from(content.subarray(4, 12)).toString("latin1"),
  );

/**
 * Converts a HEIC photograph to an upright PNG with the same colours. Uses libheif in WebAssembly (2 MB, loaded when
 * needed), because sharp cannot decode HEIC (patents). @throws Error if the file is invalid or `checkSides` throws
 */
async function readHeic(content: Buffer, checkSides: CheckSides): Promise<Buffer> {
  const { default: libheif } = await import("libheif-js/wasm-bundle.js");
  const heif = new libheif.HeifDecoder();
  const images = heif.decode(content);
  try {
    const photograph = images.find((image) => image.is_primary()) ?? images[0];
    if (!photograph) throw new Error("it contains no photograph");
    const { data, width, height } = await readPixels(photograph, checkSides);
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png({ compressionLevel: 1 })
      .toBuffer();
    return withProfile(png, findProfile(content));
  } finally {
    for (const image of images) image.free();
    heif.decoder.delete();
  }
}

type CheckSides = (width: number, height: number) => void;

function readPixels(photograph: HeifImage, checkSides: CheckSides): Promise<Pixels> {
  const [width, height] = [photograph.get_width(), photograph.get_height()];
  checkSides(width, height);
  const { promise, resolve, reject } = Promise.withResolvers<Pixels>();
  photograph.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (result) =>
    result ? resolve(result) : reject(new Error("it is damaged")),
  );
  return promise;
}

/** Returns the colour profile (box `colr`, kind `prof`) or null. iPhone photographs are not in sRGB. */
function findProfile(content: Buffer): Buffer | null {
  const at = content.indexOf("colrprof");
  if (at < 4) return null;
  const end = at - 4 + content.readUInt32BE(at - 4);
  return end > at + 8 && end <= content.length ? content.subarray(at + 8, end) : null;
}

const PNG_HEAD = 8 + 25; // signature and IHDR

function withProfile(png: Buffer, profile: Buffer | null): Buffer {
  if (!profile) return png;
  const chunk = Buffer.concat([Buffer.from("iCCPphoto\0\0", "latin1"), deflateSync(profile)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  sum.writeUInt32BE(crc32(chunk));
  return Buffer.concat([png.subarray(0, PNG_HEAD), length, chunk, sum, png.subarray(PNG_HEAD)]);
}

// `picture-maker.ts` starts this file as a separate process.

const PLACEHOLDER_WIDTH = 16;

// Each file is read only once, so a cache would only use memory.
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
    case "logo":
      return encodeLogo(job.content);
    case "master":
      return writeMaster(job.content);
  }
});

const HEIC_UNDER_ANOTHER_NAME =
  "it is a HEIC photograph with another file name. Save it as JPEG, or remove it here and add it to the product in the shop";

/** At quality 60, wood grain looks like plastic. At 1200 px, `detail` takes 65 KB and `usual` 42 KB. */
const QUALITIES: Readonly<Record<Quality, AvifOptions>> = {
  detail: { quality: 75, chromaSubsampling: "4:4:4" },
  usual: { quality: 65, chromaSubsampling: "4:2:0" },
};

async function resize({
  file,
  width,
  format,
  effort,
  quality,
}: PictureJob & { kind: "resize" }): Promise<Buffer> {
  const { picture } = await openPicture(file);
  const variant = picture.autoOrient().resize({ width, withoutEnlargement: true });
  switch (format) {
    case "avif":
      return variant.avif({ ...QUALITIES[quality], effort }).toBuffer();
    case "webp":
      return variant.webp({ quality: 78 }).toBuffer();
    case "piece":
      return isolatePiece(picture, width);
    case "outline":
      return traceOutline(picture, width);
    case "jpg":
      return variant.flatten({ background: colours.paper }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
  }
}

/** A palette is enough, because the shop's drawings have few colours. */
const draw = ({ svg, width }: PictureJob & { kind: "draw" }): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: DENSITY })
    .resize({ width })
    .png({ palette: true, effort: 4 })
    .toBuffer();

/** Twice the default density (in dpi) makes smoother lines. */
const DENSITY = 144;

async function measure(content: Buffer): Promise<MeasuredPicture> {
  const { picture, autoOrient } = await openPicture(content);
  // The blurred preview is grey: with so few pixels, the product's colours would bleed across its edges.
  const tiny = await picture
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

const LARGE = 1280;
const SMALL = 320;

/** Maximum number of pixels of a customer's photograph. The form shrinks photographs before the upload. */
const MAX_PIXELS = 24_000_000;

/** The formats of customers' photographs. SVG is not allowed, because it could load other files. */
const PHOTOGRAPHS: readonly string[] = ["jpeg", "png", "webp"];

/** Encodes a customer's photograph again, in two sizes. This removes its metadata, such as the place (EXIF). */
async function clean(content: Buffer): Promise<CleanPicture> {
  const photograph = await openPicture(content, {
    among: PHOTOGRAPHS,
    maxPixels: MAX_PIXELS,
    failOn: "error",
  });
  const shrunk = shrink(photograph.picture, LARGE, CLEAN_QUALITY);
  const { data: large, info } = await shrunk.toBuffer({ resolveWithObject: true });
  const small = await shrink(sharp(large), SMALL, CLEAN_QUALITY).toBuffer();
  return { width: info.width, height: info.height, large, small };
}

/** Encodes an owner's logo again, as a PNG of at most 256 colours, whose background may be transparent. */
async function encodeLogo(content: Buffer): Promise<Buffer> {
  const { picture } = await openPicture(content, { among: PHOTOGRAPHS, maxPixels: MAX_PIXELS });
  const fitted = picture.autoOrient().resize({ ...LOGO, fit: "inside", withoutEnlargement: true });
  const encoded = await fitted.png(PALETTE).toBuffer();
  // A second encoding changes the palette again, a third does not. So an exported logo stays the same.
  return sharp(encoded).png(PALETTE).toBuffer();
}

const PALETTE = { palette: true, effort: 10 };

/** Twice the largest width of a logo on a page. */
const LOGO = { width: 640, height: 640 };

const CLEAN_QUALITY = 78;

const shrink = (picture: Sharp, side: number, quality: number): Sharp =>
  picture
    .autoOrient()
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .flatten({ background: colours.paper })
    .jpeg({ quality, mozjpeg: true });

/** The longest side of the stored picture in pixels. It is enough for every width on a page and for the zoom. */
const MASTER = 2400;
const MASTER_QUALITY = 88;

/** Maximum number of pixels of the owner's photographs. It is enough for a camera with 48 or 50 megapixels. */
const MAX_CAMERA_PIXELS = 60_000_000;

/** The formats of the owner's photographs, except HEIC, which is decoded first. The library sharp calls AVIF "heif". */
const MASTERS: readonly string[] = [...PHOTOGRAPHS, "heif"];

async function writeMaster(content: Buffer): Promise<Buffer> {
  const decoded = isHeic(content)
    ? await readHeic(content, (width, height) => checkSides(width, height, MAX_CAMERA_PIXELS))
    : content;
  const { picture } = await openPicture(decoded, {
    among: MASTERS,
    maxPixels: MAX_CAMERA_PIXELS,
    failOn: "error",
  });
  return shrink(picture, MASTER, MASTER_QUALITY).toBuffer();
}

const MAX_SIDE = 16_384;
const MAX_OF_ALL_PIXELS = MAX_SIDE ** 2;
const MAX_PROPORTION = 20;

interface Opening extends Pick<SharpOptions, "failOn"> {
  among?: readonly string[];
  maxPixels?: number;
}

/** Opens a picture if it is cheap to decode (T51). @throws Error if it is too expensive or has a wrong format */
async function openPicture(
  from: Buffer | string,
  { among, maxPixels = MAX_OF_ALL_PIXELS, ...options }: Opening = {},
) {
  const picture = sharp(from, { ...options, limitInputPixels: maxPixels });
  const { format, width, height, channels, depth, isProgressive, autoOrient } = await picture.metadata();
  if (among && !among.includes(format)) throw new Error(`${format} is not a photograph`);
  checkSides(width, height, maxPixels);
  const sampleBytes = depth === "uchar" ? 1 : depth === "ushort" ? 2 : 4;
  // An interlaced PNG is decoded in several passes over the full picture, which needs more memory.
  const passes = format === "png" && isProgressive ? 4 : 1;
  if (width * height * channels * sampleBytes * passes > maxPixels * 4)
    throw new Error(`its ${width} × ${height} pixels need too much memory in this format. Save it as JPEG`);
  return { picture, autoOrient };
}

/** @throws Error if the picture has too many pixels, or one side is far longer than the other */
function checkSides(width: number, height: number, maxPixels: number): void {
  const [shorter = 0, longer = 0] = [width, height].toSorted((first, other) => first - other);
  if (width * height > maxPixels || longer > MAX_SIDE || longer > shorter * MAX_PROPORTION)
    throw new Error(
      `it has ${width} × ${height} pixels, but it may have at most ${Math.round(maxPixels / 1e6)} million pixels, at most ${MAX_SIDE} pixels on each side,` +
        ` and no side may be more than ${MAX_PROPORTION} times as long as the other`,
    );
}
