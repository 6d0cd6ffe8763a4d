import { and, eq, isNull } from "drizzle-orm";
import { formatCount } from "#contract/text.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { ConfirmationNeeded } from "#platform/operator/command.ts";
import { getRate, type TaxedGoods } from "#shop/pricing/server/index.ts";
import { product } from "../tables.ts";

/** A product without an HSN, with the total GST rate in percent that applies. */
export interface RatedProduct {
  id: string;
  rate: number;
}

/** Lists visible products without an HSN; optionally only these ids. */
export const listWithoutHsn = async (
  context: Context,
  { db = context.db, ids }: { db?: Db | Tx; ids?: readonly string[] } = {},
): Promise<RatedProduct[]> => {
  const rows = await db
    .select({ id: product.id, hsn: product.hsn })
    .from(product)
    .where(and(eq(product.hidden, false), isNull(product.hsn), ids && isAnyOf(product.id, ids)))
    .orderBy(product.id);
  return rows.map((row) => ({ id: row.id, rate: getRate(context, row) }));
};

/** Finds visible products whose GST rate was not determined by an HSN. */
export async function checkHsn(context: Context): Promise<Finding[]> {
  const without = await listWithoutHsn(context);
  const more = without.length - MOST_NAMED;
  return [
    ...without.slice(0, MOST_NAMED).map(({ id, rate }) => ({
      about: id,
      what: `it has no HSN, so its GST is ${rate} %, the rate of goods without one`,
      remedy: `products set ${id} --hsn …`,
    })),
    ...(more > 0
      ? [
          {
            about: "HSN",
            what: `${formatCount(more, "more product")} ${more === 1 ? "has" : "have"} none`,
            remedy: "products list",
          },
        ]
      : []),
  ];
}

const MOST_NAMED = 10;

/** Describes the GST rate of a product, and its missing HSN, if any. */
export const describeRate = (context: Context, goods: TaxedGoods): string =>
  `${getRate(context, goods)} %${goods.hsn ? "" : ": it has no HSN, so this is the rate of goods without one"}`;

/** Describes which products would be taxed without an HSN. */
export function describeWithoutHsn(without: readonly RatedProduct[]): string {
  const [first] = without;
  if (!first) return "";
  const rates = [...new Set(without.map(({ rate }) => `${rate} %`))].join(" or ");
  const named = without
    .slice(0, MOST_NAMED)
    .map(({ id }) => id)
    .join(", ");
  return without.length === 1
    ? `${first.id} has no HSN, so its GST is ${rates}, the rate of goods without one.`
    : `${formatCount(without.length, "product")} have no HSN, so their GST is ${rates}, the rate of goods without one: ${named}${without.length > MOST_NAMED ? ", …" : ""}.`;
}

/** Asks for the HSN of products that will become visible without one. @throws ConfirmationNeeded */
export function askForHsn(without: readonly RatedProduct[], remedy: string): void {
  if (without.length > 0)
    throw new ConfirmationNeeded(
      `${describeWithoutHsn(without)} ${remedy} Show ${without.length === 1 ? "it" : "them"} without one?`,
    );
}
