import { and, eq, isNull } from "drizzle-orm";
import { deskLinks } from "#contract/desk-links.ts";
import type { Paise } from "#contract/money.ts";
import { formatCount, joinFirst } from "#contract/text.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { beginsWith, isAnyOf } from "#platform/database/statement.ts";
import { refuseField, UsageError } from "#platform/operator/command.ts";
import { MAX_VALUES } from "#platform/operator/operator-socket.ts";
import type { SuggestedValue } from "#platform/operator/protocol.ts";
import { calculateInclusivePrice } from "#shop/pricing/gst.ts";
import { findOwnRate, getRate, getTaxRates, type TaxedProduct } from "#shop/pricing/server/index.ts";
import { findColumnLabel } from "../../column-labels.ts";
import { HSN, isEmpty, NEEDED_TO_SHOW, type WrittenProduct } from "../owner-folder/product-file.ts";
import { product } from "../tables.ts";

export const listWithoutHsn = async (
  context: Context,
  { db = context.db, ids }: { db?: Db | Tx; ids?: readonly string[] } = {},
): Promise<{ id: string; rate: number }[]> => {
  const rows = await db
    .select({ id: product.id, hsn: product.hsn })
    .from(product)
    .where(and(eq(product.hidden, false), isNull(product.hsn), ids && isAnyOf(product.id, ids)))
    .orderBy(product.id);
  return rows.map((row) => ({ id: row.id, rate: getRate(context, row) }));
};

export async function listHsnValues(context: Context, prefix: string): Promise<SuggestedValue[]> {
  const rows = await context.db
    .selectDistinct({ hsn: product.hsn })
    .from(product)
    .where(beginsWith(product.hsn, prefix))
    .orderBy(product.hsn)
    .limit(MAX_VALUES);
  const typed = prefix.replaceAll(/[\s.]/g, "");
  const codes = new Map(rows.flatMap(({ hsn }) => (hsn === null ? [] : [[hsn, hsn] as const])));
  // Suggest the code as the user typed it (`prefix`), for example `4419.90`, because the form compares suggestions with
  // the text in its field.
  if (HSN.test(typed)) codes.set(prefix, typed);
  return [...codes].map(([value, hsn]) => {
    const gstRate = getRate(context, { id: "", hsn });
    return { value, summary: `GST ${gstRate} %`, gstRate };
  });
}

export async function checkHsn(context: Context): Promise<Finding[]> {
  const findings = (await listWithoutHsn(context)).map(({ id, rate }) => ({
    about: id,
    what: `the product has no HSN, so its GST is ${rate} %, the rate for goods without an HSN`,
    remedy: "Enter the HSN of the product",
    screen: deskLinks.product(id),
  }));
  return limitFindings(findings, (remaining) => ({
    about: "HSN",
    what: `${formatCount(remaining, "more product")} ${remaining === 1 ? "has" : "have"} no HSN`,
    remedy: "Enter the HSN of these products too",
    screen: deskLinks.form("products list"),
  }));
}

export function limitFindings(
  findings: readonly Finding[],
  describeOthers: (remaining: number) => Finding,
): Finding[] {
  const remaining = findings.length - MAX_NAMED;
  return [...findings.slice(0, MAX_NAMED), ...(remaining > 0 ? [describeOthers(remaining)] : [])];
}

const MAX_NAMED = 10;

export const calculateShownPrice = (
  context: Context,
  { price, ...product }: TaxedProduct & { price: Paise },
): Paise =>
  calculateInclusivePrice(price, getTaxRates(context), { gstRate: findOwnRate(context, product) ?? null });

export const describeRate = (context: Context, product: TaxedProduct): string =>
  `${getRate(context, product)} %${product.hsn ? "" : ": the product has no HSN, so this is the rate for goods without an HSN"}`;

/** Returns the columns that a product needs before it can be published, but lacks. */
export const listMissing = (values: WrittenProduct): string[] =>
  [...NEEDED_TO_SHOW, "hsn"].filter((name) => isEmpty(values[name]));

/** Refuses to show a product without the values that shoppers see. @throws UsageError */
export function refuseIncomplete(title: string, values: WrittenProduct): void {
  const missing = listMissing(values);
  if (missing.every((name) => name === "hsn")) return;
  const labels = missing.map((name) => findColumnLabel(name) ?? name);
  throw new UsageError(
    `${title} cannot be shown in the shop yet. Enter first: ${labels.join(", ")}.`,
    Object.fromEntries(
      missing.map((name) => [name === "images" ? "picture" : name, "A product in the shop needs this."]),
    ),
  );
}

/** Refuses to show the products in `missing`, because GST and invoices depend on the HSN. @throws UsageError */
export function refuseWithoutHsn(missing: readonly { id: string }[], remedy: string): void {
  const [first] = missing;
  if (!first) return;
  const ids = missing.map(({ id }) => id);
  const subject =
    missing.length === 1
      ? `${first.id} has no HSN and cannot be shown in the shop.`
      : `${formatCount(missing.length, "product")} have no HSN and cannot be shown in the shop: ${joinFirst(ids, MAX_NAMED)}.`;
  throw refuseField("hsn", `${subject} ${remedy}`);
}
