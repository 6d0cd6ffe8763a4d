import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import type { FileError } from "./owner-file.ts";
import type { picture } from "./tables.ts";

export type KnownPicture = typeof picture.$inferSelect;

const PLACEHOLDER_WIDTH = 16;
const AT_ONCE = 2;

interface Measured {
  pictures: KnownPicture[];
  errors: FileError[];
}

/**
 * What the shop must know of each picture: its size, a hash of its content and a blurred placeholder. Those whose
 * file has not changed since it was `known` are not opened again.
 */
export async function measurePictures(
  folder: string,
  paths: readonly string[],
  known: ReadonlyMap<string, KnownPicture>,
  onProgress: (done: number, of: number) => void = () => {},
): Promise<Measured> {
  const pictures: KnownPicture[] = [];
  const errors: FileError[] = [];
  const waiting = paths.values();
  let done = 0;
  const work = async () => {
    for (const name of waiting) {
      try {
        pictures.push(await measure(folder, name, known.get(name)));
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        errors.push({
          file: name,
          where: "",
          field: "",
          message: `is no picture the shop can read (${why}).`,
        });
      }
      onProgress(++done, paths.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { pictures, errors };
}

async function measure(folder: string, name: string, known: KnownPicture | undefined): Promise<KnownPicture> {
  const file = path.join(folder, name);
  const { size: bytes, mtimeMs } = await stat(file);
  const modifiedMs = Math.trunc(mtimeMs);
  if (known?.bytes === bytes && known.modifiedMs === modifiedMs) return known;

  const content = await readFile(file);
  const { autoOrient } = await sharp(content).metadata();
  const tiny = await sharp(content).autoOrient().resize(PLACEHOLDER_WIDTH).webp({ quality: 40 }).toBuffer();
  return {
    path: name,
    hash: contentHash(content),
    width: autoOrient.width,
    height: autoOrient.height,
    placeholder: `data:image/webp;base64,${tiny.toString("base64")}`,
    bytes,
    modifiedMs,
  };
}

/** Eight hexadecimal digits that stand for a file's content in its address. */
export const contentHash = (content: Buffer): string =>
  createHash("sha256").update(content).digest("hex").slice(0, 8);
