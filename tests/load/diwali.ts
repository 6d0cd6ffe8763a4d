// npm run diwali: simulates the owner's busiest day with the command line and the built shop. `--engine server` uses
// only PostgreSQL. Exits with 1 if an order, mail or document is missing.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type * as v from "valibot";
import type { DataOf } from "#contract/command-data.ts";
import { toIsoDay } from "#contract/dates.ts";
import type { checkResult } from "#contract/operator-results.ts";
import { SECOND } from "#contract/time.ts";
import { generateUuid } from "#platform/ids.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { requestCancellation } from "#shop/orders/endpoints.ts";
import type { otherSales } from "#shop/invoices/command-results.ts";
import type { packList } from "#shop/parcels/command-results.ts";
import type { returnList } from "#shop/returns/command-results.ts";
import { requestReturn } from "#shop/returns/endpoints.ts";
import { stock } from "../../shop/inventory/server/tables.ts";
import { createProductInFolder, writeCatalogueFolder } from "../support/catalogue-folder.ts";
import { readPdfTexts } from "../support/read-pdf.ts";
import type { Shop } from "../support/journey-shop.ts";
import { expectDone, listMails, sendVolley, waitForMail } from "./calls.ts";
import {
  type Checkout,
  payByCard,
  planCheckouts,
  retryUntilFinal,
  sendPost,
  type Visit,
} from "./checkout.ts";
import { runInShop, seed } from "./crowded-shop.ts";
import { checkBooks, findMoneyErrors, waitUntilPaid } from "./ledger.ts";
import { play } from "./play.ts";
import { type Figure, type Scenario, toNoneFigure, toTimeFigure } from "./scenario.ts";
import { waitUntil } from "./watch.ts";

const ORDERS = 300;
const ORDERS_IN_SHORT = 30;
const RETURNED = 3;
const OWNER = "owner@example.com";

/** These findings of `check` concern the settings of a demo shop. Any other finding is an error. */
const DEMO_FINDINGS =
  /^(SHOP_PROFILE|TEST_PAYMENTS|SMTP_URL|MAIL_FROM|PUBLIC_URL|BACKUP_RECIPIENT|backup)$|\.json|^\/product-/;

const busyDay: Scenario = {
  name: "busy-day",
  summary: `${ORDERS} orders placed, packed, labelled, dispatched and delivered from a list; ${RETURNED} are returned; then the reports`,
  engines: ["embedded", "server"],
  inShortForm: true,
  async run(run) {
    const CATALOGUE_DIR = await writeProducts();
    const papers = mkdtempSync(path.join(os.tmpdir(), "taruva-diwali-"));
    try {
      return await runInShop(run, { CATALOGUE_DIR, MAIL_TO: OWNER, LOG_LEVEL: "warn" }, async (shop) => {
        const figures: Figure[] = [];
        const step = async <Result>(name: string, seconds: number, work: () => Promise<Result>) => {
          const began = performance.now();
          const result = await work();
          figures.push(toTimeFigure(name, performance.now() - began, seconds * SECOND));
          if (Array.isArray(result)) figures.push(...(result as Figure[]));
          return result;
        };
        const count = run.isShort ? ORDERS_IN_SHORT : ORDERS;
        const day = await step("orders placed and paid", 180, () => orderAndPay(shop, count));
        const returned = day.toSend.slice(0, run.isShort ? 1 : RETURNED);
        await step("orders pack", 5, () => checkPickList(shop, day));
        await step("orders print, labels and slips", 20, () => checkPapers(shop, papers, day));
        await step("orders dispatch --from, twice", 20, () => sendByList(shop, papers, day));
        const list = path.join(papers, "couriers.csv");
        await step("orders deliver --from", 10, () => type(shop, `orders deliver --yes --from ${list}`));
        await step("returns and a cancellation", 60, () => takeBack(shop, day, returned));
        await step("mails", 120, () => checkMails(shop, day, returned));
        await step("reports and check", 20, () => readBooks(shop, day, returned));
        await step("stock, payments and books", 20, () => checkStockAndMoney(shop, day, returned));
        return figures;
      });
    } finally {
      for (const folder of [CATALOGUE_DIR, papers]) rmSync(folder, { recursive: true });
    }
  },
};

async function type(shop: Shop, words: string, code = 0): Promise<string> {
  const { code: ended, output } = await shop.operator(...words.split(" "));
  if (ended !== code) throw new Error(`${words} ended with ${ended}:\n${output.slice(0, 2_000)}`);
  return output;
}

const read = async <Data>(shop: Shop, words: string, code = 0): Promise<Data> =>
  JSON.parse(await type(shop, `${words} --json`, code)) as Data;

const toLines = (purchases: readonly Purchase[]) => purchases.flatMap(({ lines }) => lines);

const countPieces = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

async function checkPickList(shop: Shop, { toSend }: Day): Promise<Figure[]> {
  const { orders, picks } = await read<DataOf<typeof packList>>(shop, "orders pack");
  const lines = Map.groupBy(toLines(toSend), ({ productId }) => productId);
  const expected = products
    .filter(({ slug }) => lines.has(slug))
    .map(({ slug }) => `${slug} × ${countPieces(lines.get(slug) ?? [])}`);
  const actual = picks.map(({ productId, pieces }) => `${productId} × ${pieces}`);
  const [wanted, there] = [toSend.map(({ orderId }) => orderId), orders.map(({ orderId }) => orderId)];
  const onOneOnly = [...wanted, ...there].filter((id) => !wanted.includes(id) || !there.includes(id));
  return [
    { what: "pieces to pick", value: countPieces(toLines(toSend)) },
    toNoneFigure(
      "picks that differ in pieces or order",
      String(actual) === String(expected) ? [] : [`${actual.join()} instead of ${expected.join()}`],
    ),
    toNoneFigure("orders that are missing on the list or should not be on it", onOneOnly),
  ];
}

async function checkPapers(shop: Shop, folder: string, { toSend }: Day): Promise<Figure[]> {
  await type(shop, `orders print --to-pack --label --slip --into ${folder}`);
  const readPages = (name: string) => readPdfTexts(readFileSync(path.join(folder, name)));
  const [labels, slips] = [await readPages("address-labels.pdf"), await readPages("packing-slips.pdf")];
  const count = (pages: readonly string[], words: readonly string[]) =>
    pages.filter((page) => words.every((word) => page.includes(word))).length;
  const listIds = (purchases: readonly Purchase[]) => purchases.map(({ orderId }) => orderId);
  const withoutLabel = toSend.filter(({ orderId, zipCode }) => count(labels, [orderId, zipCode]) !== 1);
  const withoutSlip = toSend.filter(({ orderId }) => count(slips, [orderId]) !== 1);
  return [
    { what: "labels", value: labels.length, atLeast: toSend.length, atMost: toSend.length },
    toNoneFigure("parcels without one label", listIds(withoutLabel)),
    toNoneFigure("parcels without one slip", listIds(withoutSlip)),
  ];
}

/** Imports a courier's list twice, and checks that each order is dispatched only once. */
async function sendByList(shop: Shop, folder: string, { toSend }: Day): Promise<Figure[]> {
  const rows = toSend.map(
    ({ orderId }, index) => `${orderId},${index % 2 ? "Delhivery" : "Blue Dart"},${70_000 + index}`,
  );
  const file = path.join(folder, "couriers.csv");
  writeFileSync(file, ["order,courier,number", ...rows].join("\n"));
  const dispatch = () => type(shop, `orders dispatch --yes --from ${file}`);
  const [first, second] = [await dispatch(), await dispatch()];
  return [
    toNoneFigure(
      "parcels not sent",
      first.includes(`${toSend.length} parcels marked as dispatched.`) ? [] : [first],
    ),
    toNoneFigure(
      "parcels sent twice",
      second.includes(`${toSend.length} parcels already on their way.`) ? [] : [second],
    ),
  ];
}

/** Lets some customers return their order. The owner handles these returns and one cancellation. */
async function takeBack(shop: Shop, { regretted }: Day, returned: readonly Purchase[]): Promise<Figure[]> {
  for (const purchase of returned) await askForReturn(shop, purchase);
  const requests = await read<DataOf<typeof returnList>>(shop, "returns");
  for (const { orderId, checkout } of returned) {
    // A later step's mail replaces an earlier one that is not sent yet, so wait for each step's mail.
    const waitForCustomerMail = (about: RegExp) => waitForMail(shop, checkout.member.email, about);
    await waitForCustomerMail(/We've received your return request/);
    await type(shop, `returns ${orderId} --accept --words Friday --yes`);
    await waitForCustomerMail(/Please send your pieces back/);
    await type(shop, `returns ${orderId} --received --yes`);
    await waitForCustomerMail(/We've received your pieces/);
    await type(shop, `returns ${orderId} --refund --restock --yes`);
  }
  await type(shop, `orders cancel ${regretted.orderId} --approve --yes`);
  const ids = returned.map(({ orderId }) => orderId);
  const missing = ids.filter((id) => !requests.some(({ orderId }) => orderId === id));
  return [toNoneFigure("requests that were missing on the list", missing)];
}

const MAILS_OF_AN_ORDER = [/ is confirmed$/, / is on its way$/, / has arrived$/];
const MAILS_OF_A_RETURN = [
  /We've received your return request/,
  /Please send your pieces back/,
  /We've received your pieces/,
  / is on its way back to you$/,
];
const MAILS_OF_A_CANCELLATION = [
  / is confirmed$/,
  /We've received your request to cancel/,
  /, as you asked$/,
  / is on its way back to you$/,
];
const MAILS_TO_OWNER = {
  cancellation: /: cancellation request for /,
  return: /^A customer wants to return /,
};

async function checkMails(shop: Shop, day: Day, returned: readonly Purchase[]): Promise<Figure[]> {
  const expected = new Map<string, readonly RegExp[]>([
    [day.regretted.checkout.member.email, MAILS_OF_A_CANCELLATION],
    [OWNER, [MAILS_TO_OWNER.cancellation, ...returned.map(() => MAILS_TO_OWNER.return)]],
  ]);
  for (const purchase of day.toSend)
    expected.set(purchase.checkout.member.email, [
      ...MAILS_OF_AN_ORDER,
      ...(returned.includes(purchase) ? MAILS_OF_A_RETURN : []),
    ]);
  let mails: string[] = [];
  const findWrong = () => {
    mails = listMails(shop);
    const subjects = Map.groupBy(mails, (mail) => readHeader(mail, "To"));
    return [...expected].flatMap(([to, patterns]) =>
      // The shop sends the daily digest at a fixed hour, which may be during this run, so ignore it.
      compareMails(
        to,
        patterns,
        (subjects.get(to) ?? [])
          .map((mail) => readHeader(mail, "Subject"))
          .filter((subject) => !subject.startsWith("Today in the shop")),
      ),
    );
  };
  await waitUntil("all mails are written", () => findWrong().length === 0, 1_000).catch(() => {});
  return [
    { what: "mails", value: mails.length },
    toNoneFigure("customers with missing or additional mails", findWrong()),
  ];
}

const readHeader = (mail: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, "m").exec(mail)?.[1] ?? "";

function compareMails(to: string, patterns: readonly RegExp[], subjects: readonly string[]): string[] {
  const left = [...subjects];
  const missing = patterns.filter((pattern) => {
    const at = left.findIndex((subject) => pattern.test(subject));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  if (missing.length + left.length === 0) return [];
  return [`${to}: without ${missing.join(", ") || "none"}; besides ${left.join(", ") || "none"}`];
}

async function readBooks(shop: Shop, { toSend }: Day, returned: readonly Purchase[]): Promise<Figure[]> {
  const { rows } = await read<Extract<v.InferOutput<typeof otherSales>, { rows: unknown }>>(
    shop,
    `report sales --month ${toIsoDay(new Date()).slice(0, 7)}`,
  );
  // Each shipped order has an invoice, the cancelled order has an invoice and a credit note, and each return has a
  // credit note.
  const documents = toSend.length + 2 + returned.length;
  const { problems } = await read<DataOf<typeof checkResult>>(shop, "check --offline", 1);
  const unexpected = problems.filter(({ about }) => !DEMO_FINDINGS.test(about));
  return [
    { what: "documents of the month", value: rows.length, atLeast: documents, atMost: documents },
    toNoneFigure(
      "problems that check found",
      unexpected.map(({ about, what }) => `${about}: ${what}`),
    ),
  ];
}

async function checkStockAndMoney(
  shop: Shop,
  { toSend }: Day,
  returned: readonly Purchase[],
): Promise<Figure[]> {
  const cameBack = returned.flatMap(({ lines }) => lines.slice(0, 1));
  const count = (slug: string, lines: readonly { productId: string; quantity: number }[]) =>
    countPieces(lines.filter(({ productId }) => productId === slug));
  return shop.withDatabase(async (db) => {
    const rows = await db.select().from(stock);
    const wrong = products.filter(({ slug }) => {
      const left = STOCK - count(slug, toLines(toSend)) + count(slug, cameBack);
      return rows.find(({ productId }) => productId === slug)?.onHand !== left;
    });
    return [
      toNoneFigure(
        "products whose stock differs from sales and returns",
        wrong.map(({ slug }) => slug),
      ),
      toNoneFigure("payments without an order, or made twice", await findMoneyErrors(db)),
      await checkBooks(db),
    ];
  });
}

/* The functions below simulate the day's customers: their orders, payments, cancellations and returns. */

const STOCK = 5_000;

/** The products in shelf order. The last product has no shelf. */
const products = [
  { slug: "diya-bowl", shelf: "A2", price: 899, hsn: "4419" },
  { slug: "rangoli-tray", shelf: "A10", price: 2499, hsn: "4419" },
  { slug: "mango-spoon", shelf: "B1", price: 249, hsn: "4419" },
  { slug: "teak-board", shelf: "B3", price: 3799, hsn: "4419" },
  { slug: "gift-box", shelf: undefined, price: 1450, hsn: "4420" },
] as const;

async function writeProducts(): Promise<string> {
  const folder = await writeCatalogueFolder((files) => {
    for (const { slug, shelf, price, hsn } of products) {
      const facts = { price, originalPrice: price, hsn, stock: STOCK, ...(shelf && { shelf }) };
      files["products.json"].push(createProductInFolder(slug, facts));
    }
  });
  // Without this choice, `check` reports that the standard shipping policy differs from the bag.
  writeFileSync(path.join(folder, "rules.json"), '{ "shippingFee": 0 }');
  return folder;
}

interface Purchase {
  checkout: Checkout;
  orderId: string;
  lines: { productId: string; quantity: number }[];
  zipCode: string;
}

/** The orders of the day. All except `unpaid` are paid. The customer of `regretted` requests a cancellation. */
interface Day {
  toSend: Purchase[];
  regretted: Purchase;
  unpaid: Purchase;
}

const AT_ONCE = 20;
const ORDERED_WITHIN_MS = 300_000;
const PAID_WITHIN_MS = 180_000;

const places = [
  { city: "Surat", state: "Gujarat", zipCode: "395002" },
  { city: "Bengaluru", state: "Karnataka", zipCode: "560001" },
  { city: "Pune", state: "Maharashtra", zipCode: "411001" },
] as const;

/** Valid sample GSTINs of companies in Karnataka and Maharashtra. */
const taxCodes = ["29ABCDE1234F1ZW", "27AAPFU0939F1ZV"] as const;

/** Places `count` paid orders to ship. Places two more: a paid one to cancel, and an unpaid one. */
async function orderAndPay(shop: Shop, count: number): Promise<Day> {
  const members = await shop.withDatabase((db) => seed(db, count + 2));
  const seen = planCheckouts(members, "");
  const visit = { shopUrl: shop.url, seen, giveUp: AbortSignal.timeout(ORDERED_WITHIN_MS) };
  const purchases = await sendVolley(seen.checkouts, AT_ONCE, async (checkout, index) => {
    const purchase = await order(visit, checkout, index);
    if (index <= count) await payByCard(visit, checkout, purchase.orderId);
    return purchase;
  });
  const late = await waitUntilPaid(shop.url, seen.checkouts, PAID_WITHIN_MS);
  if (late.length > 0) throw new Error(`${late.length} payments did not arrive.`);
  const [regretted, unpaid] = purchases.slice(count);
  if (!regretted || !unpaid) throw new Error("Two customers are missing.");
  await ask(shop, regretted, requestCancellation, { reasons: ["Late delivery"], comments: "" });
  return { toSend: purchases.slice(0, count), regretted, unpaid };
}

const askForReturn = (shop: Shop, purchase: Purchase): Promise<unknown> =>
  ask(shop, purchase, requestReturn, {
    reasons: ["Arrived damaged"],
    comments: "It has a crack.",
    pieces: purchase.lines.slice(0, 1),
  });

const ask = (
  shop: Shop,
  { checkout, orderId }: Purchase,
  { method, path }: { method: string; path: string },
  body: unknown,
): Promise<unknown> =>
  expectDone(shop, path.replace(":orderId", orderId), body, { token: checkout.member.token, method });

/** Orders one to three products, to one of three addresses in turn. Every seventh customer is a company. */
async function order(visit: Visit, checkout: Checkout, index: number): Promise<Purchase> {
  const { zipCode, ...place } = places[index % places.length] ?? places[0];
  const lines = Array.from({ length: 1 + (index % 3) }, (_, at) => ({
    productId: products[(index + at) % products.length]?.slug ?? "",
    quantity: 1 + ((index + at) % 4),
  }));
  const { email } = checkout.member;
  const taxCode = taxCodes[index % taxCodes.length];
  const company = { name: `Lake Café ${index + 1} LLP`, address: "2 MG Road", taxCode, email };
  const street = `${index + 1} Ring Road`;
  const body = {
    items: lines,
    shippingAddress: { street, country: "India", phoneNumber: "9876543210", zipCode, ...place },
    contact: { firstName: "Meera", lastName: `Shah ${index + 1}`, email },
    ...(index % 7 === 1 && { companyInvoice: company }),
  };
  const placed = await retryUntilFinal(visit, (once) =>
    sendPost(once, placeOrder.path, checkout.member, body, generateUuid()),
  );
  if (placed.status !== 200) throw new Error(`An order was refused: ${placed.status} ${placed.code}`);
  const { orderId } = (placed.body as { order: { orderId: string } }).order;
  checkout.orderId = orderId;
  return { checkout, orderId, lines, zipCode };
}

await play("diwali", [busyDay]);
