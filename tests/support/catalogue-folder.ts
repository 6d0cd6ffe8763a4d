import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { JsonStream } from "#platform/http/bodies.ts";
import { sampleSeller } from "./samples.ts";

export interface OwnerFiles {
  "products.json": Record<string, unknown>[];
  "collections.json": Record<string, unknown>[];
  "banners.json": Record<string, unknown>[];
  "tiles.json": Record<string, unknown>[];
  "hot-products.json": Record<string, unknown>[];
  "offers.json": Record<string, unknown>;
  "services.json": Record<string, unknown>[];
  "videos.json": Record<string, unknown>[];
  "story.json": Record<string, unknown>;
  "seller.json": Record<string, unknown>;
}

export const createProductInFolder = (
  slug: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  slug,
  title: `The ${slug}`,
  category: "Serveware",
  subcategory: "Bowl",
  materials: ["Acacia wood"],
  size: [{ L: 10, B: 10, H: 4 }],
  price: 899,
  originalPrice: 899,
  discount: 0,
  description: "A bowl.",
  images: ["bowl-1.jpg"],
  alt: ["A bowl"],
  hsn: "4419",
  createdAt: "2026-10-01T11:00:00+05:30",
  ...more,
});

export const createOwnerFiles = (): OwnerFiles => ({
  "products.json": [
    createProductInFolder("everyday-bowl", {
      images: ["bowl-1.jpg", "bowl-2.jpg"],
      alt: ["A bowl", "From above"],
    }),
    createProductInFolder("last-bowls", { stock: 10, createdAt: "2026-11-01T11:00:00+05:30" }),
    createProductInFolder("teak-tray", {
      subcategory: "Tray",
      materials: ["Teak wood"],
      price: 2499,
      originalPrice: 2499,
    }),
  ],
  "collections.json": [{ name: "Everyday Table", description: "For every day." }],
  "banners.json": [
    { heading: "Slow", subHeading: "Mornings", desktop: "wide.jpg", mobile: "wide.jpg", alt: "A table" },
  ],
  "tiles.json": [{ subcategory: "Tray", picture: "tile.jpg", alt: "A tray" }],
  "hot-products.json": [{ tile: 1, name: "Wooden Bowl", product: "everyday-bowl", subcategory: "Bowl" }],
  "offers.json": {
    specialOffer: { heading: "₹99 off", points: ["By itself."] },
    cards: [{ title: "Tableware", picture: "card.jpg", alt: "Plates", href: "/products?category=Tableware" }],
  },
  "services.json": [{ title: "Free shipping", text: "On every order.", icon: "truck" }],
  "videos.json": [{ title: "Breakfast", video: "loop.mp4", poster: "still.jpg", alt: "A tray" }],
  "story.json": { pictures: [{ picture: "bench.jpg", alt: "A bench" }] },
  "seller.json": {
    ...sampleSeller,
    goods: { origin: "India", pieces: 1 },
    socialLinks: [{ name: "Instagram", url: "https://instagram.test/taruva" }],
  },
});

/** Returns the path of a new folder with three products. `change` may modify its files first. */
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

export async function rewriteFolderFile<Name extends keyof OwnerFiles>(
  folder: string,
  name: Name,
  change: (content: OwnerFiles[Name]) => OwnerFiles[Name],
): Promise<OwnerFiles[Name]> {
  const previous = JSON.parse(await readFile(path.join(folder, name), "utf8")) as OwnerFiles[Name];
  await writeFolderFiles(folder, { [name]: change(previous) });
  return previous;
}

const jpegs = new Map<number, Promise<Buffer>>();

function createJpeg(shade: number): Promise<Buffer> {
  const background = { r: 90, g: 70 + shade * 9, b: 50 };
  const jpeg =
    jpegs.get(shade) ??
    sharp({ create: { width: 800, height: 600, channels: 3, background } })
      .jpeg()
      .toBuffer();
  jpegs.set(shade, jpeg);
  return jpeg;
}

export function requireWhole<Answer extends object>(answer: Answer | JsonStream): Answer {
  if (answer instanceof JsonStream) throw new Error("The list is sent in parts.");
  return answer;
}
