import { readdir } from "node:fs/promises";
import path from "node:path";
import { readEntries, readFields, readText } from "#contract/read.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import { isAbsoluteAddress } from "#shop/media/pictures.ts";
import { type PartFile, partFiles } from "./home-content-files.ts";
import { listNamedByProducts, type ProductList } from "./product-file.ts";

/** Yields `folder/name.jpg` for each picture and video that these files name. Skips absolute URLs. */
export function* listNames(content: Readonly<Record<string, unknown>>): Generator<string> {
  for (const entry of readEntries(content["products.json"], readFields))
    for (const name of [entry["images"], entry["variantImages"]].flat())
      if (typeof name === "string" && !isAbsoluteAddress(name)) yield `products/${name}`;
  for (const { subfolder, name } of listPartFiles(content)) yield `${subfolder}/${name}`;
}

interface OtherFiles {
  /** The parsed JSON files of the home page, by file name. */
  content?: Readonly<Record<string, unknown>>;
  /** The URLs of pictures by file name, from which the owner can save missing pictures. */
  sources?: ReadonlyMap<string, string>;
}

/** Returns the paths of named pictures that exist. Adds missing pictures and videos and invalid names to `errors`. */
export async function findFiles(
  folder: string,
  list: ProductList | null,
  errors: FileError[],
  { content = {}, sources = new Map() }: OtherFiles,
): Promise<string[]> {
  const namedFiles = [...(list ? listProductFiles(list) : []), ...listPartFiles(content)];
  const pictures = new Set<string>();
  const listings = new Map<string, Set<string>>();
  for (const { subfolder, name, slug, ...place } of namedFiles) {
    const fileNames = listings.get(subfolder) ?? (await listFileNames(path.join(folder, subfolder)));
    listings.set(subfolder, fileNames);
    const isVideo = place.field === "video";
    if (!isVideo && HEIC_NAME.test(name)) {
      const orCommand =
        slug === undefined
          ? ""
          : " Or remove this name here and upload the photograph to the product in the shop, which converts it.";
      const message = `"${name}" is a HEIC photograph, which browsers cannot show. Save it as .jpg.${orCommand}`;
      errors.push({ ...place, message });
    } else if (!(isVideo ? VIDEO_NAME : PICTURE_NAME).test(name)) {
      const endings = isVideo ? ".mp4" : ".jpg, .png, .webp or .avif";
      const message = `"${name}" is not a valid file name. Use letters, digits, - and _, and end it with ${endings}.`;
      errors.push({ ...place, message });
    } else if (!fileNames.has(name)) {
      const source = sources.get(name);
      const advice = source === undefined ? "" : ` Save ${source} in this folder as ${name}.`;
      errors.push({ ...place, message: `"${name}" is not in the folder ${subfolder}/.${advice}` });
    } else if (!isVideo) {
      pictures.add(`${subfolder}/${name}`);
    }
  }
  return [...pictures];
}

const PICTURE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*\.(?:jpe?g|png|webp|avif)$/i;
const HEIC_NAME = /\.(?:heic|heif)$/i;
const VIDEO_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*\.mp4$/;

interface NamedFile {
  subfolder: string;
  name: string;
  file: string;
  where: string;
  field: string;
  slug?: string | undefined;
}

function* listProductFiles(list: ProductList): Generator<NamedFile> {
  for (const { where, slug, images, variantImages } of listNamedByProducts(list)) {
    for (const [field, names] of Object.entries({ images, variantImages })) {
      for (const name of names)
        if (!isAbsoluteAddress(name))
          yield { file: list.file, subfolder: "products", where, field, name, slug };
    }
  }
}

/** Lists the pictures and videos that the JSON files name. These files may contain errors. */
function* listPartFiles(content: Readonly<Record<string, unknown>>): Generator<NamedFile> {
  for (const { file: base, key, pictures = [], folder: subfolder = base } of Object.values<PartFile>(
    partFiles,
  )) {
    const file = `${base}.json`;
    const list = key === undefined ? content[file] : readFields(content[file])[key];
    for (const [index, entry] of (Array.isArray(list) ? list : []).entries())
      for (const field of pictures) {
        const name = readText(readFields(entry)[field]).trim();
        if (name) yield { file, subfolder, where: `entry ${index + 1}`, field, name };
      }
  }
}

const listFileNames = async (folder: string): Promise<Set<string>> =>
  new Set(await readdir(folder).catch(() => []));
