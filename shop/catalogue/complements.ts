import { isSameText } from "#contract/text.ts";
import { rememberAnswers } from "./select-products.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";

/** How many pieces are shown that go with another. */
const COMPLEMENTS = 4;

interface Matched {
  _id: string;
  subcategory: string;
  collection?: string | undefined;
  materials: readonly string[];
  stock?: number | undefined;
}

/**
 * What goes well with a piece: of its collection but of another kind, then of its wood but of another kind, then
 * anything of either. One of each kind comes before a second one; nothing that is sold out.
 */
export function selectComplements<P extends Matched>(piece: P, all: readonly P[], most = COMPLEMENTS): P[] {
  const ranks: P[][] = [[], [], [], []];
  const rankOf = createRanking(piece);
  const counts = new Map<string, number>();
  for (const other of all) {
    const rank = rankOf(other);
    if (rank === UNRELATED || other._id === piece._id || isSoldOut(other)) continue;
    const kind = `${rank} ${other.subcategory}`;
    const count = counts.get(kind) ?? 0;
    // Of one kind in one rank no more are ever shown, the first one and those that come after all kinds.
    if (count > most) continue;
    counts.set(kind, count + 1);
    ranks[rank]?.push(other);
  }
  return sortByKind(ranks.flat(), piece).slice(0, most);
}

const UNRELATED = 4;

/** Of the collection or of the wood, of another kind or of its own: the less, the better. */
function createRanking(piece: Matched): (other: Matched) => number {
  const isSameKind = rememberAnswers((kind: string) => isSameText(piece.subcategory, kind));
  const isSameCollection = rememberAnswers(
    (collection: string | undefined) => isSameText(piece.collection ?? "", collection ?? "") && Boolean(piece.collection),
  );
  const isSameWood = rememberAnswers((woods: readonly string[]) =>
    woods.some((wood) => piece.materials.some((own) => isSameText(own, wood))),
  );
  return ({ subcategory, collection, materials }) => {
    if (isSameCollection(collection)) return isSameKind(subcategory) ? 2 : 0;
    if (isSameWood(materials)) return isSameKind(subcategory) ? 3 : 1;
    return UNRELATED;
  };
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
