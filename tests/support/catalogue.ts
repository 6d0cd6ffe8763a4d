import { JsonStream } from "#platform/http/bodies.ts";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { type OwnerFiles, createOwnerFiles } from "./owner-files.ts";

/** A small catalogue folder with three products; `change` may spoil or extend the files first. */
export async function writeCatalogueFolder(change: (files: OwnerFiles) => void = () => {}): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "taruva-catalogue-"));
  const files = createOwnerFiles();
  change(files);
  await writeFolderFiles(folder, files);
  for (const subfolder of ["products", "banners", "tiles", "offers", "story", "videos"])
    await mkdir(path.join(folder, subfolder));
  await Promise.all(
    [
      "products/bowl-1.jpg",
      "products/bowl-2.jpg",
      "banners/wide.jpg",
      "tiles/tile.jpg",
      "offers/card.jpg",
      "story/bench.jpg",
      "videos/still.jpg",
    ].map(async (name, index) => writeFile(path.join(folder, name), await createJpeg(index))),
  );
  await writeFile(path.join(folder, "videos/loop.mp4"), Buffer.alloc(1000, "film"));
  return folder;
}

async function writeFolderFiles(folder: string, files: Partial<OwnerFiles>): Promise<void> {
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), JSON.stringify(content));
}

/** Changes what is in one of the files; gives what was in it before. */
export async function rewriteFolderFile<Name extends keyof OwnerFiles>(
  folder: string,
  name: Name,
  change: (content: OwnerFiles[Name]) => OwnerFiles[Name],
): Promise<OwnerFiles[Name]> {
  const before = await readFolderFile(folder, name);
  await writeFolderFiles(folder, { [name]: change(before) });
  return before;
}

/** Reads the current content of one of the files. */
const readFolderFile = async <Name extends keyof OwnerFiles>(
  folder: string,
  name: Name,
): Promise<OwnerFiles[Name]> =>
  JSON.parse(await readFile(path.join(folder, name), "utf8")) as OwnerFiles[Name];

const createJpeg = (shade: number): Promise<Buffer> =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: { r: 90, g: 70 + shade * 9, b: 50 } } })
    .jpeg()
    .toBuffer();

/** A list that is short enough to be answered as a whole. */
export function requireWhole<Answer extends object>(answer: Answer | JsonStream): Answer {
  if (answer instanceof JsonStream) throw new Error("The list is sent in parts.");
  return answer;
}
