import { expect, test } from "vitest";
import { signInCustomer } from "../../../../tests/support/customer.ts";
import { isLongForm } from "../../../../tests/support/long-form.ts";
import {
  listPdfFonts,
  readActualTexts,
  readPdfPlaces,
  readPdfTexts,
} from "../../../../tests/support/read-pdf.ts";
import { createInvoiceSource } from "../../../../tests/support/sample-invoice.ts";
import { sampleSeller } from "../../../../tests/support/samples.ts";
import { api, buy, context, setUpShop, testShop } from "../../../../tests/support/test-shop.ts";
import type { Contact, ShippingAddress } from "#shop/orders/recipient.ts";
import { buildInvoice, withAllCopies } from "./invoice.ts";
import { buildAddressLabel, buildPackingSlip, type Parcel } from "./packing-papers.ts";
import { drawPaper } from "./draw-paper.ts";

setUpShop({ goods: [{ id: "gift", title: "Spoon", price: 5_000 }, { id: "bowl" }] });

/** A conjunct consonant with a vowel in nine Indian scripts, followed by Santali, Manipuri, Urdu and Latin letters. */
const syllables = "क्षि ক্ষি ਪ੍ਰੀ ક્ષિ କ୍ଷି கௌ క్షి ಕ್ಷಿ ക്രൊ ᱥᱟᱱ ꯃꯤ ا Ẽ".split(" ");

const createGoods = (count: number, quantity: number) =>
  Array.from({ length: count }, (_, at) => ({
    productId: `piece-${at}`,
    title: `Piece ${at + 1}`,
    unitPrice: 149_900,
    quantity,
    hsn: "4419",
  }));

test("the text of an invoice can be read, on several pages and with names in the scripts of India (§2.15, D8, D69, D92)", async () => {
  const longName = `Piece 4 ${"with a name that goes on ".repeat(6)}to its end`;
  const goods = createGoods(40, 2).map((one, at) => (at === 3 ? { ...one, title: longName } : one));
  const { shippingAddress } = createInvoiceSource().recipient;
  const company = { name: "Lake Café\u202E LLP", address: "2 MG Road, Pune" };
  const recipient = {
    contact: { firstName: "மீரா", lastName: "ஷா", email: "meera@example.com" },
    shippingAddress: { ...shippingAddress, street: `Flat 14, ${syllables.join(" ")}` },
    companyInvoice: { ...company, taxCode: "27A", email: "a@b.example" },
  };
  const content = buildInvoice(createInvoiceSource({ goods, recipient }));
  const file = await drawPaper({ kind: "invoice", content, date: new Date() });
  const pages = await readPdfTexts(file);
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, text] of pages.entries()) expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
  const withItems = pages.filter((text) => text.includes("₹2,998.00"));
  expect(withItems.length).toBeGreaterThan(1);
  for (const text of withItems)
    expect(text).toContain("Product Quantity Price Taxable value CGST 9% SGST 9% Total Piece");
  const whole = pages.join(" ");
  for (const words of [
    `GSTIN ${sampleSeller.gstin}`,
    "Bill to Lake Café LLP 2 MG Road, Pune",
    "Surat, Gujarat 395002",
    "Place of supply Gujarat (24)",
    "Piece 40 HSN 4419",
    "to its end",
    "Subtotal ₹1,19,920.00",
    "CGST 9% ₹10,792.80",
    "Coupon discount -₹99.00",
    "Grand total ₹1,41,406.60",
    "Rupees One Lakh Forty-One Thousand Four Hundred Six and Sixty Paise Only",
    "Payment method CARD",
    "valid without a signature",
    "Original for recipient",
    "2 PCS",
  ])
    expect(whole.replaceAll(/\s+/g, " ")).toContain(words);
  expect(whole).not.toContain("?");
  for (const syllable of ["ரா", "ஷா", ...syllables]) expect(whole + readActualTexts(file)).toContain(syllable);
  const { names, embedded } = listPdfFonts(file);
  const scripts = ["Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada"];
  for (const script of [...scripts, "Malayalam", "MeeteiMayek", "OlChiki", "Arabic", ""])
    expect(names).toContain(`NotoSans${script}-Regular`);
  expect(names).toEqual(expect.arrayContaining(["Marcellus-Regular", "NotoSansTamil-SemiBold"]));
  expect(embedded, "every font is embedded").toBe(names.length);
  expect(file.length, "as far as its letters are used").toBeLessThan(160_000);
  for (const mark of ["/StructTreeRoot", "/Lang(en-IN)", "/Title(Tax Invoice 26-27/000123)"])
    expect(file.toString("latin1").replaceAll(" (", "("), "read aloud in its order").toContain(mark);
});

test("the totals of an invoice are on a page with goods, and each copy has its own page numbers (rule 48)", async () => {
  const draw = async (count: number) => {
    const content = withAllCopies(buildInvoice(createInvoiceSource({ goods: createGoods(count, 1) })));
    return readPdfTexts(await drawPaper({ kind: "invoice", content, date: new Date() }));
  };
  const seen = new Set<number>();
  // The numbers of items to test. The short form of the test uses only the numbers at which the totals move to a second
  // page.
  const counts = Array.from({ length: 12 }, (_, at) => at + 5);
  for (const count of isLongForm ? counts : counts.slice(1, 4)) {
    const pages = await draw(count);
    const each = pages.length / 3;
    seen.add(each);
    for (const [at, mark] of [
      "Original for recipient",
      "Duplicate for transporter",
      "Triplicate for supplier",
    ].entries()) {
      const copy = pages.slice(at * each, (at + 1) * each);
      for (const [index, text] of copy.entries()) {
        expect(text).toContain(mark);
        expect(text).toContain(`Page ${index + 1} of ${each}`);
      }
      const last = copy.at(-1) ?? "";
      expect(last).toContain("Grand total");
      expect(last, `${count} goods`).toContain(`Piece ${count} `);
    }
  }
  expect([...seen]).toEqual([1, 2]);
});

type ParcelFacts = Partial<ShippingAddress & Contact & Pick<Parcel, "orderId" | "heldBack" | "lines">>;

/** Returns the data of a parcel that is paid on delivery. */
function createParcel({
  firstName = "Asha",
  lastName = "",
  orderId = "TRV-4K7Q2M",
  heldBack = null,
  lines = [],
  ...address
}: ParcelFacts): Parcel {
  const { recipient } = createInvoiceSource();
  return {
    ...recipient,
    shippingAddress: { ...recipient.shippingAddress, ...address },
    contact: { firstName, lastName, email: "asha@example.com" },
    orderId,
    orderedAt: new Date(),
    seller: sampleSeller,
    lines,
    notes: null,
    notBefore: null,
    gift: null,
    weight: 1250,
    toCollect: 202_264,
    position: null,
    isReplacement: false,
    heldBack,
  };
}

/** Draws address labels as a PDF with one label on each page. */
const drawLabels = (...parcels: ParcelFacts[]): Promise<Uint8Array> =>
  drawPaper({
    kind: "labels",
    content: parcels.map((facts) => buildAddressLabel(createParcel(facts))),
    date: new Date(),
  });

test("slip and label are on one sheet, and a slip of many lines has pages of its own", async () => {
  const lines = Array.from({ length: 20 }, (_, at) => ({ title: `Piece ${at + 1}`, quantity: 1 }));
  const parcels = [lines.slice(0, 3), lines].map((some) => createParcel({ lines: some }));
  const content = parcels.map((parcel) => ({
    slip: buildPackingSlip(parcel),
    label: buildAddressLabel(parcel),
  }));
  const pages = await readPdfTexts(await drawPaper({ kind: "parcels", content, date: new Date() }));
  const [sheet = "", slip = "", ...more] = pages;
  expect(sheet).toMatch(/Piece 3.*If undelivered/s);
  expect(slip).toMatch(/Packing slip.*Piece 9/s);
  expect(slip).not.toContain("If undelivered");
  expect(more.at(-1)).toContain("If undelivered");
});

test("the longest address on a label does not cover the PIN and the phone, in any script (§2.15)", async () => {
  const fill = (text: string, most: number) => text.repeat(most).slice(0, most);
  const longest = [
    ["Wilhelmina ", "Flat 1402, Tower B, Sunshine Residency, "],
    ["നമ്പൂതിരിപ്പാട് ", "തിരുവനന്തപുരം മഹാത്മാഗാന്ധി റോഡ് "],
    ["W", "W"],
  ].map(([name = "", words = ""]) => ({
    firstName: fill(name, 100),
    lastName: fill(name, 100),
    street: fill(words, 300),
    city: fill(words, 100),
    state: fill(words, 100),
    heldBack: "The customer has asked to cancel. Answer first.",
  }));
  const pages = await readPdfPlaces(await drawLabels(...longest));
  expect(pages).toHaveLength(longest.length);
  for (const texts of pages) {
    const pin = texts.findIndex(({ text }) => text === "395002");
    const below = texts.slice(pin).map(({ above }) => above);
    const address = Math.min(...texts.slice(0, pin).map(({ above }) => above));
    expect(address - (below[0] ?? 0), "room for digits of 34 points").toBeGreaterThan(30);
    expect(below, "nothing covers anything").toEqual(below.toSorted((one, other) => other - one));
    expect(texts.map(({ text }) => text).join(" ")).toContain("Phone 9876543210");
  }
});

test("any text typed as a name stays on the page and does not stop the printing process (§2.15)", async () => {
  for (const name of ["क्".repeat(130), "ra\uD800vi", "\u202Eihsa", "#panic() @a $x$ *b*", "木", "👨‍👩‍👧"])
    expect((await drawLabels({ firstName: name })).subarray(0, 5).toString()).toBe("%PDF-");
  const [text = ""] = await readPdfTexts(await drawLabels({ firstName: "m".repeat(80) }));
  expect(text.replaceAll(/[\s\u200B]/g, "")).toContain("m".repeat(80));
});

const ask = (customer: Parameters<typeof api.as>[0], orderId: string, paper = "invoice") =>
  api.as(customer).get(`/api/orders/${orderId}/papers/${paper}`);

test("only the customer can download a document, and no cache stores it (§2.15)", async () => {
  const { customer, order } = await buy(testShop, "gift");
  const answer = await ask(customer, order.orderId);
  expect(answer.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="${order.orderId}.pdf"`,
    "cache-control": "no-store",
  });
  expect((await readPdfTexts(answer.bytes)).join(" ")).toMatch(/Tax Invoice .*26-27\/000001/);
  const stranger = await signInCustomer(context, { firstName: "Ravi", email: "ravi@example.com" });
  expect((await ask(stranger, order.orderId)).status).toBe(404);
  expect((await ask(stranger, order._id)).status).toBe(404);
  expect((await ask(customer, order.orderId, "CN26-27-000001")).status).toBe(404);
  expect((await ask(customer, "TRV-NOPE00")).status).toBe(404);
  expect((await ask(null, order.orderId)).status).toBe(401);
});

test("the document of an unpaid order has the title 'Order summary', and too many downloads must wait (§2.15, D92, D8, D69)", async () => {
  const { customer, order } = await buy(testShop, "bowl");
  const [text = ""] = await readPdfTexts((await ask(customer, order.orderId)).bytes);
  expect(text).toContain("Order summary");
  expect(text).not.toContain("Tax Invoice");
  const { pool } = context.database;
  await pool.query("update rate_limit set full_at = full_at + interval '1 hour' where key like 'papers:%'");
  expect((await ask(customer, order.orderId)).status).toBe(429);
});
