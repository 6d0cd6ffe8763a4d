import type { AnswerOf } from "#contract/endpoint.ts";
import { isSameText } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { toCard } from "../../card.ts";
import type { listComplements } from "../../endpoints.ts";
import type { FilterableProduct } from "../../filters.ts";
import { DEFAULT_SORTING } from "../../sorting.ts";
import { getSnapshot } from "../snapshot/snapshot.ts";
import { loadProducts } from "./find-products.ts";

export async function findComplements(context: Context, productId: string) {
  const { products } = getSnapshot(context);
  const product = products.get(productId);
  if (!product) return refuse("no_such_product");
  const selected = selectComplements(product, products.listBy(DEFAULT_SORTING));
  const data = (await loadProducts(context, selected)).map(toCard);
  return { success: true, data } satisfies AnswerOf<typeof listComplements>;
}

const COMPLEMENTS = 4;

const usedWith: Readonly<Record<string, readonly string[]>> = {
  tray: ["bowl", "tissue holder", "chip & dip", "platter"],
  platter: ["bowl", "tissue holder", "cutlery caddy", "tray"],
  bowl: ["platter", "cutlery caddy", "tray", "tissue holder"],
  "chopping board": ["tray", "bowl", "platter", "cutlery caddy"],
  "cheese board": ["bowl", "platter", "chip & dip", "tissue holder"],
  "chip & dip": ["bowl", "tissue holder", "tray", "platter"],
  "tissue holder": ["cutlery caddy", "tray", "lazy susan", "platter"],
  "fruit bowl": ["chopping board", "lazy susan", "platter", "tray"],
  "cutlery caddy": ["bowl", "tissue holder", "platter", "lazy susan"],
  "lazy susan": ["bowl", "cutlery caddy", "tissue holder", "platter"],
};

interface ProductWithKind {
  _id: string;
  kind: FilterableProduct;
  stock?: number | undefined;
}

/** Returns up to four products of other subcategories that fit `piece`: first the best of each subcategory. */
export function selectComplements<P extends ProductWithKind>(piece: P, candidates: readonly P[]): P[] {
  const available = candidates.filter((other) => other._id !== piece._id && !isSoldOut(other));
  const rated = [...Map.groupBy(available, ({ kind }) => kind)].flatMap(([kind, others]) => {
    const fit = rateFit(piece.kind, kind);
    const best = fit === 0 ? [] : sortByStock(others).slice(0, COMPLEMENTS);
    return best.map((other) => ({ other, fit }));
  });
  const byFit = [...Map.groupBy(rated, ({ fit }) => fit)]
    .toSorted(([first], [other]) => other - first)
    .flatMap(([, group]) => sortByStock(group.map(({ other }) => other)));
  return sortByKind(byFit).slice(0, COMPLEMENTS);
}

const sortByStock = <P extends ProductWithKind>(products: readonly P[]): P[] => [
  ...products.filter(isInStock),
  ...products.filter((product) => !isInStock(product)),
];

const isInStock = ({ stock = 0 }: ProductWithKind): boolean => stock > 0;

const POINTS = { use: 20, collection: 5, wood: 3, category: 1 } as const;

function rateFit(piece: FilterableProduct, other: FilterableProduct): number {
  if (isSameText(piece.subcategory, other.subcategory)) return 0;
  const partners = usedWith[piece.subcategory.trim().toLowerCase()] ?? [];
  const place = partners.indexOf(other.subcategory.trim().toLowerCase());
  const isOfCollection =
    Boolean(piece.collection) && isSameText(piece.collection ?? "", other.collection ?? "");
  const isOfWood = other.materials.some((wood) =>
    piece.materials.some((material) => isSameText(material, wood)),
  );
  return (
    (place < 0 ? 0 : POINTS.use - place) +
    (isOfCollection ? POINTS.collection : 0) +
    (isOfWood ? POINTS.wood : 0) +
    (isSameText(piece.category, other.category) ? POINTS.category : 0)
  );
}

function sortByKind<P extends ProductWithKind>(rated: readonly P[]): P[] {
  const seenKinds = new Set<string>();
  const firsts = rated.filter(({ kind: { subcategory } }) => {
    const name = subcategory.trim().toLowerCase();
    return !seenKinds.has(name) && seenKinds.add(name);
  });
  return [...firsts, ...rated.filter((other) => !firsts.includes(other))];
}
