import type { AnswerOf } from "#contract/endpoint.ts";
import { isSameText } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { toCard } from "../../card.ts";
import type { listComplements } from "../../endpoints.ts";
import { DEFAULT_SORTING } from "../../sorting.ts";
import { getSnapshot } from "../snapshot/snapshot.ts";
import { loadProducts } from "./find-products.ts";

/** The pieces that go with one, never sold out. */
export async function findComplements(context: Context, productId: string) {
  const { products } = getSnapshot(context);
  const product = products.get(productId);
  if (!product) return refuse("no_such_product");
  const selected = selectComplements(product, products.listBy(DEFAULT_SORTING));
  const data = (await loadProducts(context, selected)).map(toCard);
  return { success: true, data } satisfies AnswerOf<typeof listComplements>;
}

/** Maximum number of complementary products. */
const COMPLEMENTS = 4;

interface Named {
  subcategory: string;
  collection?: string | undefined;
  materials: readonly string[];
}

/** Products of one kind share the object that says which. */
interface Matched {
  _id: string;
  kind: Named;
  stock?: number | undefined;
}

/**
 * Chooses pieces that go well with one: of its collection but of another kind, then of its wood but of another kind,
 * then anything of either. One of each kind comes before a second one; nothing that is sold out.
 */
export function selectComplements<P extends Matched>(piece: P, all: readonly P[], most = COMPLEMENTS): P[] {
  const ranks: P[][] = [[], [], [], []];
  const ranking = new Map<Named, { rank: number; left: number }>();
  const bestRank = piece.kind.collection ? 0 : 1;
  const bestKinds = new Set<string>();
  for (const other of all) {
    let known = ranking.get(other.kind);
    if (!known)
      ranking.set(other.kind, (known = { rank: rankBeside(piece.kind, other.kind), left: most + 1 }));
    // A kind is limited: the first product, and more only after all other kinds.
    if (known.rank === UNRELATED || known.left === 0) continue;
    if (other._id === piece._id || isSoldOut(other)) continue;
    known.left--;
    ranks[known.rank]?.push(other);
    if (known.rank === bestRank && bestKinds.add(other.kind.subcategory.toLowerCase()).size === most) break;
  }
  return sortByKind(ranks.flat(), piece).slice(0, most);
}

const UNRELATED = 4;

function rankBeside(piece: Named, other: Named): number {
  const otherKind = !isSameText(piece.subcategory, other.subcategory);
  const sameCollection =
    isSameText(piece.collection ?? "", other.collection ?? "") && Boolean(piece.collection);
  const sameWood = other.materials.some((wood) => piece.materials.some((own) => isSameText(own, wood)));
  if (sameCollection) return otherKind ? 0 : 2;
  if (sameWood) return otherKind ? 1 : 3;
  return UNRELATED;
}

/** Sorts so that a kind comes a second time only after every kind has been there once; else the order stays. */
function sortByKind<P extends Matched>(ranked: readonly P[], piece: Matched): P[] {
  const seen = new Set([piece.kind.subcategory.toLowerCase()]);
  const firsts = ranked.filter(({ kind: { subcategory } }) => {
    const name = subcategory.toLowerCase();
    return !seen.has(name) && seen.add(name);
  });
  return [...firsts, ...ranked.filter((other) => !firsts.includes(other))];
}
