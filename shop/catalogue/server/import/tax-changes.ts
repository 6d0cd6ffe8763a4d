import type { Db, Tx } from "#platform/database/database.ts";
import { describeTaxChanges, readTaxes, type TaxedGoods, type Taxes } from "#shop/pricing/server/index.ts";
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
  return describeTaxChanges(
    { taxes: readTaxFiles(before), goods },
    { taxes: readTaxFiles(after), goods: after.goods },
    now,
  );
}

/** The rates that these files say. */
export const readTaxFiles = ({ seller, taxes }: TaxFiles): Taxes =>
  readTaxes(taxes ?? { rates: [] }, seller?.taxRates);
