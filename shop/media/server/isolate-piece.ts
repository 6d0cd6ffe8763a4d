import sharp, { type Sharp } from "sharp";

/** Cuts the piece out of a photograph. Returns WebP of at most `side` px, or of 1 px if `findPiece` returns null. */
export async function isolatePiece(picture: Sharp, side: number): Promise<Buffer> {
  const foundPiece = await findPiece(picture, side);
  if (foundPiece === null) return EMPTY();
  const { mask, rgb, width, height } = foundPiece;
  const raw = { width, height };
  const edge = await sharp(mask, { raw: { ...raw, channels: 1 } })
    .blur(1.2)
    .linear(2, -170)
    .extractChannel(0)
    .raw()
    .toBuffer();
  const piece = await sharp(rgb, { raw: { ...raw, channels: 3 } })
    .joinChannel(edge, { raw: { ...raw, channels: 1 } })
    .png()
    .toBuffer();
  return sharp(piece).trim({ background: TRANSPARENT, threshold: 20 }).webp({ quality: 78 }).toBuffer();
}

/** The outline of a piece. The corners are fractions of its width and height, from 0 to 1. */
export interface Outline {
  ratio: number;
  corners: [x: number, y: number][];
}

/** Traces the piece in a photograph. Returns an `Outline` as JSON, or `null` if `findPiece` returns null. */
export async function traceOutline(picture: Sharp, side: number): Promise<Buffer> {
  const piece = await findPiece(picture, side);
  if (piece === null) return Buffer.from("null");
  const { width, height } = piece;
  const mask = await sharp(piece.mask, { raw: { width, height, channels: 1 } })
    .blur(1.2)
    .threshold(128)
    .extractChannel(0)
    .raw()
    .toBuffer();
  return Buffer.from(JSON.stringify(toOutline(walkAround({ mask, width, height }))));
}

interface FoundPiece {
  mask: Buffer;
  rgb: Buffer;
  width: number;
  height: number;
}

/** Returns null if the background is not plain, or if the piece is too small or too large. */
async function findPiece(picture: Sharp, side: number): Promise<FoundPiece | null> {
  const resized = picture.autoOrient().resize(side, side, { fit: "inside" }).removeAlpha();
  const [lab, rgb] = await Promise.all([
    resized.clone().toColourspace("lab").raw({ depth: "char" }).toBuffer({ resolveWithObject: true }),
    resized.clone().raw().toBuffer(),
  ]);
  const { width, height } = lab.info;
  const ground = findGround(lab.data, width, height);
  const mask = ground && keepLargest(ground, width, height);
  return mask && { mask, rgb, width, height };
}

type Point = [x: number, y: number];

const NEIGHBOURS: readonly Point[] = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
];

function walkAround({ mask, width, height }: Omit<FoundPiece, "rgb">): Point[] {
  const isPiece = ([x, y]: Point) =>
    x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] === 255;
  const first = mask.indexOf(255);
  const start: Point = [first % width, Math.floor(first / width)];
  const edge: Point[] = [start];
  let direction = 0;
  for (let at: Point = start; edge.length < mask.length; edge.push(at)) {
    // Checks the neighbours clockwise, beginning on the left of the current direction.
    const clockwise = NEIGHBOURS.findIndex((_, by) => isPiece(step(at, direction + 6 + by)));
    if (clockwise < 0) break;
    direction = (direction + 6 + clockwise) % 8;
    at = step(at, direction);
    if (at[0] === start[0] && at[1] === start[1]) break;
  }
  return edge;
}

const step = ([x, y]: Point, direction: number): Point => {
  const [right, down] = NEIGHBOURS[direction % 8] ?? [0, 0];
  return [x + right, y + down];
};

/** Each point of the edge is averaged with this many neighbours on each side, to smooth the steps between pixels. */
const SMOOTHED = 3;

function smooth(edge: readonly Point[]): Point[] {
  const sides = Array.from({ length: SMOOTHED * 2 + 1 }, (_, at) => at - SMOOTHED);
  const average = (at: number, part: 0 | 1) =>
    sides.reduce((sum, by) => sum + (edge.at((at + by) % edge.length)?.[part] ?? 0), 0) / sides.length;
  return edge.map((_, at) => [average(at, 0), average(at, 1)]);
}

function toOutline(walked: readonly Point[]): Outline {
  const edge = smooth(walked);
  const [xs, ys] = [edge.map(([x]) => x), edge.map(([, y]) => y)];
  const [minX, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - minX, Math.max(...ys) - top];
  const half = edge.length >> 1;
  const corners = [
    ...simplify(edge.slice(0, half + 1)),
    ...simplify([...edge.slice(half), edge[0] ?? [0, 0]]),
  ];
  const toPart = (value: number) => Math.round(value * 1000) / 1000;
  return {
    ratio: toPart(width / height),
    corners: corners.map(([x, y]) => [toPart((x - minX) / width), toPart((y - top) / height)]),
  };
}

const TOLERANCE = 0.6;

/** Simplifies a line (Douglas–Peucker). Omits its last point, because the next line begins with it. */
function simplify(line: readonly Point[]): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return first ? [first] : [];
  const length = Math.hypot(last[0] - first[0], last[1] - first[1]);
  const distances = line.map(([x, y]) =>
    length === 0
      ? Math.hypot(x - first[0], y - first[1])
      : Math.abs((last[0] - first[0]) * (first[1] - y) - (first[0] - x) * (last[1] - first[1])) / length,
  );
  const farthest = distances.indexOf(Math.max(...distances));
  if ((distances[farthest] ?? 0) <= TOLERANCE) return [first];
  return [...simplify(line.slice(0, farthest + 1)), ...simplify(line.slice(farthest))];
}

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

const EMPTY = (): Promise<Buffer> =>
  sharp({ create: { width: 1, height: 1, channels: 4, background: TRANSPARENT } })
    .webp()
    .toBuffer();

/**
 * Returns 1 for each background pixel. A background pixel is connected to the picture's edge, and has its colour, a
 * shadow of this colour, or the green of a leaf. Null if the edge has no uniform colour. `lab` contains three bytes
 * a pixel: lightness (unsigned), green to red and blue to yellow (both signed).
 */
function findGround(lab: Buffer, width: number, height: number): Uint8Array | null {
  const edge = listEdge(width, height);
  const readColour = (at: number) =>
    [lab[at * 3] ?? 0, lab.readInt8(at * 3 + 1), lab.readInt8(at * 3 + 2)] as const;
  const [light, green, yellow] = [0, 1, 2].map((part) =>
    findMedian(edge.map((at) => readColour(at)[part] ?? 0)),
  );
  const isGround = (at: number): boolean => {
    const [l, a, b] = readColour(at);
    const colour = Math.hypot(a - (green ?? 0), b - (yellow ?? 0));
    const shade = Math.abs(l - (light ?? 0));
    return a < LEAF || (colour < 9 && shade < 38) || (colour < 4.5 && shade < 62);
  };
  const from = edge.filter(isGround);
  if (from.length < edge.length * LEAST_ALIKE) return null;
  const ground = new Uint8Array(width * height);
  flood(from, width, height, (at) => {
    if (ground[at] || !isGround(at)) return false;
    ground[at] = 1;
    return true;
  });
  return ground;
}

/** The minimum share of similar pixels at the picture's edge. In a photograph of a scene, this share is smaller. */
const LEAST_ALIKE = 0.9;

/** The minimum for wood on Lab's axis from green to red. A lower value belongs to a leaf or a fruit. */
const LEAF = -4;

/** Returns a mask with 255 on the large areas that are not background. Null if the largest is too small or large. */
function keepLargest(ground: Uint8Array, width: number, height: number): Buffer | null {
  const piece = new Int32Array(width * height);
  const sizes = [0];
  for (let start = 0; start < piece.length; start++) {
    if (ground[start] || piece[start]) continue;
    const name = sizes.push(0) - 1;
    flood([start], width, height, (at) => {
      if (ground[at] || piece[at]) return false;
      piece[at] = name;
      sizes[name] = (sizes[name] ?? 0) + 1;
      return true;
    });
  }
  const largest = Math.max(...sizes);
  const share = largest / piece.length;
  if (share < LEAST_SHARE || share > MAX_SHARE) return null;
  const isLarge = sizes.map((size) => size > 0 && size * 3 >= largest);
  return Buffer.from(Uint8Array.from(piece, (name) => (isLarge[name] ? 255 : 0)));
}

/**
 * The minimum and maximum share of the picture that a product covers. A smaller area is a speck. A larger area contains
 * background.
 */
const LEAST_SHARE = 0.03;
const MAX_SHARE = 0.85;

/** `enter` marks a pixel and returns true, or returns false if the pixel is outside the area or already marked. */
function flood(from: readonly number[], width: number, height: number, enter: (at: number) => boolean): void {
  const queue: number[] = [];
  const take = (at: number) => enter(at) && queue.push(at);
  for (const at of from) take(at);
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (x > 0) take(at - 1);
    if (x < width - 1) take(at + 1);
    if (y > 0) take(at - width);
    if (y < height - 1) take(at + width);
  }
}

const listEdge = (width: number, height: number): number[] => [
  ...Array.from({ length: width }, (_, x) => [x, (height - 1) * width + x]).flat(),
  ...Array.from({ length: height }, (_, y) => [y * width, y * width + width - 1]).flat(),
];

const findMedian = (values: readonly number[]): number =>
  values.toSorted((first, other) => first - other)[values.length >> 1] ?? 0;
