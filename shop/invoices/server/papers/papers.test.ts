import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { signInCustomer } from "../../../../tests/support/customer.ts";
import { isLongForm } from "../../../../tests/support/long-form.ts";
import {
  listPdfFonts,
  readActualTexts,
  readPdfPlaces,
  readPdfTexts,
} from "../../../../tests/support/read-pdf.ts";
import { createInvoiceSource } from "../../../../tests/support/sample-invoice.ts";
import { sampleSeller, shippingAddress } from "../../../../tests/support/samples.ts";
import { api, buy, context, setUpShop, testShop } from "../../../../tests/support/test-shop.ts";
import { type Contact, type ShippingAddress } from "#shop/documents/recipient.ts";
import { buildInvoice, withAllCopies } from "./invoice.ts";
import { buildAddressLabel, buildGiftCard, buildPackingSlip, type Parcel } from "./packing-papers.ts";
import { drawPaper } from "./draw-paper.ts";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { IdleProcess } from "#platform/processes/idle-process.ts";
import { ConfirmationRequired } from "#platform/operator/command.ts";
import { makeFolder } from "../../../../tests/support/folder.ts";
import { setRules, setSeller } from "../../../../tests/support/products.ts";
import { confirmCashOrder } from "#shop/orders/server/cash-orders.ts";
import { issueInvoice } from "#shop/documents/server/invoices.ts";
import { requireOrder } from "#shop/orders/server/list-orders.ts";
import { orders } from "#shop/orders/server/tables.ts";
import { invoiceCommand } from "../invoice-commands.ts";
import { printCommand } from "./paper-commands.ts";

setUpShop({ goods: [{ id: "gift", title: "Teak Spoon", price: 5_000 }, { id: "bowl" }] });

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

test("the text of an invoice can be extracted from its PDF, on several pages and with names in Indian scripts (§2.15, D8, D69, D92)", async () => {
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
    "Coupon discount −₹99.00",
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

test("an invoice shows the owner's logo instead of the mark and the name, also a very wide one", async () => {
  const content = buildInvoice(createInvoiceSource());
  const draw = async (logo?: string) => {
    const face = { mark: SQUARE, colours: {}, ...(logo && { logo }) };
    const [text = ""] = await readPdfTexts(
      await drawPaper({ kind: "invoice", content, date: new Date(), face }),
    );
    return text;
  };
  const text = await draw();
  const wide = SQUARE.replace('width="64"', 'width="2000"');
  for (const logo of [SQUARE, wide]) expect(`${content.seller.name} ${await draw(logo)}`).toBe(text);
});

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64"/></svg>';

test("the totals of an invoice are on a page with goods, and each copy has its own page numbers (rule 48)", async () => {
  const draw = async (count: number) => {
    const content = withAllCopies(buildInvoice(createInvoiceSource({ goods: createGoods(count, 1) })));
    return readPdfTexts(await drawPaper({ kind: "invoice", content, date: new Date() }));
  };
  const seen = new Set<number>();
  // The short run tests only 6, 7 and 8 items. At one of these numbers, the totals move to the second page.
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

type ParcelFacts = Partial<ShippingAddress & Contact & Pick<Parcel, "heldBack" | "lines">>;

function createParcel({
  firstName = "Asha",
  lastName = "",
  heldBack = null,
  lines = [],
  ...address
}: ParcelFacts): Parcel {
  const { recipient } = createInvoiceSource();
  return {
    ...recipient,
    shippingAddress: { ...recipient.shippingAddress, ...address },
    contact: { firstName, lastName, email: "asha@example.com" },
    orderId: "TRV-4K7Q2M",
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

const drawLabels = (...parcels: ParcelFacts[]): Promise<Uint8Array> =>
  drawPaper({
    kind: "labels",
    content: parcels.map((facts) => buildAddressLabel(createParcel(facts))),
    date: new Date(),
  });

test("packing slip and address label are on one sheet, and a long packing slip has its own pages", async () => {
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

test("the longest address on a label does not cover the PIN and the phone, in Latin and Malayalam script (§2.15)", async () => {
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
    heldBack: "The customer has asked to cancel this order. Answer the request first.",
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

test("names with unusual characters do not stop the printing of labels, and a long name without spaces stays complete (§2.15)", async () => {
  for (const name of ["क्".repeat(130), "ra\uD800vi", "\u202Eihsa", "#panic() @a $x$ *b*", "木", "👨‍👩‍👧"])
    expect((await drawLabels({ firstName: name })).subarray(0, 5).toString()).toBe("%PDF-");
  const [text = ""] = await readPdfTexts(await drawLabels({ firstName: "m".repeat(80) }));
  expect(text.replaceAll(/[\s\u200B]/g, "")).toContain("m".repeat(80));
});

const ask = (customer: Parameters<typeof api.as>[0], orderId: string, paper = "invoice") =>
  api.as(customer).get(`/api/orders/${orderId}/papers/${paper}`);

test("only the customer of an order can download its documents, and no cache stores them (§2.15)", async () => {
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

test("the document of an unpaid order has the title 'Order summary', and a customer with too many downloads must wait (§2.15, D92, D8, D69)", async () => {
  const { customer, order } = await buy(testShop, "bowl");
  const [text = ""] = await readPdfTexts((await ask(customer, order.orderId)).bytes);
  expect(text).toContain("Order summary");
  expect(text).not.toContain("Tax Invoice");
  const { pool } = context.database;
  await pool.query("update rate_limit set full_at = full_at + interval '1 hour' where key like 'papers:%'");
  expect((await ask(customer, order.orderId)).status).toBe(429);
});

test("of 30 concurrent downloads of a document, some are refused with 503 and Retry-After (security §11)", async () => {
  const { customer, order } = await buy(testShop, "bowl");
  // One download is drawn, 20 wait for it, and 9 are refused. The drawing starts only after the 9th refusal, and the
  // fake timers keep the waiting downloads from timing out.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const refusals = Promise.withResolvers<void>();
  const original = Object.getOwnPropertyDescriptor(IdleProcess.prototype, "ask") as {
    value: typeof askProcess;
  };
  async function askProcess(this: IdleProcess, job: unknown): Promise<unknown> {
    await refusals.promise;
    return original.value.call(this, job);
  }
  vi.spyOn(IdleProcess.prototype, "ask").mockImplementation(askProcess);
  let refused = 0;
  const answers = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const answer = await ask(customer, order.orderId);
      if (answer.status === 503 && ++refused === 9) refusals.resolve();
      return answer;
    }),
  );
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy).toHaveLength(9);
  for (const { headers } of busy) expect(headers).toHaveProperty("retry-after");
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(21);
  expect((await ask(await signInCustomer(context), order.orderId)).status).toBe(404);
});

let folder: string;

beforeEach(async () => {
  await setSeller(context, {});
  folder = await makeFolder();
});

const run = (
  verb: string,
  args: Record<string, string>,
  options: Record<string, string> = {},
  confirmed = false,
) =>
  [printCommand, invoiceCommand]
    .find((command) => command.verb === verb)
    ?.run(context, { args, options, folder, confirmed });

const readText = async (...names: string[]) =>
  (await readPdfTexts(await readFile(path.join(folder, ...names)))).join(" ");

test("printing a parcel writes slip, label and invoice, and overwrites files only after a confirmation (§2.15)", async () => {
  const { order } = await buy(testShop, "gift", { quantity: 1 });
  const { orderId } = order;
  await run("print", { orderId });
  expect((await readdir(folder)).toSorted()).toEqual(
    [`${orderId}-label.pdf`, `${orderId}-slip.pdf`, `${orderId}.pdf`].toSorted(),
  );
  const slip = await readText(`${orderId}-slip.pdf`);
  for (const words of ["Packing slip", orderId, "Asha Patel", "1 × Teak Spoon", "1 piece"])
    expect(slip).toContain(words);
  expect(slip).not.toContain("₹");
  const label = await readText(`${orderId}-label.pdf`);
  for (const words of [orderId, "Asha Patel", "411001", "return to", "12 Ring Road"])
    expect(label).toContain(words);
  expect(label).not.toContain("GSTIN");
  expect(await readText(`${orderId}.pdf`)).toContain("Tax Invoice 26-27/000001");

  const again = run("print", { orderId }, { label: "on" });
  await expect(again).rejects.toThrow(ConfirmationRequired);
  await expect(again).rejects.toThrow(`${orderId}-label.pdf is in ${folder} already. Replace?`);
  expect(await run("print", { orderId }, { label: "on" }, true)).toMatchObject({
    title: `Written: ${path.join(folder, `${orderId}-label.pdf`)}`,
    data: { folder, files: [`${orderId}-label.pdf`], unprinted: [] },
  });
});

test("slips and labels of several orders are printed into one file, and a packer gets no invoice and no prices (T53)", async () => {
  const [one, other] = [await buy(testShop, "gift"), await buy(testShop, "bowl")].map(
    ({ order }) => order.orderId,
  );
  const both = `${one}\n${other}`;
  await run("print", {}, { orders: both, together: "on" });
  expect(await readdir(folder)).toEqual(["parcels.pdf"]);
  const pages = await readPdfTexts(await readFile(path.join(folder, "parcels.pdf")));
  expect(pages.map((text) => [one, other].findIndex((id) => text.includes(id ?? "")))).toEqual([0, 1]);
  for (const text of pages) expect(text).toMatch(/Packing slip.*If undelivered, return to/s);

  const input = { args: { orderId: one }, options: { into: "packer" }, folder };
  await printCommand.run(context, { ...input, role: "packer" });
  expect((await readdir(path.join(folder, "packer"))).toSorted()).toEqual([
    `${one}-label.pdf`,
    `${one}-slip.pdf`,
  ]);
  for (const paper of ["slip", "label"])
    expect(await readText("packer", `${one}-${paper}.pdf`)).not.toMatch(/₹|50\.00|59\.00/);
  await expect(run("print", { orderId: one ?? "" }, { orders: both })).rejects.toThrow("Choose one");
});

test("a gift has a slip without prices and a card that prints a message in nine Indian scripts (§2.15)", async () => {
  const scripts = "क्षि ক্ষি ਪ੍ਰੀ ક્ષિ କ୍ଷି கௌ క్షి ಕ್ಷಿ ക്രൊ".split(" ");
  const text = `${scripts.join(" ")} 🎂👨‍👩‍👧\nسالگرہ مبارک\nLove, © Asha & Ravi ❤️`;
  const { customer, order } = await buy(testShop, "gift", {
    gift: { message: text },
    notBefore: "2026-12-24",
    recipient: "Lakshmi Nair",
  });
  const { orderId } = order;
  await run("print", { orderId }, { slip: "on", card: "on", label: "on" });
  const slip = await readText(`${orderId}-slip.pdf`);
  expect(slip).toContain("This is a gift. Wrap it, and leave the invoice out.");
  expect(slip).toContain("Not before Thu 24 Dec, send on or after Thu 17 Dec");
  expect(slip).not.toMatch(/₹|Asha & Ravi/);
  expect(await readText(`${orderId}-label.pdf`)).toContain("Lakshmi Nair");
  const file = await readFile(path.join(folder, `${orderId}-card.pdf`));
  const card = (await readPdfTexts(file)).join(" ") + readActualTexts(file);
  for (const words of [...scripts, "Love, © Asha & Ravi"]) expect(card).toContain(words);
  expect(card).not.toMatch(/\p{Emoji_Presentation}|❤|₹/u);
  expect(listPdfFonts(file).names).toEqual(
    expect.arrayContaining(["Marcellus-Regular", "NotoSansArabic-Regular", "NotoSansOriya-Regular"]),
  );

  const plain = await buy(testShop, "gift", { by: customer });
  await buy(testShop, "gift", { by: customer, gift: { message: "" } });
  await run("print", {}, { "to-pack": "on", card: "on", into: "cards" });
  expect(await readdir(path.join(folder, "cards"))).toEqual([`${orderId}-card.pdf`]);
  expect(await run("print", { orderId: plain.order.orderId }, { card: "on" })).toMatchObject({
    message: "There is no gift card to print.",
  });
});

test("a replacement has no gift card, even if it is the first parcel of an order handed over in person (§2.15)", () => {
  const parcel = { ...createParcel({}), gift: { message: "Happy Diwali" }, position: 1 };
  expect(buildGiftCard(parcel)).toMatchObject({ text: ["Happy Diwali"] });
  expect(buildGiftCard({ ...parcel, isReplacement: true })).toBeNull();
});

test("emoji are left out of documents, and letters that no font contains are reported with order and field (§2.15)", async () => {
  const { orderId } = (await buy(testShop, "gift")).order;
  const address = { ...shippingAddress, street: "木村 12 गांधी 🏠 Дом 𝓡𝓸𝓪𝓭 ᱥᱟᱱᱛᱟᱲᱤ", city: "བོད ꯃꯤꯇꯩ" };
  await context.db
    .update(orders)
    .set({
      shippingAddress: address,
      notes: "🙏",
      contact: { firstName: "Asha🌸", lastName: "木", email: "" },
    })
    .where(eq(orders.orderId, orderId));
  const named = [
    `${orderId}: these letters cannot be printed: 木 (name, ship to).`,
    `${orderId}: these letters cannot be printed: 木村 (street, ship to).`,
    `${orderId}: these letters cannot be printed: བོད (city and state, ship to).`,
    `${orderId}: these letters cannot be printed: 🙏 (notes).`,
  ];
  const printed = await run("print", { orderId }, { together: "on" });
  expect(printed?.attention).toBe(true);
  expect(printed?.message?.split("\n").slice(0, -1)).toEqual(named);
  expect(printCommand.forPacker?.(printed ?? {})).toEqual({
    title: printed?.title,
    message: printed?.message,
    attention: true,
  });
  const text = await readText("parcels.pdf");
  for (const words of ["Asha ", "Дом Road ᱥᱟᱱᱛᱟᱲᱤ", "411001"]) expect(text).toContain(words);
  expect(text).not.toMatch(/\p{Emoji_Presentation}/u);
  const plain = await buy(testShop, "gift");
  expect(await run("print", { orderId: plain.order.orderId })).not.toHaveProperty("message");
});

test("invoices and credit notes of a month are written into a folder, with one credit note for each refund (§2.15)", async () => {
  const { orderId } = (await buy(testShop, "gift")).order;
  const refundId = "0190a1b2-0000-7000-8000-000000000001";
  context.clock.advance(1_000);
  for (const _ of [1, 2])
    await context.transact(async (tx) => {
      const order = await requireOrder(tx, orderId);
      const note = await issueInvoice(context, tx, order, "credit-note", { amount: 0, refundId });
      expect(note).toBe("CN26-27/000001");
    });
  await run("", {}, { pdf: "on", month: "2026-11", into: "november", copies: "on" });
  const names = ["26-27-000001.pdf", "CN26-27-000001.pdf"];
  expect((await readdir(path.join(folder, "november"))).toSorted()).toEqual(names);
  const [invoice, note] = await Promise.all(
    names.map(async (name) => readPdfTexts(await readFile(path.join(folder, "november", name)))),
  );
  expect([invoice?.length, note?.length]).toEqual([3, 1]);
  expect(note?.[0]).toContain("Credit Note CN26-27/000001");
  expect(note?.[0]).toContain("Corrects invoice 26-27/000001 of 20 Nov 2026");
  expect(invoice?.[0]).toContain("credit note CN26-27/000001 of 20 Nov 2026");
  await run("", { document: "cn26-27/000001" }, { pdf: "on" });
  expect(await readdir(folder)).toEqual(["CN26-27-000001.pdf", "november"]);
});

test("the command `invoices --pdf` writes a summary of an order that is not paid yet (§2.15, D92)", async () => {
  const { orderId } = (await buy(testShop, "bowl")).order;
  await run("", { document: orderId }, { pdf: "on" });
  expect(await readText(`${orderId}.pdf`)).toContain("Order summary");
});

test("the label of a cash order shows the amount that the courier collects", async () => {
  await setRules(context, { cashOnDelivery: { upTo: 5_000 } });
  const customer = await signInCustomer(context);
  const items = [{ productId: "bowl", quantity: 1 }];
  const { body } = await api.as(customer).post("/api/orders", { items, shippingAddress, payInCash: true });
  const { orderId } = body["order"] as { orderId: string };
  await confirmCashOrder(context, orderId);
  await run("print", { orderId }, { label: "on" });
  expect(await readText(`${orderId}-label.pdf`)).toContain("Collect ₹1,669.82");
});
