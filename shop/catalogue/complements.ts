import { isSameText } from "#contract/text.ts";
import type { Product } from "./product.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";

/** How many pieces are shown that go with another. */
const COMPLEMENTS = 4;

type Matched = Pick<Product, "_id" | "subcategory" | "collection" | "materials" | "stock">;

/**
 * What goes well with a piece: of its collection but of another kind, then of its wood but of another kind, then
 * anything of either. One of each kind comes before a second one; nothing that is sold out.
 */
export function selectComplements<P extends Matched>(piece: P, all: readonly P[], most = COMPLEMENTS): P[] {
  const others = all.filter((other) => other._id !== piece._id && !isSoldOut(other));
  const ranked = others
    .map((other) => ({ other, rank: rankBeside(piece, other) }))
    .filter(({ rank }) => rank < UNRELATED)
    .toSorted((one, next) => one.rank - next.rank)
    .map(({ other }) => other);
  return sortByKind(ranked, piece).slice(0, most);
}

const UNRELATED = 4;

function rankBeside(piece: Matched, other: Matched): number {
  const otherKind = !isSameText(piece.subcategory, other.subcategory);
  const sameCollection =
    isSameText(piece.collection ?? "", other.collection ?? "") && Boolean(piece.collection);
  const sameWood = other.materials.some((wood) => piece.materials.some((own) => isSameText(own, wood)));
  if (sameCollection) return otherKind ? 0 : 2;
  if (sameWood) return otherKind ? 1 : 3;
  return UNRELATED;
}

/** In the same order, except that a kind comes a second time only after every kind has been there once. */
function sortByKind<P extends Matched>(ranked: readonly P[], piece: Matched): P[] {
  const seen = new Set([piece.subcategory.toLowerCase()]);
  const firsts = ranked.filter(({ subcategory }) => {
    const kind = subcategory.toLowerCase();
    return !seen.has(kind) && seen.add(kind);
  });
  return [...firsts, ...ranked.filter((other) => !firsts.includes(other))];
}
