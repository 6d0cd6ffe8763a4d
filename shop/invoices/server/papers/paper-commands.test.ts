import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { ConfirmationRequired } from "#platform/operator/command.ts";
import { signInCustomer } from "../../../../tests/support/customer.ts";
import { makeFolder } from "../../../../tests/support/folder.ts";
import { setRules, setSeller } from "../../../../tests/support/products.ts";
import { listPdfFonts, readActualTexts, readPdfTexts } from "../../../../tests/support/read-pdf.ts";
import { shippingAddress } from "../../../../tests/support/samples.ts";
import { api, buy, context, setUpShop, testShop } from "../../../../tests/support/test-shop.ts";
import { confirmCashOrder } from "#shop/orders/server/cash-orders.ts";
import { issueInvoice } from "#shop/orders/server/issue-invoice.ts";
import { lockOrder } from "#shop/orders/server/list-orders.ts";
import { orders } from "#shop/orders/server/tables.ts";
import { paperCommands } from "./paper-commands.ts";

let folder: string;

setUpShop({ goods: [{ id: "gift", title: "Teak Spoon", price: 5_000 }, { id: "bowl" }] });
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
  paperCommands.find((command) => command.verb === verb)?.run(context, { args, options, folder, confirmed });

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

test("slips and labels of several orders are printed into one file, and a packer gets no prices (T53)", async () => {
  const [one, other] = [await buy(testShop, "gift"), await buy(testShop, "bowl")].map(
    ({ order }) => order.orderId,
  );
  const both = `${one}\n${other}`;
  await run("print", {}, { orders: both, together: "on" });
  expect(await readdir(folder)).toEqual(["parcels.pdf"]);
  const pages = await readPdfTexts(await readFile(path.join(folder, "parcels.pdf")));
  expect(pages.map((text) => [one, other].findIndex((id) => text.includes(id ?? "")))).toEqual([0, 1]);
  for (const text of pages) expect(text).toMatch(/Packing slip.*If undelivered, return to/s);

  const print = paperCommands.find(({ verb }) => verb === "print");
  const input = { args: { orderId: one }, options: { into: "packer" }, folder };
  await print?.run(context, { ...input, role: "packer" });
  expect((await readdir(path.join(folder, "packer"))).toSorted()).toEqual([
    `${one}-label.pdf`,
    `${one}-slip.pdf`,
  ]);
  await expect(run("print", { orderId: one ?? "" }, { orders: both })).rejects.toThrow("Choose one");
});

test("a gift has a slip without prices and a card that is printed in nine scripts (§2.15)", async () => {
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
  expect(slip).toContain("Not before Thu 24 Dec, send from Thu 17 Dec");
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
    message: "There is no card to print.",
  });
});

test("emoji are left out of documents, and letters without a font are reported with order and field (§2.15)", async () => {
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
  expect(paperCommands.find(({ verb }) => verb === "print")?.forPacker?.(printed ?? {})).toEqual({
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
      const order = await lockOrder(tx, orderId);
      const note = await issueInvoice(context, tx, order!, "credit-note", { amount: 0, refundId });
      expect(note).toBe("CN26-27/000001");
    });
  await run("pdf", {}, { month: "2026-11", into: "november", copies: "on" });
  const names = ["26-27-000001.pdf", "CN26-27-000001.pdf"];
  expect((await readdir(path.join(folder, "november"))).toSorted()).toEqual(names);
  const [invoice, note] = await Promise.all(
    names.map(async (name) => readPdfTexts(await readFile(path.join(folder, "november", name)))),
  );
  expect([invoice?.length, note?.length]).toEqual([3, 1]);
  expect(note?.[0]).toContain("Credit Note CN26-27/000001");
  expect(note?.[0]).toContain("Corrects invoice 26-27/000001 of 20 Nov 2026");
  expect(invoice?.[0]).toContain("credit note CN26-27/000001 of 20 Nov 2026");
  await run("pdf", { document: "cn26-27/000001" });
  expect(await readdir(folder)).toEqual(["CN26-27-000001.pdf", "november"]);
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
