import { describeRefusal } from "#contract/field-labels.ts";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { undoChange } from "#platform/operator/undo.ts";
import type { OperatorRole } from "#platform/operator/roles.ts";
import { getShopRules } from "#shop/policies/server/index.ts";
import { getTaxRates } from "#shop/pricing/server/index.ts";
import { getFieldValues } from "#shop/texts/server/index.ts";
import { context, folder, run, say, setUpCatalogue } from "../../../../tests/support/catalogue-shop.ts";
import { notNumbers } from "../../../../tests/support/not-numbers.ts";
import { catalogueChange } from "../catalogue-changes.ts";
import { onSnapshotChange } from "../snapshot/snapshot.ts";
import { readContent } from "./change-content.ts";

setUpCatalogue();

const show = async (noun: string) => ((await run(noun)).data as { values: Record<string, string> }).values;

const undo = (number: number, role?: OperatorRole) => undoChange(context, [catalogueChange], number, role);

test("a changed rule applies at once, invalidates cached pages and can be undone", async () => {
  const clear = vi.fn();
  onSnapshotChange(context, clear);
  expect(await run("rules", { "shipping-fee": "₹1,080", "return-days": "10" })).toMatchObject({
    message: "The rules: customers can ask to return within 7 → 10 days, shipping fee none → ₹1,080.",
  });
  expect(clear).toHaveBeenCalledOnce();
  expect(getTaxRates(context).shipping).toEqual({ fee: 1080 });
  expect(getFieldValues(context)["return-window"]).toBe("10 days");
  await undo(1);
  expect(getTaxRates(context)).not.toHaveProperty("shipping");
  expect(getShopRules(context).returnWithinDays).toBe(7);
});

test("a manager can undo a change of a rule or of the shop's name, but not of a fee, coupon, tax or address (T57)", async () => {
  await run("rules", { "shipping-fee": "80" });
  await run("coupon", { amount: "50", from: "500" });
  await run("taxes", { rate: "5" });
  await run("seller", { pin: "395003" });
  await run("rules", { "cancel-hours": "48" });
  await run("brand", { name: "Lake Pottery" });
  for (const number of [1, 2, 3, 4])
    await expect(undo(number, "manager")).rejects.toThrow(`Only an owner can undo change ${number} (`);
  await undo(5, "manager");
  await undo(6, "manager");
  expect((await readContent(context)).rules).toEqual({ shippingFee: 80 });
  expect((await show("brand"))["name"]).not.toBe("Lake Pottery");
});

test("`undo --about` lists only the changes of the named subject: shop, seller, selling, taxes, texts or home", async () => {
  const list = async (about: string) =>
    ((await run("undo", { about })).data as { summary: string }[]).map(({ summary }) => summary);
  await run("brand", { name: "Lake Pottery", "main-colour": "#123A5C", "heading-font": "Lora" });
  await run("seller", { pin: "395003" });
  await run("rules", { "return-days": "10" });
  await run("coupon", { amount: "150" });
  await run("taxes", { rate: "5" });
  await run("texts terms", { text: "# Our terms" });
  await run("offers", { heading: "Diwali" });
  await run("products set teak-tray", { price: "1,299" });
  expect(await list("shop")).toEqual([
    expect.stringMatching(
      /^the brand: main colour standard → "#123a5c", heading font standard → "Lora"; the seller: shop name "\w+" → "Lake Pottery"$/,
    ),
  ]);
  expect(await list("seller")).toEqual([expect.stringContaining("the seller: PIN")]);
  expect(await list("selling")).toEqual([
    expect.stringContaining("the seller: coupon"),
    "the rules: customers can ask to return within 7 → 10 days",
  ]);
  expect(await list("taxes")).toEqual([expect.stringContaining("the seller: tax rates")]);
  await run("texts terms", { text: "# Our terms\n\n## Law {#law}\n\nWe answer within **five** days." });
  await run("texts terms", { text: "# Our terms\n\n## Law {#law}\n\nWe answer within **six** days." });
  await run("texts terms", { text: "none" });
  expect(await list("texts")).toEqual([
    "the text “Terms and conditions”: the standard text again",
    'the text “Terms and conditions”: "within five days." → "within six days."',
    'the text “Terms and conditions”: "terms" → "terms Law We answer within five days."',
    "the text “Terms and conditions”: your own text instead of the standard text",
  ]);
  expect(await list("home")).toEqual([expect.stringContaining("the special offer")]);
});

test("a PNG, JPG or WebP becomes the shop's logo: encoded again without metadata, inside an SVG, which survives an export (T51)", async () => {
  const logo = path.join(folder, "photo.jpg");
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  await sharp({ create: { width: 2000, height: 500, channels: 3, background: "black", noise } })
    .withExif({ IFD0: { Copyright: "secret place" } })
    .jpeg()
    .toFile(logo);
  await run("brand", { logo });
  const read = async () => ((await run("brand")).data as { logo: string }).logo;
  const saved = await read();
  const [, png = ""] =
    /^<svg [^>]*viewBox="0 0 640 160"><image [^>]*base64,([^"]+)"\/><\/svg>$/.exec(saved) ?? [];
  expect(await sharp(Buffer.from(png, "base64")).metadata()).toMatchObject({ format: "png", width: 640 });
  expect(Buffer.from(png, "base64").includes("secret")).toBe(false);
  const exported = path.join(folder, "logo.svg");
  await writeFile(exported, saved);
  await run("brand", { logo: exported });
  expect(await read()).toBe(saved);
  await writeFile(logo, "no picture");
  expect(await say("brand", { logo })).toMatchObject({
    fields: { logo: expect.stringMatching(/^cannot be used: .* Choose an SVG, PNG, JPG or WebP\.$/) },
  });
});

test("the special offer refuses an unknown placeholder, with an error at the field that contains it", async () => {
  expect(await say("offers", { heading: "At {{shop}}", points: "In {{nowhere}}" })).toMatchObject({
    outcome: "usage",
    fields: { points: expect.stringContaining("{{nowhere}} is not a value of the shop.") },
  });
  expect((await run("offers")).data).toMatchObject({
    written: { heading: expect.not.stringContaining("{{") },
  });
});

test("if somebody else has changed a logo, a form with the previous logo is refused", async () => {
  const read = async () => (await run("brand")).data as { revision: string };
  const { revision } = await read();
  const mark = path.join(folder, "mark.svg");
  await writeFile(mark, '<svg viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>');
  await run("brand", { mark }, { expected: revision });
  expect(await say("brand", { mark: "none" }, { expected: revision })).toMatchObject({ outcome: "stale" });
  await run("brand", { mark: "none" }, { expected: (await read()).revision });
});

test("rules for delivery, dispatch, cash and replacement can be set and shown, and 'none' removes a limit", async () => {
  const options = {
    "deliver-to": "chosen states",
    states: "Kerala\nGujarat",
    shipping: "free-from",
    "free-shipping-from": "2000",
    "shipping-fee": "80",
    "dispatch-days": "1-2",
    "order-before": "15:30",
    workdays: "Monday\nSaturday",
    "cash-up-to": "₹5,000",
    "cash-not-pins": "79\n110001",
    replacement: "no",
  };
  await run("rules", options);
  expect(await show("rules")).toMatchObject({ ...options, "cash-up-to": "5000" });
  expect(getShopRules(context)).toMatchObject({
    deliverTo: ["Kerala", "Gujarat"],
    workdays: [1, 6],
    cashOnDelivery: { upTo: 5000, notPins: ["79", "110001"] },
  });
  await run("rules", { "cash-up-to": "none", "deliver-to": "all of India", shipping: "free" });
  expect(getShopRules(context)).toMatchObject({ deliverTo: "India", shippingFee: 0 });
  expect(Object.keys(getShopRules(context))).not.toContain("cashOnDelivery");
  expect(Object.keys(getShopRules(context)), "free shipping has no threshold").not.toContain(
    "freeShippingFrom",
  );
});

test("the way to charge for shipping decides which amounts are stored, and a missing amount is requested (D104)", async () => {
  expect((await show("rules"))["shipping"], "before the owner chooses").toBeUndefined();
  expect(await say("rules", { shipping: "fee" })).toMatchObject({
    fields: { "shipping-fee": "Enter an amount, or choose another way to charge." },
  });
  expect(await say("rules", { shipping: "free-from", "shipping-fee": "80" })).toMatchObject({
    fields: { "free-shipping-from": "Enter an amount, or choose another way to charge." },
  });
  await run("rules", { "shipping-fee": "80", "free-shipping-from": "2000" });
  expect(await show("rules")).toMatchObject({ shipping: "free-from" });
  expect(await say("rules", { "free-shipping-from": "none" }, { confirmed: false })).toMatchObject({
    question: "Every order then pays ₹80 + GST for shipping. Save this?",
  });
  await run("rules", { shipping: "fee" });
  expect(await show("rules")).toMatchObject({ shipping: "fee", "shipping-fee": "80" });
  expect(getShopRules(context)).not.toHaveProperty("freeShippingFrom");
  await run("rules", { shipping: "free" });
  expect(await show("rules")).toMatchObject({ shipping: "free", "shipping-fee": "0" });
});

test("a shop in production refuses a sample GSTIN of the seller (D103)", async () => {
  const { profile } = context.config;
  context.config.profile = "production";
  const reply = await say("seller", { gstin: "SAMPLE GSTIN" });
  context.config.profile = profile;
  expect(reply).toMatchObject({
    fields: { gstin: expect.stringContaining("is a sample that came with the shop") },
  });
});

test("after the owner has confirmed a statement of the seller's file, the shop no longer asks to confirm it", async () => {
  await context.database.pool.query(`update catalogue_edition set shop_window =
    jsonb_set(shop_window, '{seller,toConfirm}', '["You sell oak", "You sell teak"]')`);
  expect(await say("seller", { confirm: "You sell diamonds" })).toMatchObject({
    fields: { confirm: "“You sell diamonds” is not one of the statements to confirm." },
  });
  await run("seller", { confirm: "You sell oak" });
  expect((await run("seller")).data).toMatchObject({ toConfirm: ["You sell teak"] });
});

test("when the owner enters their own phone number, the sample links to other sites are removed too", async () => {
  await context.database.pool.query(`update catalogue_edition set shop_window = jsonb_set(shop_window,
    '{seller,socialLinks}', '[{"name": "Instagram", "url": "https://instagram.example/taruva"}]')`);
  await run("seller", { street: "3 Lake Road" });
  expect(await show("seller")).toMatchObject({ links: "Instagram https://instagram.example/taruva" });
  await run("seller", { phone: "98290 12345" });
  expect(await show("seller")).not.toHaveProperty("links", expect.stringContaining("Instagram"));
});

test("the message about a new tax rate or a new PIN of the seller names the old and the new value, but not an old sample value", async () => {
  expect((await run("taxes", { hsn: "4419", rate: "12" })).message).toBe("The GST of HSN 4419: 12 %.");
  expect((await run("taxes", { hsn: "4419", rate: "5" })).message).toBe("The GST of HSN 4419: 12 % → 5 %.");
  await run("seller", { pin: "000000" });
  expect((await run("seller", { pin: "395003" })).message).toBe('The seller: PIN "395003".');
});

test("when the owner enters a GSTIN, its state replaces the sample state of the seller", async () => {
  await context.database.pool
    .query(`update catalogue_edition set shop_window = jsonb_set(shop_window, '{seller}',
    shop_window->'seller' || '{"gstin": "SAMPLE GSTIN", "state": "Sample State"}'
      || jsonb_build_object('address', shop_window->'seller'->'address' || '{"state": "Sample State"}'))`);
  await run("seller", { gstin: "24ABCDE1234F1Z6" });
  expect(await show("seller")).toMatchObject({ gstin: "24ABCDE1234F1Z6", state: "Gujarat" });
});

test("an amount for free shipping is refused if the shop has no shipping fee, with an error at the field of the fee", async () => {
  expect(await say("rules", { "free-shipping-from": "2000" })).toMatchObject({
    fields: { "shipping-fee": "Enter an amount, or clear “Free shipping from (₹)”." },
  });
});

test("other values can be changed even if an invalid phone or PIN is already stored", async () => {
  const { pool } = context.database;
  await pool.query(`update catalogue_edition set shop_window = jsonb_set(jsonb_set(shop_window,
    '{seller,phone}', '"12"'), '{seller,address,zipCode}', '"39500"')`);
  await run("coupon", { amount: "150" });
  await run("taxes", { rate: "5" });
  await run("brand", { name: "Lake Pottery" });
  await run("seller", { street: "2 Lake Road" });
  expect(await say("seller", { pin: "39501" })).toMatchObject({
    fields: { pin: "Enter a PIN code of six digits, for example 380015." },
  });
  await run("seller", { pin: "395002" });
  expect(await show("seller")).toMatchObject({ street: "2 Lake Road", pin: "395002", phone: "12" });
});

test.each([
  ["seller", "pin", "0x10"],
  ["seller", "pin", "हिन्दी"],
  ["seller", "pin", "39500"],
  ["seller", "phone", "call me"],
  ["seller", "officer-phone", "12"],
  ["seller", "legal-name", "x".repeat(5000)],
  ["seller", "street", "x".repeat(5000)],
  ["brand", "name", "x".repeat(5000)],
  ["banners 1", "heading", "x".repeat(5000)],
  ["products set teak-tray", "sku", "x".repeat(5000)],
  ["products set teak-tray", "shelf", "x".repeat(5000)],
])("an invalid or very long text is refused at its field: %s --%s", async (line, option, value) => {
  expect(await say(line, { [option]: value })).toMatchObject({
    outcome: "usage",
    fields: {
      [option]: expect.stringMatching(
        /^(Enter a PIN code|Enter one complete phone number|is longer than)/,
      ) as string,
    },
  });
});

test("a GST rate or a percentage of the coupon that is not a number is refused at its field (T56)", async () => {
  const refuse = async (command: string, option: string, options: Record<string, string>) =>
    expect({ command, options, reply: await say(command, options) }).toMatchObject({
      reply: { outcome: "usage", fields: { [option]: expect.stringMatching(/percentage/) as string } },
    });
  for (const text of [...notNumbers, "%"]) {
    await refuse("taxes", "rate", { rate: text });
    await refuse("taxes", "rate", { rate: text, hsn: "4419" });
    if (text.trim() !== "") await refuse("coupon", "percent", { percent: text, amount: "none" });
  }
});

test("the PIN of the seller is stored without spaces", async () => {
  await run("seller", { pin: "395 002" });
  expect(await show("seller")).toMatchObject({ pin: "395002" });
});

test("the owner can set a coupon by amount or by percent, and remove it", async () => {
  await run("coupon", { name: "#LAKE", amount: "₹150", from: "1,000" });
  expect(getTaxRates(context).coupon).toEqual({ name: "#LAKE", amount: 150, from: 1000 });
  await run("coupon", { percent: "10 %" });
  expect(getTaxRates(context).coupon).toEqual({ name: "#LAKE", percent: 10, from: 1000 });
  expect(await say("coupon", { amount: "5", percent: "5" })).toMatchObject({
    fields: { amount: "Enter an amount or a percentage, not both." },
  });
  await run("coupon", { amount: "5" });
  expect(getTaxRates(context).coupon).toEqual({ name: "#LAKE", amount: 5, from: 1000 });
  await run("coupon", { none: "on" });
  expect(getTaxRates(context).coupon).toBeNull();
});

test.each<[line: string, options: Record<string, string>, message: string]>([
  [
    "offers",
    { none: "on", heading: "Sale" },
    "heading: Leave this empty, because it cannot be combined with “None”.",
  ],
  [
    "coupon",
    { none: "on", amount: "5" },
    "amount: Leave this empty, because it cannot be combined with “None”.",
  ],
  [
    "synonyms",
    { import: "a.json", remove: "on" },
    "remove: Leave this empty, because it cannot be combined with “Import”.",
  ],
  [
    "synonyms dosa plate",
    { remove: "on" },
    "means: Leave this empty, because it cannot be combined with “Remove”.",
  ],
  [
    "products list",
    { products: "teak-tray", hidden: "on" },
    "hidden: Leave this empty, because it cannot be combined with “Products”.",
  ],
  [
    "taxes",
    { hsn: "4419", "company-place": "registered-state" },
    "hsn: Leave this empty, because it cannot be combined with “Place of supply for companies”.",
  ],
  [
    "looks 1 1",
    { remove: "on", across: "5" },
    "across: Leave this empty, because it cannot be combined with “Remove”.",
  ],
  ["looks 1 1", { title: "A" }, "dot: Leave this empty, because it cannot be combined with “Title”."],
  [
    "banners 1",
    { remove: "on", heading: "A" },
    "heading: Leave this empty, because it cannot be combined with “Remove”.",
  ],
  [
    "menus 1",
    { remove: "on", name: "A" },
    "name: Leave this empty, because it cannot be combined with “Remove”.",
  ],
  [
    'collections "Everyday Table"',
    { remove: "on", place: "1" },
    "place: Leave this empty, because it cannot be combined with “Remove”.",
  ],
  [
    "collections Spring",
    { add: "on", place: "1" },
    "place: Leave this empty, because it cannot be combined with “Add”.",
  ],
  ["couriers new", { remove: "on" }, "There is no courier new."],
  [
    "rules",
    { "cash-only-pins": "11" },
    "cash-up-to: Enter an amount, or clear “Cash on delivery only in these PIN codes”.",
  ],
  [
    "rules",
    { "free-shipping-from": "2000" },
    "shipping-fee: Enter an amount, or clear “Free shipping from (₹)”.",
  ],
  [
    "rules",
    { "free-shipping-from": "2000", "shipping-fee": "0" },
    "shipping-fee: Enter an amount, or clear “Free shipping from (₹)”.",
  ],
  ["rules", { "shipping-fee": "99", "cash-up-to": "116" }, "more than the shipping fee with GST, ₹116.82"],
  ["rules", { states: "Kerala" }, "deliver-to: To deliver to some states only, choose: chosen states."],
  [
    "undo",
    { about: "home", order: "TRV-7K3M9Q" },
    "order: Leave this empty, because it cannot be combined with “About”.",
  ],
  [
    "undo 1",
    { order: "TRV-7K3M9Q" },
    "number: Leave this empty, because it cannot be combined with “Order”.",
  ],
  ["mail", { to: "asha@example.com" }, "Choose one thing to do: kind with order, words; kinds;"],
  ["mail", { words: "on" }, "Choose one thing to do: kind with order, words; kinds;"],
  [
    "mail order-paid",
    { words: "on", order: "TRV-7K3M9Q" },
    "order: Leave this empty, because it cannot be combined with “Text”.",
  ],
])("a conflicting option, or one without effect, is refused: %s %j", async (line, options, message) => {
  const reply = await say(line, options);
  expect(reply).toMatchObject({ outcome: "usage" });
  expect("message" in reply && describeRefusal(reply, (name) => name)).toContain(message);
});

test("the confirmation of a new tax rate names the number of affected products, and the rate applies at once or from a date", async () => {
  await expect(run("taxes", { rate: "5" }, { confirmed: false })).rejects.toThrow(
    "3 products from 18% to 5% from now on",
  );
  expect(getTaxRates(context)).toMatchObject({ cgst: 9, sgst: 9 });
  await run("taxes", { rate: "5 %" });
  expect(getTaxRates(context)).toMatchObject({ cgst: 2.5, sgst: 2.5 });
  const later = { rate: "12", products: "teak-tray", from: "2099-04-01" };
  await expect(run("taxes", later, { confirmed: false })).rejects.toThrow(
    "1 product from 5% to 12% from 1 Apr 2099",
  );
  await run("taxes", later);
  await run("taxes", { ...later, rate: "18" });
  expect((await readContent(context)).taxes?.rates, "the same goods and day: replaced").toEqual([
    { rate: 18, products: ["teak-tray"], from: "2099-04-01" },
  ]);
  await run("taxes", { rate: "none", products: "teak-tray", from: "2099-04-01" });
  expect((await readContent(context)).taxes?.rates).toEqual([]);
});

test("the migration that renamed the mail 'order-lapsed' also renames the owner's text of this mail, and the change of this text can still be undone", async () => {
  const { pool } = context.database;
  await run("texts mails/order-expired", { text: "# Not paid in time\n\nPlease order again." });
  for (const [table, column] of [
    ["catalogue_edition", "shop_window"],
    ["operator_change", "things"],
  ])
    await pool.query(
      `update ${table} set ${column} = replace(${column}::text, 'order-expired', 'order-lapsed')::jsonb`,
    );
  await pool.query(RENAME_MAIL_TEXT);
  const { rows } = await pool.query(
    "select jsonb_object_keys(shop_window -> 'texts') as name from catalogue_edition",
  );
  expect(rows).toEqual([{ name: "mails/order-expired" }]);
  await undo(1);
  expect((await readContent(context)).texts).toEqual({});
});

const RENAME_MAIL_TEXT = readFileSync(
  path.resolve(import.meta.dirname, "../../../../migrations/0143-expired-not-lapsed.sql"),
  "utf8",
);

test("the command `texts` refuses a form with an outdated revision, and its list shows the current revision", async () => {
  const readRevision = async () => {
    const { texts } = (await run("texts")).data as { texts: { name: string; revision: string }[] };
    return texts.find(({ name }) => name === "terms")?.revision ?? "";
  };
  const opened = await readRevision();
  await run("texts terms", { text: "# Terms\n\nOf Asha." });
  const text = { text: "# Terms\n\nOf Ravi." };
  expect(await say("texts terms", text, { expected: opened })).toMatchObject({ outcome: "stale" });
  const seen = await readRevision();
  expect(seen).not.toBe(opened);
  expect(await say("texts terms", text, { expected: seen })).toMatchObject({ outcome: "done" });
});
