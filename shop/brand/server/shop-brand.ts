import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { colours } from "#contract/colours.ts";
import type { PictureRef } from "#contract/picture.ts";
import { type Context, defineState } from "#platform/context.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import { answerHeaders, pictureHeaders } from "#platform/http/security-headers.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { drawPicture } from "#shop/media/server/index.ts";
import { readFont, writeFontStyles } from "./own-fonts.ts";
import { type Brand, DEFAULT_NAME } from "../brand.ts";
import type { BrandInFile } from "./brand-file.ts";
import type { Drawing } from "./clean-drawing.ts";
import { deriveColours, type BrandColours, paint } from "../derive-colours.ts";

const brandFiles = defineState<BrandInFile>("brand", {});

export const setBrand = brandFiles.set;

const getFiles = brandFiles.get;

export const DEFAULT_ORDER_PREFIX = "TRV";

export const getOrderPrefix = (context: Context): string =>
  getFiles(context).orderPrefix ?? DEFAULT_ORDER_PREFIX;

/** Returns the prefix of new order numbers, and the default prefix, which older order numbers may have. */
export const listOrderPrefixes = (context: Context) => [getOrderPrefix(context), DEFAULT_ORDER_PREFIX];

const getOwnColours = (context: Context): BrandColours => deriveColours(getFiles(context).colours ?? {});

/** Hashes of the default logo and mark (the small logo). These drawings need no URL, because the pages contain them. */
export const DRAWN_BY_PAGES = {
  logo: "7bb0d2a6b660d434",
  mark: "7a42bc6762213b39",
};

export const hashDrawing = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 16);

export function toBrand(files: BrandInFile = {}): Brand | null {
  const { tagline, about, logo, mark } = files;
  const styles = writeStyles(files);
  const brand: Brand = {
    ...(tagline !== undefined && { tagline }),
    ...(about !== undefined && { about }),
    ...(isOwnDrawing("logo", logo) && { logo: toLink("logo", logo) }),
    ...(isOwnDrawing("mark", mark) && { mark: toLink("mark", mark) }),
    ...(styles !== "" && { styles: `/brand/styles.css?v=${hashDrawing(styles)}` }),
  };
  return Object.keys(brand).length === 0 ? null : brand;
}

export const hasOwnBrand = ({ logo, mark }: BrandInFile = {}, name: string): boolean =>
  name !== DEFAULT_NAME || isOwnDrawing("logo", logo) || isOwnDrawing("mark", mark);

export const toSharedDrawing = (files: BrandInFile = {}): PictureRef => ({
  src: `/brand/${SHARED}?v=${hashDrawing(JSON.stringify([files.logo?.svg, files.mark?.svg, files.colours]))}`,
  ...SHARED_SIZE,
});

const SHARED = "shared-link.png";
const SHARED_SIZE = { width: 1200, height: 630 };

export const getBrand = (context: Context): Brand | null => toBrand(getFiles(context));

/** True if the owner has replaced the default drawing. */
export const isOwnDrawing = (name: "logo" | "mark", drawing: Drawing | undefined): drawing is Drawing =>
  drawing !== undefined && hashDrawing(drawing.svg) !== DRAWN_BY_PAGES[name];

const toLink = (name: "logo" | "mark", { svg, width, height }: Drawing) => ({
  src: `/brand/${name}.svg?v=${hashDrawing(svg)}`,
  width,
  height,
});

function getMark(context: Context): string {
  const { mark } = getFiles(context);
  return isOwnDrawing("mark", mark) ? inOwnColour(context, mark) : paint(FAVICON, getOwnColours(context));
}

export interface ShopBranding {
  /** The owner's logo, which documents show instead of the mark and the name. */
  logo?: string;
  mark: string;
  colours: BrandColours;
}

export function getBranding(context: Context): ShopBranding {
  const { logo } = getFiles(context);
  return {
    ...(isOwnDrawing("logo", logo) && { logo: inOwnColour(context, logo) }),
    mark: getMark(context),
    colours: getOwnColours(context),
  };
}

const FAVICON = readFileSync(resolveFromRoot("web/public/favicon.svg"), "utf8");

const inOwnColour = (context: Context, { svg }: Drawing): string =>
  svg.replace("<svg ", `<svg color="${getOwnColours(context).walnut ?? colours.walnut}" `);

export const ICONS = ["/favicon.svg", "/apple-touch-icon.png"];

export async function findOwnIcon(context: Context, url: string): Promise<Buffer | null> {
  const mark = getMark(context);
  if (mark === FAVICON) return null;
  return url === "/favicon.svg" ? Buffer.from(mark) : drawPicture(toIcon(mark), ICON_WIDTH);
}

const ICON_WIDTH = 180;

/** Returns an icon of the mark, with a margin because phones cut off the corners of icons. */
const toIcon = (mark: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 180"><rect width="180" height="180" fill="${colours.paper}"/>${mark.replace("<svg ", '<svg x="30" y="30" width="120" height="120" ')}</svg>`;

export async function serveBrand(app: FastifyInstance, context: Context): Promise<void> {
  app.get<{ Params: { name: string } }>("/brand/:name", async ({ params }, reply) => {
    const file = await findBrandFile(context, params.name);
    if (file === null)
      throw new HttpRefusal(404, "not_found", "The shop's brand has no file with this name.");
    return reply
      .headers({
        ...(file.type.startsWith("image/") ? pictureHeaders : answerHeaders),
        ...SANDBOX_HEADERS,
        "cache-control": "public, max-age=31536000, immutable",
      })
      .type(file.type)
      .send(file.bytes);
  });
}

export async function findBrandFile(
  context: Context,
  name: string,
): Promise<{ type: string; bytes: Buffer } | null> {
  const file = await findFile(context, name);
  const type = types[path.extname(name)] ?? "image/svg+xml";
  return file === null ? null : { type, bytes: Buffer.from(file) };
}

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

function toSharedLink(context: Context): string {
  const { logo } = getFiles(context);
  const { width, height } = SHARED_SIZE;
  const drawing = isOwnDrawing("logo", logo) ? inOwnColour(context, logo) : getMark(context);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${colours.paper}"/>${drawing.replace("<svg ", '<svg x="300" y="165" width="600" height="300" ')}</svg>`;
}

/** Blocks scripts in a drawing that is opened as a page. They would run with the shop's origin. */
const SANDBOX_HEADERS = { "content-security-policy": "default-src 'none'; img-src data:; sandbox" };

async function findFile(context: Context, name: string): Promise<string | Buffer | null> {
  const files = getFiles(context);
  const { logo, mark } = files;
  if (name === SHARED) return drawPicture(toSharedLink(context), SHARED_SIZE.width);
  if (name === "logo.svg" && logo) return inOwnColour(context, logo);
  if (name === "mark.svg" && mark) return inOwnColour(context, mark);
  if (name === "styles.css") return writeStyles(files) || null;
  return readFont(name);
}

function writeStyles({ colours = {}, fonts = {} }: BrandInFile): string {
  const { faces, variables } = writeFontStyles(fonts);
  const declarations = [
    ...Object.entries(deriveColours(colours)).map(
      ([name, colour]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${colour}`,
    ),
    ...variables,
  ];
  return declarations.length === 0 ? "" : `${faces}:root:root{${declarations.join(";")}}`;
}
