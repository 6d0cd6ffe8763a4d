import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { describeTaxChanges, readTaxes, taxFile, type TaxesInFile } from "./taxes.ts";

const bowl = { id: "bowl", hsn: "44191900" };
const lamp = { id: "lamp", hsn: "9405" };
const spoon = { id: "spoon", hsn: null };

const at = (wallClock: string) => new Date(`${wallClock}+05:30`);
const read = (value: unknown): TaxesInFile => v.parse(taxFile, value);
const readRates = (...rates: unknown[]) => readTaxes(read({ rates }));

describe("the tax rate of goods", () => {
  test("a product has its own tax rate, or else that of its longest matching HSN code, or else the shop's rate", () => {
    const taxes = readRates(
      { hsn: "4419", rate: 12 },
      { hsn: "441919", rate: "5" },
      { products: ["spoon", "fork"], rate: 28 },
    );
    const now = at("2026-11-24T12:00");
    expect([bowl, lamp, spoon].map((one) => taxes.getRate(one, now))).toEqual([5, 18, 28]);
    expect(taxes.getRate({ id: "tray", hsn: "4419" }, now)).toBe(12);
    expect(taxes.isVaried(now)).toBe(true);
    expect(readTaxes({ rates: [] }, { cgst: 6, sgst: 6 }).getRate(bowl, now)).toBe(12);
  });

  test("a tax rate begins at midnight in India, and the latest rate that has begun applies", () => {
    const taxes = readRates(
      { hsn: "4419", rate: 12 },
      { hsn: "4419", rate: 5, from: "2026-12-01" },
      { hsn: "4419", rate: 40, from: "2027-04-01" },
      { rate: 28, from: "2027-01-01" },
    );
    const rates = ["2026-11-30T23:59:59.999", "2026-12-01T00:00", "2027-03-31T23:59", "2027-04-01T00:00"];
    expect(rates.map((moment) => taxes.getRate(bowl, at(moment)))).toEqual([12, 5, 5, 40]);
    expect(taxes.getShopRates(at("2026-12-31T23:59"))).toEqual({ cgst: 9, sgst: 9 });
    expect(taxes.getShopRates(at("2027-01-01T00:00"))).toEqual({ cgst: 14, sgst: 14 });
    expect(taxes.listRateStarts(at("2026-12-01T00:00"), at("2027-01-01T00:00"))).toEqual([
      at("2027-01-01T00:00"),
    ]);
  });
});

test("an invalid tax rate is reported", () => {
  const fail = (...rates: unknown[]) =>
    v.safeParse(taxFile, { rates }, { abortPipeEarly: true }).issues?.map(({ message }) => message);
  expect(fail({ hsn: "441", rate: 5 })).toEqual([expect.stringMatching("is not an HSN")]);
  for (const rate of [0, -5, 51, 0.25, "five"]) expect(fail({ hsn: "4419", rate })?.[0]).toMatch("GST rate");
  for (const from of ["2026-02-30", "1 December", "2026-12-01T00:00"])
    expect(fail({ hsn: "4419", rate: 5, from })).toEqual([expect.stringMatching("is not a date")]);
  expect(fail({ rate: 5 })).toEqual([expect.stringMatching("has no first day")]);
  expect(fail({ hsn: "4419", products: ["bowl"], rate: 5 })).toEqual([expect.stringMatching("for each")]);
  expect(read({})).toEqual({ rates: [], companyPlaceOfSupply: "ship-to" });
});

test("the description of a change of tax rates lists the number of products, the old and new rate, and the date", () => {
  const now = at("2026-11-24T12:00");
  const goods = [bowl, { id: "tray", hsn: "4419" }, lamp, spoon];
  const previous = {
    taxes: readRates({ products: ["lamp"], rate: 12 }),
    goods: new Map(goods.map((one) => [one.id, one])),
  };
  const after = readRates({ hsn: "4419", rate: 5, from: "2026-12-01" }, { products: ["spoon"], rate: 12 });
  expect(
    describeTaxChanges(previous, { taxes: after, goods: [...goods, { id: "new", hsn: "4419" }] }, now),
  ).toEqual([
    "1 product from 12% to 18% from now on",
    "1 product from 18% to 12% from now on",
    "3 products from 18% to 5% from 1 Dec 2026",
  ]);
  expect(
    describeTaxChanges({ ...previous, taxes: after }, { taxes: after, goods }, at("2026-12-02T00:00")),
  ).toEqual([]);
});
