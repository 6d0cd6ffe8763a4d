import type { Db, Tx } from "#platform/database/database.ts";
import { describeTaxChanges, readTaxes, type TaxedGoods } from "#shop/pricing/server/index.ts";
import type { HomeContentFiles } from "../owner-folder/home-content-files.ts";
import { product } from "../tables.ts";

type TaxFiles = Pick<HomeContentFiles, "seller" | "taxes">;

/** The changes of GST that an import of these files and products makes, now and later. */
export async function listTaxChanges(
  db: Db | Tx,
  before: TaxFiles,
  after: TaxFiles & { goods: readonly TaxedGoods[] },
  now: Date,
): Promise<string[]> {
  const stored = await db.select({ id: product.id, hsn: product.hsn }).from(product);
  const goods = new Map(stored.map((one) => [one.id, one]));
  const read = ({ seller, taxes }: TaxFiles) => readTaxes(taxes ?? { rates: [] }, seller?.taxRates);
  return describeTaxChanges({ taxes: read(before), goods }, { taxes: read(after), goods: after.goods }, now);
}
