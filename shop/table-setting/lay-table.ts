import type { ProductCard } from "#shop/catalogue/card.ts";
import { countPieces, getFootprint } from "#shop/catalogue/footprint.ts";
import { isRound } from "#shop/catalogue/shape.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";

export const occasions = ["chai", "breakfast", "dinner", "festive"] as const;
export type Occasion = (typeof occasions)[number];

export const partySizes = [2, 4, 8] as const;
export type PartySize = (typeof partySizes)[number];

/** The highest price of a table with GST, in rupees; null for no limit. */
export const budgets = [5000, 10000, null] as const;
export type Budget = (typeof budgets)[number];

/**
 * A piece on the table. Its position is that of its centre, in whole centimetres from the left and upper edge of the
 * cloth.
 */
export interface LaidPiece {
  productId: string;
  x: number;
  y: number;
  /** True if it is turned by 90 degrees. */
  turned: boolean;
}

/** The size of a cloth in centimetres, and the centre of each place. */
interface Cloth {
  width: number;
  depth: number;
  seats: { x: number; far: boolean }[];
}

/** Seats are along both long sides. */
export function getCloth(people: PartySize): Cloth {
  const columns = people / 2;
  const seats = Array.from({ length: columns }, (_, column) => MARGIN + SEAT * (column + 0.5));
  return {
    width: MARGIN * 2 + SEAT * columns,
    depth: DEPTH,
    seats: [false, true].flatMap((far) => seats.map((x) => ({ x, far }))),
  };
}

/** The width for one person, and the margin at the ends, in centimetres. */
const SEAT = 68;
const MARGIN = 20;
const DEPTH = 130;

/** The pieces at each seat, and the pieces in the middle, repeated until the cloth is full. */
const recipes: Record<Occasion, { places: readonly Role[]; middle: readonly Role[] }> = {
  chai: { places: [], middle: ["tray", "dip", "small", "board"] },
  breakfast: { places: ["bowl"], middle: ["tray", "fruit", "board"] },
  dinner: { places: ["plate", "bowl"], middle: ["salad", "board", "turntable", "dip"] },
  festive: { places: ["plate"], middle: ["fruit", "small", "leaf", "turntable", "dip"] },
};

/** True if these products, counting repeated ones, are within the budget. */
type IsAffordable = (productIds: readonly string[]) => boolean;

/**
 * Lays a table with available pieces; the result is always the same for the same products. There are fewer pieces, or
 * none, if the shop has no others within the budget.
 */
export function layTable(
  products: readonly ProductCard[],
  people: PartySize,
  occasion: Occasion,
  isAffordable: IsAffordable = () => true,
): LaidPiece[] {
  const { places, middle } = recipes[occasion];
  const cloth = getCloth(people);
  const fitting = products.filter((product) => !isSoldOut(product));
  const laid: LaidPiece[] = [];
  const canAdd: IsAffordable = (ids) => isAffordable([...laid.map(({ productId }) => productId), ...ids]);
  for (const role of places)
    laid.push(...layPlaces(listByRole(fitting, role, occasion), role, cloth, canAdd));
  return [...laid, ...arrangeCentre((role) => listByRole(fitting, role, occasion), middle, cloth, canAdd)];
}

/** Lists the pieces of the same kind by which a piece can be replaced, including itself. */
export function listAlternatives(products: readonly ProductCard[], product: ProductCard): ProductCard[] {
  const role = getRole(product);
  return products.filter(
    (other) => !isSoldOut(other) && getRole(other) === role && getFootprint(other) !== null,
  );
}

type Role =
  | "plate"
  | "bowl"
  | "small"
  | "salad"
  | "fruit"
  | "dip"
  | "turntable"
  | "board"
  | "leaf"
  | "tray"
  | "none";

/** Returns the role of a piece by its kind and size; "none" if it is not placed automatically. */
function getRole({ subcategory, title, size: [size] }: ProductCard): Role {
  if (!size) return "none";
  const isLarge = Math.max(size.L, size.B) > LARGEST_FOR_ONE;
  switch (subcategory) {
    case "Bowl":
      return countPieces(title) > 1 ? "small" : isLarge ? "salad" : "bowl";
    case "Fruit Bowl":
      return "fruit";
    case "Platter":
      return isRound(size, { subcategory, title }) && size.L === size.B ? "plate" : "leaf";
    case "Cheese Board":
      return "board";
    case "Chip & Dip":
      return "dip";
    case "Lazy Susan":
      return "turntable";
    case "Tray":
      return "tray";
    default:
      return "none";
  }
}

/** Bowls longer than this are for everyone, in inches. */
const LARGEST_FOR_ONE = 9;

/** Lists the pieces of a role. Each occasion starts with a different one, so that tables differ. */
function listByRole(products: readonly ProductCard[], role: Role, occasion: Occasion): ProductCard[] {
  const candidates = products.filter(
    (product) => getRole(product) === role && getFootprint(product) !== null,
  );
  const first = candidates.length === 0 ? 0 : occasions.indexOf(occasion) % candidates.length;
  return [...candidates.slice(first), ...candidates.slice(0, first)];
}

/** The plate is in the centre of a place; a bowl is to its right, a little further in. */
const placeOf = (role: Role) => (role === "plate" ? { aside: 0, inwards: 22 } : { aside: 27, inwards: 24 });

/** Lays the same piece at every place. */
function layPlaces(
  candidates: readonly ProductCard[],
  role: Role,
  { depth, seats }: Cloth,
  isAffordable: IsAffordable,
): LaidPiece[] {
  const product = candidates.find(
    ({ _id, stock }) => (stock === undefined || stock >= seats.length) && isAffordable(seats.map(() => _id)),
  );
  if (!product) return [];
  const { aside, inwards } = placeOf(role);
  return seats.map(({ x, far }) => ({
    productId: product._id,
    x: Math.round(far ? x - aside : x + aside),
    y: far ? inwards : depth - inwards,
    turned: false,
  }));
}

/** The gap between two pieces in the middle, in centimetres. */
const GAP = 9;

/** The maximum depth of pieces in the middle, which must fit between the places. */
const MIDDLE = 46;

/**
 * Lays pieces from left to right along the middle: no more than the stock, and no piece twice before all others were
 * used.
 */
function arrangeCentre(
  list: (role: Role) => ProductCard[],
  roles: readonly Role[],
  { width, depth }: Cloth,
  isAffordable: IsAffordable,
): LaidPiece[] {
  const queues = roles.map((role) => list(role));
  const longest = Math.max(...queues.map(({ length }) => length), 0);
  const inTurn = Array.from({ length: longest }, (_, index) =>
    queues.flatMap((queue) => queue[index] ?? []),
  ).flat();
  const chosen: { product: ProductCard; length: number }[] = [];
  let used = -GAP;
  for (const product of inTurn) {
    const { length, breadth } = getFootprint(product) ?? { length: Infinity, breadth: Infinity };
    if (breadth > MIDDLE || used + GAP + length > width - MARGIN) continue;
    if (!isAffordable([...chosen.map((each) => each.product._id), product._id])) continue;
    chosen.push({ product, length });
    used += GAP + length;
  }
  let x = (width - used) / 2;
  return chosen.map(({ product, length }) => {
    const middle = x + length / 2;
    x += length + GAP;
    return { productId: product._id, x: Math.round(middle), y: depth / 2, turned: false };
  });
}
