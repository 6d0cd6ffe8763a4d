import { formatPlace } from "#contract/place.ts";
import { formatCount } from "#contract/text.ts";
import type { Seller } from "#shop/seller/seller.ts";

/**
 * What a product's page declares. India's Legal Metrology (Packaged Commodities) Rules, rule 6, and the Consumer Protection
 * (E-Commerce) Rules ask for the manufacturer, the country of origin and the net quantity.
 */
export interface Declarations {
  /** Net weight in grams. */
  netWeight?: number;
  finish?: string;
  /** The country of origin. */
  origin?: string;
  /** The net quantity: number of pieces that are sold as one. */
  pieces?: number;
  /** Name and address of the manufacturer, in one line. */
  manufacturer?: string;
}

/** The declarations of products without specific ones. */
export type SharedDeclarations = Omit<Declarations, "netWeight">;

/** Returns the declarations of a product: its own, otherwise the shop's. The default manufacturer is the seller. */
export function completeDeclarations(
  declarations: Declarations,
  shared: SharedDeclarations | undefined,
  seller: Pick<Seller, "tradeName" | "legalName" | "address"> | null,
): Declarations {
  const maker = formatSeller(seller);
  return { ...(maker && { manufacturer: maker }), ...shared, ...declarations };
}

/** Name and address of the seller in one line; null while the owner has not filled in an address. */
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

/** Names the declarations that the law requires and that are missing. */
export const listMissingDeclarations = (declared: Declarations): string[] =>
  required.filter(([field]) => declared[field] === undefined).map(([, name]) => name);

/** Lists the declarations of a product in the order of its page. */
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

/** `850 g`, `1.2 kg` */
const formatWeight = (grams: number): string =>
  grams < KILOGRAM ? `${grams} g` : `${Math.round(grams / (KILOGRAM / 10)) / 10} kg`;
