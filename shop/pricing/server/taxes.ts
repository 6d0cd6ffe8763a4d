import * as v from "valibot";
import { formatDay, toIsoDay, toMidnight } from "#contract/dates.ts";
import { formatCount } from "#contract/text.ts";
import { type Context, defineService } from "#platform/context.ts";
import {
  type FileError,
  filledText,
  isoDay,
  numberLike,
  strictObject,
} from "#platform/storage/owner-file.ts";
import { getOwnRules } from "#shop/policies/server/index.ts";
import { type CompanyPlace, companyPlaces } from "../gstin.ts";
import { TAX_RATES, type TaxRates } from "../tax-rates.ts";
import { type Rates, addRates } from "../gst.ts";

const NO_RATE = "is not a GST rate. Enter a percentage above 0 and up to 50, for example 5 or 18.";

const NO_HSN = "is not an HSN. An HSN has 2, 4, 6 or 8 digits, for example 4419.";

const isRate = (value: number): boolean =>
  value > 0 && value <= 50 && Number((value / 2).toFixed(2)) === value / 2;

const rule = v.pipe(
  strictObject({
    hsn: v.exactOptional(v.pipe(v.string(NO_HSN), v.trim(), v.regex(/^(\d{2}){1,4}$/, NO_HSN))),
    products: v.exactOptional(
      v.pipe(
        v.array(
          filledText("is empty."),
          "is not a list of products. Write each product as in its URL, between [ and ].",
        ),
        v.nonEmpty("is empty. Name at least one product."),
      ),
    ),
    rate: v.pipe(numberLike(NO_RATE), v.check(isRate, NO_RATE)),
    from: v.exactOptional(isoDay),
  }),
  v.check(
    ({ hsn, products }) => hsn === undefined || products === undefined,
    "names both an HSN and products. Use one entry for each.",
  ),
  v.check(
    ({ hsn, products, from }) => hsn !== undefined || products !== undefined || from !== undefined,
    'is for all goods, but has no first day. Add "from" with this day. To change the current rate, change taxRates in seller.json.',
  ),
);

export const taxFile = strictObject({
  rates: v.exactOptional(v.array(rule, "is not a list. Write the rates between [ and ]."), []),
  companyPlaceOfSupply: v.exactOptional(
    v.picklist(companyPlaces, `must be ${companyPlaces.join(" or ")}.`),
    "ship-to",
  ),
});

export type TaxesInFile = v.InferOutput<typeof taxFile>;

export const NO_TAXES: TaxesInFile = { rates: [], companyPlaceOfSupply: "ship-to" };

type Rule = TaxesInFile["rates"][number];

export interface TaxedProduct {
  id: string;
  hsn?: string | null | undefined;
}

/**
 * Creates the functions that find tax rates. A product uses its own rule, or else the rule with the longest matching
 * HSN code, or else the general rule, or else `standard`. A rule applies from its first day.
 */
export function readTaxes({ rates }: Pick<TaxesInFile, "rates">, standard: Rates = TAX_RATES) {
  const rules = rates
    .map((each) => ({
      ...each,
      begins: each.from === undefined ? -Infinity : toMidnight(each.from).getTime(),
    }))
    .toSorted((first, other) => other.begins - first.begins);
  const ofProducts = Map.groupBy(
    rules.flatMap((each) => (each.products ?? []).map((id) => ({ ...each, id }))),
    ({ id }) => id,
  );
  const ofHeadings = Map.groupBy(
    rules.filter(({ hsn }) => hsn !== undefined),
    ({ hsn = "" }) => hsn,
  );
  const generalRules = rules.filter(({ hsn, products }) => hsn === undefined && products === undefined);
  const findNow = (ownRules: typeof generalRules = [], at: Date) =>
    ownRules.find(({ begins }) => begins <= at.getTime())?.rate;
  const findOwnRateAt = ({ id, hsn }: TaxedProduct, at: Date): number | undefined => {
    const ownRate = findNow(ofProducts.get(id), at);
    if (ownRate !== undefined || !hsn || ofHeadings.size === 0) return ownRate;
    for (let length = hsn.length; length >= 2; length -= 2) {
      const ofHeading = findNow(ofHeadings.get(hsn.slice(0, length)), at);
      if (ofHeading !== undefined) return ofHeading;
    }
    return undefined;
  };
  const getShopRates = (at: Date): Rates => {
    const ownRate = findNow(generalRules, at);
    return ownRate === undefined ? standard : { cgst: ownRate / 2, sgst: ownRate / 2 };
  };
  return {
    /** Returns the rates for products without their own rate (D8). */
    getShopRates,
    getRate: (product: TaxedProduct, at: Date): number =>
      findOwnRateAt(product, at) ?? addRates(getShopRates(at)),
    isVaried: (at: Date): boolean =>
      rules.some(({ rate, begins }) => begins <= at.getTime() && rate !== addRates(getShopRates(at))),
    listRateStarts: (after: Date, upTo?: Date): Date[] =>
      [...new Set(rules.map(({ begins }) => begins))]
        .filter((begins) => begins > after.getTime() && begins <= (upTo?.getTime() ?? Infinity))
        .toSorted((first, other) => first - other)
        .map((begins) => new Date(begins)),
  };
}

export type Taxes = ReturnType<typeof readTaxes>;

const taxService = defineService("pricing", () => ({
  standard: TAX_RATES,
  taxes: readTaxes(NO_TAXES),
  file: NO_TAXES,
}));

export function setTaxes(context: Context, standard: TaxRates = TAX_RATES, file = NO_TAXES): void {
  Object.assign(context.service(taxService), { standard, file, taxes: readTaxes(file, standard) });
}

/** Returns the rates for new orders in percent (D8). */
export function getTaxRates(context: Context): TaxRates {
  const { standard, taxes } = context.service(taxService);
  const at = context.now();
  const { cgst, sgst } = taxes.getShopRates(at);
  const { shippingFee: fee, freeShippingFrom: freeFrom } = getOwnRules(context);
  return {
    ...standard,
    cgst,
    sgst,
    ...(taxes.isVaried(at) && { isVaried: true as const }),
    ...(fee !== undefined && fee > 0 && { shipping: { fee, ...(freeFrom !== undefined && { freeFrom }) } }),
  };
}

export function findOwnRate(context: Context, product: TaxedProduct): number | undefined {
  const { taxes, file } = context.service(taxService);
  if (file.rates.length === 0) return undefined;
  const at = context.now();
  const rate = taxes.getRate(product, at);
  return rate === addRates(taxes.getShopRates(at)) ? undefined : rate;
}

export const getRate = (context: Context, product: TaxedProduct): number =>
  context.service(taxService).taxes.getRate(product, context.now());

export function findRateChange(context: Context, product: readonly TaxedProduct[]): Date | null {
  const { taxes } = context.service(taxService);
  const now = context.now();
  const isOther = (at: Date) =>
    product.some((taxedGoods) => taxes.getRate(taxedGoods, at) !== taxes.getRate(taxedGoods, now));
  return taxes.listRateStarts(now).find(isOther) ?? null;
}

/** Returns which place of supply new invoices to companies with a GSTIN use. Issued invoices do not change. */
export const getCompanyPlace = (context: Context): CompanyPlace =>
  context.service(taxService).file.companyPlaceOfSupply;

export function* checkTaxes(
  { rates }: TaxesInFile,
  product: readonly TaxedProduct[],
): Generator<FileError & { isError: boolean }> {
  const report = (at: number, message: string, isError: boolean) => ({
    file: "taxes.json",
    where: `rate ${at + 1}`,
    field: "",
    message,
    isError,
  });
  const ids = new Set(product.map(({ id }) => id));
  for (const [at, { hsn, products, from }] of rates.entries()) {
    const isTwin = (other: Rule) =>
      other.from === from &&
      other.hsn === hsn &&
      (products === undefined) === (other.products === undefined) &&
      (products ?? [""]).some((id) => (other.products ?? [""]).includes(id));
    if (rates.findIndex(isTwin) < at)
      yield report(at, "repeats an earlier entry for the same day. Remove one of them.", true);
    for (const id of products ?? [])
      if (!ids.has(id)) yield report(at, `names the product "${id}", which does not exist.`, false);
    if (hsn !== undefined && !product.some((each) => each.hsn?.startsWith(hsn)))
      yield report(at, `is for HSN ${hsn}, but no product has this HSN.`, false);
  }
}

/**
 * Returns lines such as "36 products from 18% to 5% from 1 Dec 2026". Compares each future rate with the rate just
 * before it.
 */
export function describeTaxChanges(
  previous: { taxes: Taxes; goods: ReadonlyMap<string, TaxedProduct> },
  after: { taxes: Taxes; goods: readonly TaxedProduct[] },
  now: Date,
): string[] {
  const changes = (
    from: (taxedGoods: TaxedProduct) => number | undefined,
    at: Date,
    when: string,
  ): string[] => {
    const counts = new Map<string, number>();
    for (const taxedGoods of after.goods) {
      const [previousRate, rate] = [from(taxedGoods), after.taxes.getRate(taxedGoods, at)];
      if (previousRate === undefined || previousRate === rate) continue;
      const change = `from ${previousRate}% to ${rate}%`;
      counts.set(change, (counts.get(change) ?? 0) + 1);
    }
    return [...counts].map(([change, count]) => `${formatCount(count, "product")} ${change} ${when}`);
  };
  const getCurrentRate = (taxedGoods: TaxedProduct) => {
    const existing = previous.goods.get(taxedGoods.id);
    return existing && previous.taxes.getRate(existing, now);
  };
  return [
    ...changes(getCurrentRate, now, "from now on"),
    ...after.taxes
      .listRateStarts(now)
      .flatMap((at) =>
        changes(
          (taxedGoods) => after.taxes.getRate(taxedGoods, new Date(at.getTime() - 1)),
          at,
          `from ${formatDay(new Date(`${toIsoDay(at)}T00:00:00Z`))}`,
        ),
      ),
  ];
}
