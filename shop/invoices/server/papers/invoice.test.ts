import { describe, expect, test } from "vitest";
import { createInvoiceSource } from "../../../../tests/support/sample-invoice.ts";
import { buildInvoice } from "./invoice.ts";

/** Returns paise: '₹1,49,921.50' is 14992150. */
const parsePaise = (text = "") => Number(text.replace("−", "-").replaceAll(/[₹,.]/g, ""));

const away = { state: "Karnataka" };

test.each([
  ["within the state", {}, "₹1,76,808.38"],
  ["across states", away, "₹1,76,808.38"],
  ["before it is paid", { ...away, kind: "summary" as const, numberedDocument: null }, "₹1,76,808.38"],
])("the amounts of an invoice add up to its grand total, %s", (_, change, grand) => {
  const { items, totals, columns } = buildInvoice(createInvoiceSource(change));
  const at = (label: string) => parsePaise(totals.find((line) => line.label.startsWith(label))?.value ?? "0");
  const sum = (column: string) =>
    items.reduce((total, { figures }) => total + parsePaise(figures[columns.indexOf(column) - 1]), 0);
  expect(sum("Taxable value")).toBe(at("Subtotal"));
  expect(at("Subtotal") + at("CGST") + at("SGST") + at("IGST") + at("Round-off")).toBe(at("Total amount"));
  expect(sum("Total") + at("Round-off")).toBe(at("Total amount"));
  expect(at("Total amount") + at("Coupon discount")).toBe(at("Grand total"));
  expect(totals.at(-1)).toEqual({ label: "Grand total", value: grand });
});

describe("the taxes of an invoice depend on the states of the seller and the customer (D8)", () => {
  const taxes = (change: Parameters<typeof createInvoiceSource>[0]) =>
    buildInvoice(createInvoiceSource(change)).totals.filter(({ label }) => label.includes("GST"));

  test("the tax within the seller's state is CGST and SGST, even if the state is spelled differently", () => {
    expect(taxes({ state: " GUJARAT" }).map(({ label }) => label)).toEqual(["CGST 9%", "SGST 9%"]);
  });

  test("an invoice for another state shows IGST at the sum of the CGST and SGST rates, and the place of supply", () => {
    const { facts, columns, items } = buildInvoice(createInvoiceSource(away));
    expect(taxes(away)).toEqual([{ label: "IGST 18%", value: "₹26,985.87" }]);
    expect(facts).toContainEqual({ label: "Place of supply", value: "Karnataka (29)" });
    expect(columns).toEqual(["Product", "Quantity", "Price", "Taxable value", "IGST 18%", "Total"]);
    expect(items[0]).toEqual({
      product: "Roz Acacia Everyday Bowl",
      hsn: "HSN 4419",
      figures: ["2 PCS", "₹899.00", "₹1,798.00", "₹323.64", "₹2,121.64"],
    });
  });

  test("the tax is shown as CGST and SGST if the seller has no state yet", () => {
    const labels = taxes({ ...away, seller: { tradeName: "Taruva", phone: "", email: "" } });
    expect(labels.map(({ label }) => label)).toEqual(["CGST 9%", "SGST 9%"]);
  });
});

test("an invoice has the amount in words, the round-off and the note on reverse charge that the law requires (§2.15)", () => {
  const invoice = buildInvoice(createInvoiceSource(away));
  expect(invoice.amountInWords).toBe(
    "Rupees One Lakh Seventy-Six Thousand Eight Hundred Eight and Thirty-Eight Paise Only",
  );
  expect(invoice.totals).toContainEqual({ label: "Round-off", value: "₹0.01" });
  expect(invoice.facts).toContainEqual({ label: "Reverse charge", value: "No" });
  expect(invoice.notes).toContain("Computer-generated invoice, valid without a signature.");
  expect(invoice.notes).toContain(
    "The coupon is deducted after tax. It does not reduce the taxable value or the tax.",
  );
});

test("a document with a serial number is a tax invoice, and a document without one is an order summary (§2.15, D92, D8, D69)", () => {
  const summary = { kind: "summary", numberedDocument: null, paymentStatus: "Pending" } as const;
  expect(buildInvoice(createInvoiceSource(summary))).toMatchObject({
    title: "Order summary",
    fileName: "TRV-7K2M9Q.pdf",
    serial: "TRV-7K2M9Q",
    copies: [""],
    notes: expect.arrayContaining([expect.stringContaining("This is not a tax invoice.")]),
  });
  const numbered = buildInvoice(createInvoiceSource());
  expect(numbered).toMatchObject({ title: "Tax Invoice", fileName: "TRV-7K2M9Q.pdf" });
  expect(numbered.facts[0]).toEqual({ label: "Invoice number", value: "26-27/000123" });
  expect(numbered.facts).toContainEqual({ label: "Date", value: "21 Nov 2026" });
});

test("invoices and order summaries of a cancelled or refunded order show the cancellation or refund (§2.15)", () => {
  const issuedAt = new Date("2026-11-21T09:00:00.000Z");
  const credits = [{ number: "CN26-27/000004", issuedAt, amount: 100_000 }];
  expect(buildInvoice(createInvoiceSource({ cancelledAt: issuedAt, credits })).notices).toEqual([
    "This order was cancelled on 21 Nov 2026.",
    "₹1,000.00 was refunded with credit note CN26-27/000004 of 21 Nov 2026.",
  ]);
  expect(buildInvoice(createInvoiceSource()).notices).toEqual([]);
});

test("a credit note refers to the invoice that it corrects, and is a separate file (§2.15)", () => {
  const corrects = { number: "26-27/000123", issuedAt: new Date("2026-11-20T18:45:00.000Z") };
  const creditNote = { number: "CN26-27/000004", issuedAt: new Date("2026-11-23T09:00:00.000Z") };
  const note = buildInvoice(
    createInvoiceSource({ kind: "credit-note", numberedDocument: creditNote, corrects, refunded: 8_840_419 }),
  );
  expect(note).toMatchObject({ title: "Credit Note", fileName: "TRV-7K2M9Q-CN26-27-000004.pdf" });
  expect(note.facts).toContainEqual({ label: "Corrects invoice", value: "26-27/000123 of 21 Nov 2026" });
  expect(note.facts).toContainEqual({ label: "Date", value: "23 Nov 2026" });
  expect(note.totals.at(-1)).toEqual({ label: "Refunded", value: "₹88,404.19" });
  expect(note.notes).toContainEqual(expect.stringContaining("is a partial refund of its price"));
});

test("an invoice to a company has the company's name, and the parcel is addressed to the person (D61)", () => {
  const { recipient } = createInvoiceSource();
  const company = { name: "Lake Café LLP", address: "2 MG Road", email: "b@c.example" };
  const build = (taxCode: string) =>
    buildInvoice(
      createInvoiceSource({ recipient: { ...recipient, companyInvoice: { ...company, taxCode } } }),
    );
  expect(build("24B").billTo).toEqual(["Lake Café LLP", "2 MG Road", "GSTIN 24B", "b@c.example"]);
  expect(build("24B").shipTo[0]).toBe("Asha Patel");
  expect(build("29ABCDE1234F1ZW").billTo).toContain("State Karnataka (29)");
});

test("the invoice of a gift has the buyer's name and phone number under 'Bill to', and the recipient's under 'Ship to' (D120)", () => {
  const { recipient } = createInvoiceSource();
  const buyer = { firstName: "Meera", lastName: "Shah", phoneNumber: "9825012345" };
  const gift = { ...recipient, contact: { ...recipient.contact, buyer } };
  const { billTo, shipTo } = buildInvoice(createInvoiceSource({ recipient: gift }));
  expect([billTo[0], billTo.at(-2)]).toEqual(["Meera Shah", "Phone 9825012345"]);
  expect([shipTo[0], shipTo.at(-1)]).toEqual(["Asha Patel", "Phone 9876543210"]);
});

test("an invoice leaves out an unknown seller, and marks a missing payment method and product name", () => {
  const goods = [{ productId: "piece", title: "", unitPrice: 100, quantity: 1, hsn: null }];
  const bare = buildInvoice(createInvoiceSource({ seller: null, paymentMethod: null, goods }));
  expect(bare.seller).toEqual({ name: "", lines: [] });
  expect(bare.paymentMethod).toBe("NOT PROVIDED");
  expect(bare.items[0]?.product).toBe("Product Name Unavailable");
});
