import { expect, test } from "vitest";
import { getFinancialYear, formatInvoiceNumber, getSeries } from "./invoice-number.ts";

test("a financial year begins on 1 April, at midnight in India", () => {
  expect(getFinancialYear(new Date("2027-03-31T18:29:59.999Z"))).toBe("26-27");
  expect(getFinancialYear(new Date("2027-03-31T18:30:00.000Z"))).toBe("27-28");
  expect(getFinancialYear(new Date("2026-11-20T09:00:00.000Z"))).toBe("26-27");
  expect(getFinancialYear(new Date("2099-12-31T00:00:00.000Z"))).toBe("99-00");
});

test("invoices and credit notes have separate numbers with at most 16 characters", () => {
  const moment = new Date("2026-11-20T09:00:00.000Z");
  expect(formatInvoiceNumber(getSeries("invoice", moment), 123)).toBe("26-27/000123");
  expect(formatInvoiceNumber(getSeries("credit-note", moment), 4)).toBe("CN26-27/000004");
  expect(formatInvoiceNumber(getSeries("credit-note", moment), 12_345_678)).toHaveLength(16);
});
