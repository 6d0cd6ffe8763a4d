import { type FileError, listUnconfirmed } from "#platform/storage/owner-file.ts";
import { findSamples } from "../seller.ts";
import type { SellerInFile } from "./seller-file.ts";

/** What the owner has left as the shop came (D88), and what only they can vouch for. */
export function listSellerWarnings(seller: SellerInFile): FileError[] {
  const file = "seller.json";
  const samples = listSamples(seller).map(([field, value]) => ({
    file,
    where: "",
    field,
    message: `is still a sample: "${value}".`,
  }));
  return [...samples, ...listUnconfirmed(file, "", seller.toConfirm)];
}

/** The fields of the owner's file, as `address.street`, that are true of no one, each with its value. */
export function listSamples({
  toConfirm: _statements,
  ...facts
}: SellerInFile): [field: string, value: string][] {
  return findSamples(facts);
}
