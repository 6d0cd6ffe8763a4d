import { parseNumber } from "#contract/number.ts";
import type { Context } from "#platform/context.ts";
import {
  type CommandInput,
  CommandRefused,
  toRevision,
  requireConfirmation,
  refuseField,
} from "#platform/operator/command.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import { companyPlaces } from "#shop/pricing/gstin.ts";
import { checkTaxes, NO_TAXES, taxFile, type TaxesInFile } from "#shop/pricing/server/index.ts";
import { TAX_RATES } from "#shop/pricing/tax-rates.ts";
import { isSample } from "#shop/seller/seller.ts";
import { sellerFile } from "#shop/seller/server/index.ts";
import { describeGoods } from "../describe-content.ts";
import { listTaxChanges } from "../import/import-catalogue.ts";
import type { HomeContentFiles } from "../owner-folder/home-content-files.ts";
import { product } from "../tables.ts";
import {
  changeContent,
  defineContentCommand,
  parsePart,
  refuseFaults,
  requireSeller,
  toLines,
} from "./change-content.ts";
import { taxRates } from "../../command-results.ts";

type Rate = TaxesInFile["rates"][number];

export const taxesCommand = defineContentCommand({
  ...taxRates,
  part: readTaxContent,
  onlyOwner: "changes",
  summary:
    "Shows or changes the GST rates, in general or for an HSN or single products, each with its start date.",
  args: [],
  options: {
    rate: { summary: "the whole GST in percent, for example 5 or 18", or: ["none"] },
    hsn: { summary: "the HSN that the rate is for, or its first 2, 4 or 6 digits" },
    products: {
      summary: "the products that the rate is for, instead of an HSN",
      kind: "product",
      many: true,
    },
    from: {
      summary: "the first day of the rate; if empty, the rate applies at once",
      kind: "day",
    },
    "company-place": { summary: "the place of supply for companies with a GSTIN", choices: companyPlaces },
  },
  examples: ["taxes --rate 5 --hsn 4419 --from 2026-12-01", "taxes --company-place registered-state"],
  show: (_context, content) => showTaxes(content),
  async change(context, input) {
    const { rate, "company-place": place } = input.options;
    if (rate === undefined && place === undefined)
      throw refuseField("rate", "Enter the rate in percent, for example 18.");
    if (rate === undefined) refuseOthers(input, "company-place");
    return changeTaxes(context, input, (content) =>
      rate === "none" ? removeRate(content, input.options) : setRate(content, input.options),
    );
  },
});

function showTaxes(content: HomeContentFiles) {
  const { rate, taxes } = readTaxContent(content);
  const { state = "" } = content.seller ?? {};
  const rates = taxes.rates.map((taxRate) => ({
    goods: describeGoods(taxRate),
    hsn: taxRate.hsn ?? null,
    products: [...(taxRate.products ?? [])],
    rate: taxRate.rate,
    from: taxRate.from ?? null,
  }));
  return {
    facts: {
      "GST on all other products": `${rate}%`,
      "place of supply for companies": taxes.companyPlaceOfSupply,
    },
    columns: ["for", "rate", "from"],
    rows: rates.map(({ goods, rate: percent, from }) => [goods, `${percent}%`, from ?? "always"]),
    data: {
      values: { rate: String(rate), "company-place": taxes.companyPlaceOfSupply },
      state: state === "" || isSample(state) ? null : state,
      rates,
      revision: toRevision({ rate, taxes }),
    },
  };
}

function removeRate(content: HomeContentFiles, options: CommandInput["options"]): HomeContentFiles {
  const { taxes } = readTaxContent(content);
  const rates = taxes.rates.filter((taxRate) => !isSameGoods(taxRate, readGoods(options)));
  if (rates.length === taxes.rates.length)
    throw new CommandRefused(
      "There is no rate for this HSN or these products, so nothing was removed. Check the list of rates.",
    );
  return { ...content, taxes: { ...taxes, rates } };
}

function readTaxContent({ seller, taxes = NO_TAXES }: HomeContentFiles) {
  const { cgst, sgst } = seller?.taxRates ?? TAX_RATES;
  return { rate: cgst + sgst, taxes };
}

const readGoods = ({ hsn, products, from }: CommandInput["options"]) => ({
  ...(hsn?.trim() && { hsn: hsn.trim() }),
  ...(products?.trim() && { products: toLines(products) ?? [] }),
  ...(from?.trim() && { from: from.trim() }),
});

const isSameGoods = (first: Omit<Rate, "rate">, other: Omit<Rate, "rate">): boolean =>
  first.hsn === other.hsn &&
  first.from === other.from &&
  [...(first.products ?? [])].toSorted().join() === [...(other.products ?? [])].toSorted().join();

const optionNames = {
  rates: "rate",
  "rates.hsn": "hsn",
  "rates.products": "products",
  "rates.from": "from",
  taxRates: "rate",
  companyPlaceOfSupply: "company-place",
};

function setRate(content: HomeContentFiles, options: CommandInput["options"]): HomeContentFiles {
  const { taxes } = readTaxContent(content);
  const rate = options["rate"]?.replace(/\s*%\s*$/, "");
  const rateGoods = readGoods(options);
  const isForAll = Object.keys(rateGoods).length === 0;
  const file = {
    companyPlaceOfSupply: options["company-place"] ?? taxes.companyPlaceOfSupply,
    rates:
      rate === undefined || isForAll
        ? taxes.rates
        : [...taxes.rates.filter((taxRate) => !isSameGoods(taxRate, rateGoods)), { ...rateGoods, rate }],
  };
  const changed = { ...content, taxes: parsePart(taxFile, file, optionNames) };
  if (rate === undefined || !isForAll) return changed;
  const half = (parseNumber(rate) ?? Number.NaN) / 2;
  const taxRates = { cgst: half, sgst: half };
  const seller = requireSeller(content);
  return { ...changed, seller: parsePart(sellerFile, { ...seller, taxRates }, optionNames, seller) };
}

const changeTaxes = (
  context: Context,
  { confirmed }: CommandInput,
  change: (content: HomeContentFiles) => HomeContentFiles,
) =>
  changeContent(context, async (content, tx) => {
    const changed = change(content);
    const sold = await tx.select({ id: product.id, hsn: product.hsn }).from(product).orderBy(product.id);
    const faults = [...checkTaxes(changed.taxes ?? NO_TAXES, sold)].filter(({ isError }) => isError);
    refuseFaults(faults, optionNames);
    const lines = await listTaxChanges(tx, content, { ...changed, goods: sold }, context.now());
    requireConfirmation(
      { confirmed },
      lines.length === 0
        ? "No product in the shop gets a different rate. Save this anyway?"
        : `Save these GST rates?\n${lines.join("\n")}`,
    );
    return changed;
  });
