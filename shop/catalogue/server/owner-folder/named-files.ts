import { readdir } from "node:fs/promises";
import path from "node:path";
import { isAbsoluteAddress } from "#shop/media/pictures.ts";
import type { FileError } from "#platform/owner-file.ts";
import type { Goods } from "./catalogue-folder.ts";
import type { ProductList } from "./product-list.ts";

/** Every picture and video that is named must be there. Gives the pictures in use, as `folder/name.jpg`. */
export const findFiles = (
  folder: string,
  { list, homeContent }: Goods,
  errors: FileError[],
): Promise<string[]> =>
  findNamed(folder, [...listProductFiles(list), ...listHomeContentFiles(homeContent)], errors);

/** The same for the pictures of the products alone. */
export const findProductPictures = (
  folder: string,
  list: ProductList,
  errors: FileError[],
): Promise<string[]> => findNamed(folder, listProductFiles(list), errors);

async function findNamed(folder: string, named: Iterable<NamedFile>, errors: FileError[]): Promise<string[]> {
  const pictures = new Set<string>();
  const listings = new Map<string, Set<string>>();
  for (const { subfolder, name, ...place } of named) {
    const there = listings.get(subfolder) ?? (await listFileNames(path.join(folder, subfolder)));
    listings.set(subfolder, there);
    const isVideo = place.field === "video";
    if (!(isVideo ? VIDEO_NAME : PICTURE_NAME).test(name)) {
      const endings = isVideo ? ".mp4" : ".jpg, .png, .webp or .avif";
      const message = `"${name}" is no name the shop can use: letters, digits, - and _, then ${endings}.`;
      errors.push({ ...place, message });
    } else if (!there.has(name)) {
      errors.push({ ...place, message: `"${name}" is not in the folder ${subfolder}/.` });
    } else if (!isVideo) {
      pictures.add(`${subfolder}/${name}`);
    }
  }
  return [...pictures];
}

const PICTURE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*\.(?:jpe?g|png|webp|avif)$/i;
const VIDEO_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*\.mp4$/;

interface NamedFile {
  subfolder: string;
  name: string;
  file: string;
  where: string;
  field: string;
}

function* listProductFiles({ file, products, places }: ProductList): Generator<NamedFile> {
  for (const [at, { images, variantImages }] of products.entries()) {
    const where = places[at] ?? "";
    for (const [field, names] of Object.entries({ images, variantImages })) {
      for (const name of names) {
        if (!isAbsoluteAddress(name)) yield { file, subfolder: "products", where, field, name };
      }
    }
  }
}

function* listHomeContentFiles(homeContent: Goods["homeContent"]): Generator<NamedFile> {
  const inFile = (file: string, subfolder: string) => (index: number, field: string, name: string) => ({
    file,
    subfolder,
    field,
    name,
    where: `entry ${index + 1}`,
  });
  const banner = inFile("banners.json", "banners");
  for (const [index, { desktop, mobile }] of homeContent.banners.entries()) {
    yield banner(index, "desktop", desktop);
    yield banner(index, "mobile", mobile);
  }
  const video = inFile("videos.json", "videos");
  for (const [index, entry] of homeContent.videos.entries()) {
    yield video(index, "video", entry.video);
    yield video(index, "poster", entry.poster);
  }
  const tile = inFile("tiles.json", "tiles");
  for (const [index, { picture }] of homeContent.tiles.entries()) yield tile(index, "picture", picture);
  const card = inFile("offers.json", "offers");
  for (const [index, { picture }] of homeContent.offerCards.entries()) yield card(index, "picture", picture);
  const story = inFile("story.json", "story");
  for (const [index, { picture }] of homeContent.story.entries()) yield story(index, "picture", picture);
  const scene = inFile("story.json", "scenes");
  for (const [index, { picture }] of (homeContent.scenes ?? []).entries())
    yield scene(index, "picture", picture);
}

const listFileNames = async (folder: string): Promise<Set<string>> =>
  new Set(await readdir(folder).catch(() => []));
