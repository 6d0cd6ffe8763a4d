import type { FastifyInstance } from "fastify";
import { colours } from "#contract/colours.ts";
import { escapeHtml } from "#contract/html.ts";
import type { Context } from "#platform/context.ts";
import { createNotFoundRefusal } from "#platform/http/envelope.ts";
import { answerHeaders } from "#platform/http/security-headers.ts";
import { findOutline, type Outline } from "#shop/media/server/index.ts";
import { getPicture, type Product, type Size } from "../product.ts";
import { countPieces, getStand, isRound } from "../shape.ts";
import {
  describeDrawing,
  formatParts,
  hasFootprint,
  MAX_DRAWN,
  references,
  SIZE_DRAWINGS,
  toCentimetres,
} from "../sizes.ts";
import { findProducts } from "./products/find-products.ts";

export async function serveSizeDrawings(app: FastifyInstance, context: Context): Promise<void> {
  app.get<{ Params: { "*": string } }>(`${SIZE_DRAWINGS}*`, async ({ params }, reply) => {
    const [, ids = ""] = /^(.+)\.svg$/.exec(params["*"]) ?? [];
    const products = await findProducts(context, ids.split(",").slice(0, MAX_DRAWN));
    const pieces = await listDrawnPieces(context, [...products.values()]);
    if (pieces.length === 0) throw createNotFoundRefusal();
    return reply
      .headers({ ...answerHeaders, "cache-control": "public, max-age=600" })
      .type("image/svg+xml")
      .send(drawSizes(pieces, describeDrawing([...products.values()])));
  });
}

/** A product to draw. `outline` is its shape in the second photograph; null for a set, or if no shape was found. */
interface DrawnPiece {
  product: Pick<Product, "title" | "subcategory">;
  size: Size;
  outline: Outline | null;
}

async function listDrawnPieces(context: Context, products: readonly Product[]): Promise<DrawnPiece[]> {
  const pieces = products.map(async (product) => {
    const photograph = countPieces(product.title) === 1 ? getPicture(product.images[1]) : null;
    const outline = photograph?.widths ? await findOutline(context, photograph) : null;
    const sizes = product.size.filter(hasFootprint);
    return (products.length === 1 ? sizes : sizes.slice(0, 1)).map((size) => ({ product, size, outline }));
  });
  return (await Promise.all(pieces)).flat().slice(0, MAX_DRAWN);
}

interface Item {
  width: number;
  height: number;
  shape: string;
  words: string[];
}

const GAP = 3;

/** Draws pieces and reference objects at the same scale. With several pieces, the references begin a new row. */
export function drawSizes(pieces: readonly DrawnPiece[], title: string): string {
  const items = [
    ...pieces.map((piece, at) => toItem(piece, pieces.length > 1 ? at + 1 : null)),
    ...references.map(({ name, across, high, measure }) => ({
      width: across,
      height: high,
      shape: shapes[name],
      words: [name, measure],
    })),
  ];
  const letters = (Math.max(...items.map((item) => item.width)) + 50) / 24;
  const slots = items.map(({ width, words }) =>
    Math.max(width, ...words.map((text) => text.length * letters * 0.55)),
  );
  const sumOf = (widths: readonly number[]) => widths.reduce((sum, slot) => sum + slot + GAP, GAP);
  const widest = slots.slice(0, pieces.length).toSorted((first, other) => other - first);
  const width = Math.max(
    sumOf([...widest.slice(0, 1), ...slots.slice(pieces.length)]),
    sumOf(widest.slice(0, 2)),
  );
  let [x, ground] = [GAP, 0];
  const rows: { items: (Item & { x: number })[]; end: number }[] = [];
  for (const [at, item] of items.entries()) {
    const slot = slots[at] ?? 0;
    const isFirstReference = pieces.length > 1 && at === pieces.length;
    if (at === 0 || isFirstReference || x + slot + GAP > width + 0.01) {
      rows.push({ items: [], end: 0 });
      x = GAP;
    }
    const row = rows.at(-1);
    row?.items.push({ ...item, x: x + slot / 2 });
    x += slot + GAP;
    if (row) row.end = x;
  }
  const drawn = rows.map(({ items: row, end }) => {
    const indent = (width - end) / 2;
    ground += Math.max(...row.map(({ height }) => height)) + GAP;
    const figures = row.map(
      ({ x: middle, width: wide, height, shape, words }) =>
        `<g transform="translate(${round(indent + middle - wide / 2)} ${round(ground - height)})">${shape}</g>` +
        words
          .map(
            (text, at) =>
              `<text x="${round(indent + middle)}" y="${round(ground + letters * 1.3 * (at + 1))}">${escapeHtml(text)}</text>`,
          )
          .join(""),
    );
    ground += letters * 1.3 * Math.max(...row.map(({ words }) => words.length));
    return figures.join("");
  });
  const height = round(ground + GAP);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${height}" width="${round(width * 8)}" height="${height * 8}" role="img">` +
    `<title>${escapeHtml(title)}</title><rect width="100%" height="100%" fill="${colours.paper}"/>` +
    `<g fill="${colours.sand}" stroke="${colours.walnut}" stroke-width="${round(width / 320)}" stroke-linejoin="round">` +
    `<g font-family="Figtree, system-ui, sans-serif" font-size="${round(letters)}" text-anchor="middle">` +
    `${drawn.join("").replaceAll("<text", `<text fill="${colours.bark}" stroke="none"`)}</g></g></svg>`
  );
}

function toItem({ product, size, outline }: DrawnPiece, number: number | null): Item {
  const isBox = getStand(size, product) === "box";
  const [width, height] = [toCentimetres(size.L), toCentimetres(isBox ? size.H : size.B)];
  const shape =
    !isBox && outline && isFromAbove(outline, width / height)
      ? drawOutline(outline, width, height)
      : !isBox && isRound(size, product)
        ? `<ellipse cx="${width / 2}" cy="${height / 2}" rx="${width / 2}" ry="${height / 2}"/>`
        : drawRectangle(width, height);
  return { width, height, shape, words: [...(number ? [String(number)] : []), ...formatParts(size)] };
}

/** If the outline fills more than this share of its bounding box, a rectangle with rounded corners is drawn instead. */
const MOST_FILLED = 0.93;

function drawOutline({ corners }: Outline, width: number, height: number): string {
  if (calculateArea(corners) > MOST_FILLED) return drawRectangle(width, height);
  const points = corners.map(([x, y]) => [x * width, y * height] as const);
  const curves = points.map((corner, at) => {
    const [start, end] = [points.at(at - 1) ?? corner, points[(at + 1) % points.length] ?? corner].map(
      (other) => toward(corner, other),
    );
    return `${start}Q${formatPoint(corner)} ${end}`;
  });
  return `<path d="M${curves.join("L")}z"/>`;
}

/**
 * A corner is drawn as a curve that begins and ends this many cm from it, but not beyond the middle of a side. This
 * smooths the uneven corners of an outline from a photograph.
 */
const ROUNDING = 1.5;

function toward([x, y]: Point, [otherX, otherY]: Point): string {
  const part = Math.min(0.5, ROUNDING / Math.hypot(otherX - x, otherY - y));
  return formatPoint([x + (otherX - x) * part, y + (otherY - y) * part]);
}

type Point = readonly [x: number, y: number];

const formatPoint = ([x, y]: Point): string => `${round(x)} ${round(y)}`;

const drawRectangle = (width: number, height: number): string =>
  `<rect width="${width}" height="${height}" rx="${round(Math.min(width, height) / 12)}"/>`;

/** If outline and product differ in proportion by more than this factor, the photograph was not taken from above. */
const MAX_DISTORTION = 1.17;

/** If the outline fills less than this share of its bounding box, the photograph was not taken from above. */
const LEAST_FILLED = 0.65;

function isFromAbove({ ratio, corners }: Outline, expected: number): boolean {
  const distortion = ratio / expected;
  return Math.max(distortion, 1 / distortion) < MAX_DISTORTION && calculateArea(corners) > LEAST_FILLED;
}

/** Returns the share of the bounding box that the outline fills, from 0 to 1. */
function calculateArea(corners: Outline["corners"]): number {
  const doubled = corners.map(([x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length] ?? [x, y];
    return x * nextY - nextX * y;
  });
  return Math.abs(doubled.reduce((sum, part) => sum + part, 0)) / 2;
}

const round = (value: number): number => Math.round(value * 100) / 100;

const FINGERS = "M3.5 10V4M5.3 10V1.8M7.1 10V1M8.9 10V3M4.4 17L3.5 10H8.9V15L8 17zM3.9 14.5L1 10.6";

const shapes: Readonly<Record<(typeof references)[number]["name"], string>> = {
  Hand:
    `<path d="${FINGERS}" fill="${colours.walnut}" stroke-width="2" stroke-linecap="round"/>` +
    `<path d="${FINGERS}" fill="${colours.paper}" stroke="${colours.paper}" stroke-width="1.5" stroke-linecap="round"/>`,
  Roti:
    `<g fill="${colours.turmericWash}"><circle cx="9" cy="9" r="9"/></g>` +
    `<path fill="none" stroke-linecap="round" d="M5 6h1.4M11 4.6h1M8 10.2h1.6M12.6 11.4h1.2M5.6 13h1M9.4 14.4h1.2M13.6 7.4h.8"/>`,
  Tumbler: `<g fill="${colours.paper}"><path d="M0 .7L.9 10H6.6L7.5 .7z"/><ellipse cx="3.75" cy=".7" rx="3.75" ry=".7"/></g>`,
};
