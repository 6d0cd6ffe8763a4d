import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Context } from "#platform/context.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { hashContent } from "./measure-pictures.ts";
import { getUploadsFolder, saveFile, storeOriginals } from "./originals.ts";
import type { Original } from "./picture-storage.ts";
import { measurePicture, writeMaster } from "./picture-maker.ts";
import type { StoredPicture } from "./picture-store.ts";

/* This module stores pictures and videos that the owner has added by commands, for products and the home page. They are
   stored with the uploads in the data folder, because the catalogue folder belongs to the owner and is often
   read-only. */

export interface GivenFile {
  bytes: Buffer;
  original: Original;
  name: string;
}

export interface GivenPicture extends GivenFile {
  original: StoredPicture;
}

const PRODUCTS = "products";

/** The size in bytes of the largest file that the owner can upload. Photographs of phones and cameras are smaller. */
const LARGEST_FILE = 64 * 1024 * 1024;

/** Rotates and shrinks a photograph that the owner uploaded, and removes its metadata. @throws CommandRefused */
export async function readGivenPicture(
  file: string,
  productId: string,
  folder = PRODUCTS,
): Promise<GivenPicture> {
  const fileName = path.basename(file);
  const content = await readUpload(file, fileName);
  const bytes = await writeMaster(content).catch((cause: unknown) => {
    throw new CommandRefused(cause instanceof HttpRefusal ? BUSY : formatUnreadable(fileName, cause));
  });
  const { width, height, placeholder } = await measurePicture(bytes);
  if (Math.min(width, height) < LEAST_SIDE)
    throw new CommandRefused(
      `${fileName} is only ${width} × ${height} pixels and would look blurred. Use a larger one; for products, a square one of 1200 × 1200 pixels or more.`,
    );
  const hash = hashContent(bytes);
  const name = `${productId}-${hash}.jpg`;
  const measured = { hash, width, height, placeholder, bytes: bytes.length, modifiedMs: 0 };
  return { bytes, name, original: { path: `${folder}/${name}`, ...measured } };
}

const BUSY = "The shop is busy with other photographs. Nothing was changed. Please try again in a minute.";

/** The minimum length of the shorter side in pixels. A smaller picture is probably a thumbnail, uploaded by mistake. */
const LEAST_SIDE = 400;

async function readUpload(file: string, fileName: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > LARGEST_FILE)
      throw new CommandRefused(`${fileName} is larger than 64 MB. Make it smaller first.`);
    return await readFile(file);
  } catch (cause) {
    if (cause instanceof CommandRefused) throw cause;
    throw new CommandRefused(
      `${file} cannot be read (${(cause as NodeJS.ErrnoException).code ?? "error"}). Check its name and its permissions.`,
    );
  }
}

const formatUnreadable = (file: string, cause: unknown): string =>
  `${file} is not a photograph that the shop can read: JPEG, HEIC, PNG, WebP or AVIF, up to 60 million pixels` +
  ` (${cause instanceof Error ? cause.message.split("\n")[0] : String(cause)}).`;

/** Reads an MP4 video that the owner uploaded. @throws CommandRefused */
export async function readGivenVideo(file: string, noun: string, folder: string): Promise<GivenFile> {
  const fileName = path.basename(file);
  const bytes = await readUpload(file, fileName);
  if (!MP4_BRAND.test(bytes.subarray(4, 12).toString("latin1")))
    throw new CommandRefused(`${fileName} is not an MP4 video. Save it as .mp4 with the codec H.264.`);
  const hash = hashContent(bytes);
  const name = `${noun}-${hash}.mp4`;
  return { bytes, name, original: { path: `${folder}/${name}`, hash } };
}

/** Bytes 4 to 11 of an MP4 file. HEIC photographs and QuickTime films have `ftyp` too, but another brand. */
const MP4_BRAND = /^ftyp(isom|iso[2-9]|mp4[12]|avc1|M4V |dash)$/;

/**
 * Stores files. Call it before the catalogue or the home page refers to them. Does nothing in a dry run.
 * @throws StorageFailure
 */
export async function keepFiles(context: Context, files: readonly GivenFile[]): Promise<void> {
  if (context.isRehearsal || files.length === 0) return;
  const folder = getUploadsFolder(context);
  for (const { original, bytes } of files) await saveFile(path.join(folder, original.path), bytes);
  await storeOriginals(
    context,
    folder,
    files.map(({ original }) => original),
  );
}

export const listGivenPictures = async (context: Context): Promise<ReadonlySet<string>> =>
  new Set(await readdir(path.join(getUploadsFolder(context), PRODUCTS)).catch(() => []));
