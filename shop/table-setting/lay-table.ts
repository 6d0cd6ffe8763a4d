import type { ProductCard } from "#shop/catalogue/card.ts";
import { countPieces, getFootprint, isRound } from "#shop/catalogue/shape.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";

export const occasions = ["chai", "breakfast", "dinner", "festive"] as const;
export type Occasion = (typeof occasions)[number];

export const partySizes = [2, 4, 8] as const;
export type PartySize = (typeof partySizes)[number];

/** The budgets in rupees with GST. Null for no limit. */
export const budgets = [5000, 10000, null] as const;
export type Budget = (typeof budgets)[number];

/** A piece with its centre `x`, `y` in whole centimetres from the cloth's left and upper edge. */
export interface LaidPiece {
  productId: string;
  x: number;
  y: number;
  turned: boolean;
}

/** A tablecloth and its seats, in centimetres. `far` seats are at the edge where y is 0. */
interface Cloth {
  width: number;
  depth: number;
  seats: { x: number; far: boolean }[];
}

export function getCloth(people: PartySize): Cloth {
  const columns = people / 2;
  const seats = Array.from({ length: columns }, (_, column) => MARGIN + SEAT_WIDTH * (column + 0.5));
  return {
    width: MARGIN * 2 + SEAT_WIDTH * columns,
    depth: DEPTH,
    seats: [false, true].flatMap((far) => seats.map((x) => ({ x, far }))),
  };
}

const SEAT_WIDTH = 68;
const MARGIN = 20;
const DEPTH = 130;

/** `places`: roles of the pieces at each seat. `middle`: roles in the middle, repeated until no further piece fits. */
const recipes: Record<Occasion, { places: readonly Role[]; middle: readonly Role[] }> = {
  chai: { places: [], middle: ["tray", "dip", "small", "board"] },
  breakfast: { places: ["bowl"], middle: ["tray", "fruit", "board"] },
  dinner: { places: ["plate", "bowl"], middle: ["salad", "leaf", "board", "turntable", "dip"] },
  festive: { places: ["plate"], middle: ["small", "leaf", "fruit", "turntable", "dip"] },
};

/** True if these products together are within the budget. An id that occurs twice means two pieces. */
type IsAffordable = (productIds: readonly string[]) => boolean;

/**
 * Suggests pieces for the table. The result is deterministic. A small budget gives fewer pieces or an empty list.
 * Chooses cheaper pieces for the seats if that leaves enough for a serving piece.
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
  const list = (role: Role) => listByRole(fitting, role, occasion);
  let best: { laid: LaidPiece[]; score: number } = { laid: [], score: -1 };
  const listForSeats = (role: Role) => (role === "bowl" ? [...list("bowl"), ...list("pair")] : list(role));
  for (const settings of combine(places.map((role) => listSettings(listForSeats(role), role, cloth)))) {
    const hasPlates = settings.some((setting) => setting?.role === "plate");
    const laid = settings.flatMap((setting) => (setting ? placeSetting(setting, cloth, hasPlates) : []));
    const canAdd: IsAffordable = (ids) => isAffordable([...laid.map(({ productId }) => productId), ...ids]);
    if (laid.length > 0 && !canAdd([])) continue;
    const centre = arrangeCentre(list, middle, cloth, canAdd);
    const score = settings.filter(Boolean).length + (centre.length > 0 ? 1 : 0);
    if (score > best.score) best = { laid: [...laid, ...centre], score };
  }
  return best.laid;
}

const combine = <Item>(lists: readonly (readonly Item[])[]): Item[][] =>
  lists.reduce<Item[][]>(
    (combined, items) => combined.flatMap((each) => items.map((item) => [...each, item])),
    [[]],
  );

/** Returns the available pieces with the same role as a piece, including the piece itself if it is available. */
export const listAlternatives = (products: readonly ProductCard[], product: ProductCard): ProductCard[] =>
  filterByRole(products, getRole(product)).filter((other) => !isSoldOut(other));

const filterByRole = (products: readonly ProductCard[], role: Role): ProductCard[] =>
  products.filter((product) => getRole(product) === role && getFootprint(product) !== null);

type Role =
  | "plate"
  | "bowl"
  | "pair"
  | "small"
  | "salad"
  | "fruit"
  | "dip"
  | "turntable"
  | "board"
  | "leaf"
  | "tray"
  | "none";

/** Returns the role of a piece on the table. "none": never suggested, but visitors can add it. */
function getRole({ subcategory, title, size: [size] }: ProductCard): Role {
  if (!size) return "none";
  const isLarge = Math.max(size.L, size.B) > LARGEST_FOR_ONE;
  switch (subcategory) {
    case "Bowl":
      if (countPieces(title) > 1) return Math.max(size.L, size.B) < SMALLEST_FOR_ONE ? "small" : "pair";
      return isLarge ? "salad" : "bowl";
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

/** Limits in inches of the length or breadth of a bowl for one person. */
const SMALLEST_FOR_ONE = 5;
const LARGEST_FOR_ONE = 9;

function listByRole(products: readonly ProductCard[], role: Role, occasion: Occasion): ProductCard[] {
  const candidates = filterByRole(products, role);
  const first = candidates.length === 0 ? 0 : occasions.indexOf(occasion) % candidates.length;
  return [...candidates.slice(first), ...candidates.slice(0, first)];
}

/** The distance in cm from a plate's centre to the cloth's edge. */
export const PLATE_INWARDS = 22;

/** `shared` is the number of neighbouring seats that share one product, for example 2 for a set of two bowls. */
interface Setting {
  role: Role;
  product: ProductCard;
  shared: number;
}

/** Returns the choices, best first: the first product with enough stock, the cheapest one, and null for no product. */
function listSettings(candidates: readonly ProductCard[], role: Role, { seats }: Cloth): (Setting | null)[] {
  const settings = candidates.flatMap((product) => {
    const shared = countPieces(product.title);
    const count = seats.length / shared;
    const isPossible = product.stock === undefined || product.stock >= count;
    return isPossible && count % 2 === 0 ? { role, product, shared, price: product.price * count } : [];
  });
  const cheapest = settings.toSorted((one, other) => one.price - other.price).slice(0, 1);
  return [...new Set([...settings.slice(0, 1), ...cheapest]), null];
}

function placeSetting({ role, product, shared }: Setting, cloth: Cloth, hasPlates: boolean): LaidPiece[] {
  const isShared = shared > 1;
  const { aside, inwards } = findPlace(role, isShared, hasPlates);
  return cloth.seats
    .filter(({ far }, at) => !isShared || at % shared === (far ? shared - 1 : 0))
    .map(({ x, far }) => ({
      productId: product._id,
      x: Math.round(far ? x - aside : x + aside),
      y: far ? inwards : cloth.depth - inwards,
      turned: isShared && hasPlates,
    }));
}

/** Returns a piece's position at a seat in cm: `aside` from the seat's centre, `inwards` from the cloth's edge. */
function findPlace(role: Role, isShared: boolean, hasPlates: boolean) {
  if (isShared) return hasPlates ? { aside: 28, inwards: 20 } : { aside: SEAT_WIDTH / 2, inwards: 20 };
  return role === "plate" || !hasPlates ? { aside: 0, inwards: PLATE_INWARDS } : { aside: 27, inwards: 24 };
}

const GAP = 9;

/** The depth in cm of the strip for serving pieces between the two rows of seats. */
const MIDDLE_DEPTH = 46;

/** Arranges pieces in the middle strip from left to right: repeatedly one of each role, until none fits. */
function arrangeCentre(
  list: (role: Role) => ProductCard[],
  roles: readonly Role[],
  { width, depth }: Cloth,
  isAffordable: IsAffordable,
): LaidPiece[] {
  const queues = roles.map((role) => list(role));
  const chosen: { product: ProductCard; length: number }[] = [];
  let used = -GAP;
  const doesFit = (product: ProductCard): boolean => {
    const { length, breadth } = getFootprint(product) ?? { length: Infinity, breadth: Infinity };
    return (
      breadth <= MIDDLE_DEPTH &&
      used + GAP + length <= width - MARGIN &&
      isAffordable([...chosen.map((each) => each.product._id), product._id])
    );
  };
  for (let round = -1; round !== chosen.length;) {
    round = chosen.length;
    for (const queue of queues) {
      const product = queue.find(doesFit);
      if (!product) continue;
      const length = getFootprint(product)?.length ?? 0;
      queue.splice(queue.indexOf(product), 1);
      chosen.push({ product, length });
      used += GAP + length;
    }
  }
  let x = (width - used) / 2;
  return chosen.map(({ product, length }) => {
    const middle = x + length / 2;
    x += length + GAP;
    return { productId: product._id, x: Math.round(middle), y: depth / 2, turned: false };
  });
}
