import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import type { PictureFormat } from "#contract/picture.ts";
import type { Context } from "#platform/context.ts";
import type { KnownPicture } from "./measure-pictures.ts";
import { pictureKey } from "./picture-ref.ts";

/** One file of a picture: in this width and format. */
export interface Cut {
  picture: KnownPicture;
  width: number;
  format: PictureFormat;
}

const AT_ONCE = 2;

/** Makes cuts when they are first asked for and keeps them in the data folder. */
export interface Press {
  /** The bytes of a cut, from the disk or freshly made. */
  bytesOf(cut: Cut): Promise<Buffer>;
  /** The same for nobody in particular: it waits until no visitor is waiting. */
  prepare(cut: Cut): Promise<void>;
}

const presses = new WeakMap<Context, Press>();

export function pressOf(context: Context): Press {
  const press = presses.get(context) ?? createPress(context);
  presses.set(context, press);
  return press;
}

function createPress(context: Context): Press {
  const { catalogueDir, dataDir } = context.config;
  const making = new Map<string, Promise<Buffer>>();
  const waiting: (() => void)[] = [];
  const patient: (() => void)[] = [];
  let busy = 0;

  /** Two at once for visitors, one for nobody, so that the shop stays quick while it makes pictures. */
  const admitNext = () => {
    const next = busy < AT_ONCE ? (waiting.shift() ?? (busy === 0 ? patient.shift() : undefined)) : undefined;
    if (!next) return;
    busy++;
    next();
    admitNext();
  };
  const inTurn = async <T>(queue: (() => void)[], work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((admitted) => {
      queue.push(admitted);
      admitNext();
    });
    try {
      return await work();
    } finally {
      busy--;
      admitNext();
    }
  };
  const make = (cut: Cut, file: string, queue: (() => void)[]): Promise<Buffer> => {
    const begun = making.get(file);
    if (begun) return begun;
    const work = inTurn(queue, async () => {
      const bytes = await encode(path.join(catalogueDir, cut.picture.path), cut);
      await keep(file, bytes).catch((cause: unknown) =>
        context.log.warn({ err: cause, file }, "a picture could not be kept"),
      );
      return bytes;
    }).finally(() => making.delete(file));
    making.set(file, work);
    return work;
  };
  const fileOf = ({ picture, width, format }: Cut) =>
    path.join(dataDir, "pictures", `${pictureKey(picture)}.${width}.${format}`);

  return {
    async bytesOf(cut) {
      const file = fileOf(cut);
      return (await readKept(file)) ?? make(cut, file, waiting);
    },
    async prepare(cut) {
      const file = fileOf(cut);
      if (!(await readKept(file))) await make(cut, file, patient);
    },
  };
}

async function readKept(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw cause;
  }
}

function encode(master: string, { width, format }: Cut): Promise<Buffer> {
  const cut = sharp(master).autoOrient().resize({ width, withoutEnlargement: true });
  switch (format) {
    case "avif":
      return cut.avif({ quality: 60, effort: 3, chromaSubsampling: "4:2:0" }).toBuffer();
    case "webp":
      return cut.webp({ quality: 78 }).toBuffer();
    case "jpg":
      return cut.flatten({ background: "#FAF7F2" }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
  }
}

/** Under another name first: nobody ever reads half a picture. */
async function keep(file: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}.part`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, file);
}
