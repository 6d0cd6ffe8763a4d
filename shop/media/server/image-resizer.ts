import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { PictureFormat } from "#contract/picture.ts";
import type { Context } from "#platform/context.ts";
import { defineService } from "#platform/service.ts";
import { createWorkQueue, type WorkQueue } from "#platform/work-queue.ts";
import { resizePicture } from "./picture-maker.ts";
import type { KnownPicture } from "./picture-store.ts";
import { toPictureKey } from "./picture-ref.ts";

/** One file of a picture: in this width and format. */
export interface ImageVariant {
  picture: KnownPicture;
  width: number;
  format: PictureFormat;
}

/** Makes variants when they are first asked for and stores them in the data folder. */
export interface ImageResizer {
  /** The bytes of a variant, from the disk or freshly made; null once the owner has deleted the picture. */
  bytesOf(variant: ImageVariant): Promise<Buffer | null>;
  /** The same for no one in particular: it waits until no visitor is waiting. */
  prepare(variant: ImageVariant): Promise<void>;
}

const imageResizer = defineService("media.image-resizer", createImageResizer);

export const getImageResizer = (context: Context): ImageResizer => context.service(imageResizer);

function createImageResizer(context: Context): ImageResizer {
  const { catalogueDir, dataDir } = context.config;
  const making = new Map<string, Promise<Buffer>>();
  // Two at once for visitors, one for no one, so that the shop stays quick while it makes pictures.
  const { run, runWhenIdle } = createWorkQueue({ atOnce: 2 });
  const make = (variant: ImageVariant, file: string, inTurn: WorkQueue["run"]): Promise<Buffer> => {
    const begun = making.get(file);
    if (begun) return begun;
    const work = inTurn(async () => {
      const bytes = await resizePicture(
        path.join(catalogueDir, variant.picture.path),
        variant.width,
        variant.format,
      );
      await saveAtomically(file, bytes).catch((cause: unknown) =>
        context.log.warn({ err: cause, file }, "a picture could not be kept"),
      );
      return bytes;
    }).finally(() => making.delete(file));
    making.set(file, work);
    return work;
  };
  const fileOf = ({ picture, width, format }: ImageVariant) =>
    path.join(dataDir, "pictures", `${toPictureKey(picture)}.${width}.${format}`);

  return {
    async bytesOf(variant) {
      const file = fileOf(variant);
      return (await readCached(file)) ?? unlessDeleted(context, variant, () => make(variant, file, run));
    },
    async prepare(variant) {
      const file = fileOf(variant);
      if (!(await readCached(file)))
        await unlessDeleted(context, variant, () => make(variant, file, runWhenIdle));
    },
  };
}

/** A picture that the owner has deleted meanwhile is no error. */
async function unlessDeleted({ config }: Context, { picture }: ImageVariant, work: () => Promise<Buffer>) {
  try {
    return await work();
  } catch (cause) {
    if (existsSync(path.join(config.catalogueDir, picture.path))) throw cause;
    return null;
  }
}

async function readCached(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw cause;
  }
}

/** Under another name first: no one ever reads half a picture. */
async function saveAtomically(file: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}.part`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, file);
}
