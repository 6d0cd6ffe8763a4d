import { formatPlace } from "#contract/place.ts";
import { formatCount } from "#contract/text.ts";
import type { Seller } from "#shop/seller/seller.ts";
import type { Product } from "./product.ts";

/**
 * The declarations of a product. The Legal Metrology Rules (rule 6) and the Consumer Protection (E-Commerce) Rules
 * require those in `required`.
 */
export type Declarations = Pick<Product, "netWeight" | "finish" | "origin" | "pieces" | "manufacturer">;

export type SharedDeclarations = Omit<Declarations, "netWeight">;

/** Fills in the shop's defaults for facts that the product lacks. The default manufacturer is the seller. */
export function completeDeclarations(
  declarations: Declarations,
  shared: SharedDeclarations | undefined,
  seller: Pick<Seller, "tradeName" | "legalName" | "address"> | null,
): Declarations {
  const maker = formatSeller(seller);
  return { ...(maker && { manufacturer: maker }), ...shared, ...declarations };
}

function formatSeller(seller: Pick<Seller, "tradeName" | "legalName" | "address"> | null): string | null {
  if (!seller?.address) return null;
  const { street, country } = seller.address;
  return [seller.legalName ?? seller.tradeName, street, formatPlace(seller.address), country].join(", ");
}

const required = [
  ["origin", "country of origin"],
  ["pieces", "net quantity"],
  ["manufacturer", "manufacturer"],
] as const;

export const listMissingDeclarations = (declared: Declarations): string[] =>
  required.filter(([field]) => declared[field] === undefined).map(([, name]) => name);

export function listDeclarations({ netWeight, finish, origin, pieces, manufacturer }: Declarations) {
  const rows: [name: string, text: string | undefined][] = [
    ["Weight", netWeight === undefined ? undefined : formatWeight(netWeight)],
    ["Finish", finish],
    ["Net quantity", pieces === undefined ? undefined : formatCount(pieces, "piece")],
    ["Country of origin", origin],
    ["Manufactured by", manufacturer],
  ];
  return rows.flatMap(([name, text]) => (text ? [{ name, text }] : []));
}

const KILOGRAM = 1000;

const formatWeight = (grams: number): string =>
  grams < KILOGRAM ? `${grams} g` : `${Math.round(grams / (KILOGRAM / 10)) / 10} kg`;
