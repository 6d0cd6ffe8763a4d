import { describe, expect, test } from "vitest";
import type { Seller } from "#shop/seller/seller.ts";
import { buildInvoice } from "./invoice.ts";
import { toPrintable } from "./invoice-parties.ts";
import type { Order } from "./order.ts";
import { calculateTotals, toWireTotals } from "../pricing/totals.ts";

const seller: Seller = {
  taxRates: { cgst: 9, sgst: 9 },
  tradeName: "Taruva",
  legalName: "Taruva Woodworks LLP",
  address: { street: "4 Mill Lane", city: "Surat", state: "Gujarat", zipCode: "395003", country: "India" },
  state: "Gujarat",
  gstin: "24AAAAA0000A1Z5",
  phone: "+91 98765 43210",
  email: "hello@taruva.example",
  socialLinks: [],
};

const lines = [
  { title: "Roz Acacia Everyday Bowl", unitPrice: 89_900, quantity: 2 },
  { title: "Teak Platter", unitPrice: 14_812_350, quantity: 1 },
];

const order: Order = {
  _id: "0190",
  orderId: "TRV-7K2M9Q",
  createdAt: "2026-11-20T18:45:00.000Z",
  paymentStatus: "Completed",
  paymentMethod: "card",
  orderStatus: "Processing",
  ...toWireTotals(calculateTotals(lines)),
  taxRates: { cgst: 9, sgst: 9 },
  items: lines.map(({ title, unitPrice, quantity }) => ({
    productId: { _id: title, title, images: [] },
    quantity,
    price: unitPrice / 100,
  })),
  shippingAddress: {
    street: "14 Lake View Road",
    city: "Surat",
    state: "Gujarat",
    zipCode: "395002",
    country: "India",
    phoneNumber: "9876543210",
  },
  userId: { _id: "a", firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
  contact: { firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
  cancellableUntil: "2026-11-21T18:45:00.000Z",
  serverTime: "2026-11-20T19:00:00.000Z",
};

const elsewhere = { ...order, shippingAddress: { ...order.shippingAddress, state: "Karnataka" } };

/** '₹1,49,921.50' as 14992150; a '-' in front takes away. */
const parsePaise = (text: string) => Number(text.replaceAll(/[₹,.]/g, ""));

test.each([
  ["within the state", order],
  ["across states", elsewhere],
])("what stands above the grand total adds up to it, %s", (_, sold) => {
  const { items, totals } = buildInvoice(sold, seller);
  const at = (label: string) => parsePaise(totals.find((line) => line.label.startsWith(label))?.value ?? "0");
  expect(items.reduce((sum, { total }) => sum + parsePaise(total), 0)).toBe(at("Subtotal"));
  expect(at("Subtotal") + at("CGST") + at("SGST") + at("IGST")).toBe(at("Total amount"));
  expect(at("Total amount") + at("Coupon discount")).toBe(at("Grand total"));
  expect(totals.at(-1)).toEqual({ label: "Grand total", value: "₹1,76,808.38" });
});

describe("the tax (D8)", () => {
  const taxes = (sold: Order, by: Seller | null) =>
    buildInvoice(sold, by).totals.filter(({ label }) => label.includes("GST"));

  test("is central and state tax within the seller's state, however it is written", () => {
    const shouted = { ...order, shippingAddress: { ...order.shippingAddress, state: " GUJARAT" } };
    expect(taxes(shouted, seller).map(({ label }) => label)).toEqual(["CGST 9%", "SGST 9%"]);
  });

  test("is one integrated tax of both rates to another state, with the place of supply", () => {
    expect(taxes(elsewhere, seller)).toEqual([{ label: "IGST 18%", value: "₹26,985.88" }]);
    expect(buildInvoice(elsewhere, seller).facts).toContainEqual({
      label: "Place of supply",
      value: "Karnataka (29)",
    });
  });

  test("is shown in two parts while the owner has not named a state", () => {
    const { state: _, ...stateless } = seller;
    expect(taxes(elsewhere, stateless).map(({ label }) => label)).toEqual(["CGST 9%", "SGST 9%"]);
  });
});

test("it is a tax invoice only with a serial number (D92)", () => {
  expect(buildInvoice(order, seller)).toMatchObject({ title: "Order summary", fileName: "TRV-7K2M9Q.pdf" });
  const numbered = buildInvoice({ ...order, invoiceNumber: "26-27/000123" }, seller);
  expect(numbered.title).toBe("Tax Invoice");
  expect(numbered.facts[0]).toEqual({ label: "Invoice number", value: "26-27/000123" });
});

test("once given it says the same for ever: the seller, the tax and the date of that day (D8, D92)", () => {
  const issued = { invoiceNumber: "26-27/000123", invoicedAt: "2026-11-21T06:00:00.000Z", soldBy: seller };
  const given = { ...elsewhere, ...issued };
  const before = buildInvoice(given, seller);
  const moved = { ...seller, tradeName: "Other", state: "Karnataka", gstin: "29AAAAA0000A1Z5" };
  expect(buildInvoice({ ...given, paymentStatus: "Refunded" }, moved)).toEqual(before);
  expect(before.totals).toContainEqual({ label: "IGST 18%", value: "₹26,985.88" });
  expect(before.facts).toContainEqual({ label: "Date", value: "21/11/2026" });
});

test("the date is the shop's, not the machine's", () => {
  expect(buildInvoice(order, seller).facts).toContainEqual({ label: "Date", value: "21/11/2026" });
});

test("a company is billed under its own name; the parcel still goes to the person (D61)", () => {
  const companyInvoice = {
    name: "Lake Café LLP",
    address: "2 MG Road, Surat",
    taxCode: "24B",
    email: "b@c.example",
  };
  const { billTo, shipTo } = buildInvoice({ ...order, companyInvoice }, seller);
  expect(billTo).toEqual(["Lake Café LLP", "2 MG Road, Surat", "GSTIN 24B", "b@c.example"]);
  expect(shipTo[0]).toBe("Asha Patel");
});

test("what is not known is left out, and said where it must stand", () => {
  const { paymentMethod: _, ...unpaid } = order;
  const bare = buildInvoice(
    { ...unpaid, items: [{ productId: { _id: "x", title: "", images: [] }, quantity: 1, price: 1 }] },
    null,
  );
  expect(bare.seller).toEqual({ name: "", lines: [] });
  expect(bare.paymentMethod).toBe("NOT PROVIDED");
  expect(bare.items[0]?.product).toBe("Product Name Unavailable");
});

test("nothing invisible gets onto the paper", () => {
  expect(toPrintable("Bowl\u0000 \u202Egnp.exe\u2066\r\n\ttray\u200B")).toBe("Bowl gnp.exe tray");
  expect(toPrintable("क्\u200Dष, Bo\u200Dwl")).toBe("क्\u200Dष, Bowl");
});
