import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { SECOND } from "#contract/time.ts";
import type { GstReturn } from "#shop/invoices/server/gst-return/gst-return.ts";
import { stock } from "../../../shop/inventory/server/tables.ts";
import { readPdfTexts } from "../../support/read-pdf.ts";
import { flattenRecomputed, flattenReturn, recomputeBooks } from "../../support/recompute-books.ts";
import type { Shop } from "../../support/shop.ts";
import { listMails, waitForMail } from "../calls.ts";
import { runInShop } from "../crowded-shop.ts";
import { checkBooks, findMoneyErrors } from "../ledger.ts";
import { type Figure, type Scenario, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { waitUntil } from "../watch.ts";
import {
  askForReturn,
  type Day,
  orderAndPay,
  products,
  type Purchase,
  STOCK,
  writeProducts,
} from "./purchases.ts";

const ORDERS = 300;
const ORDERS_IN_SHORT = 30;
const RETURNED = 3;
const OWNER = "owner@example.com";

/** Matches the findings of `check` that concern the settings of a demo shop. Every other finding is an error. */
const DEMO_FINDINGS =
  /^(SHOP_PROFILE|TEST_PAYMENTS|SMTP_URL|MAIL_FROM|PUBLIC_URL|BACKUP_RECIPIENT)$|\.json|^\/product-/;

export const busyDay: Scenario = {
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
        await step("orders dispatch --from, three times", 20, () => sendByList(shop, papers, day));
        const list = path.join(papers, "couriers.csv");
        await step("orders deliver --from", 10, () => type(shop, `orders deliver --yes --from ${list}`));
        await step("returns and a cancellation", 60, () => takeBack(shop, day, returned));
        await step("mails", 120, () => checkMails(shop, day, returned));
        await step("reports and check", 20, () => readBooks(shop, day, returned));
        await step("the books a second time", 20, () => recompute(shop, day, returned));
        return figures;
      });
    } finally {
      for (const folder of [CATALOGUE_DIR, papers]) rmSync(folder, { recursive: true });
    }
  },
};

/** Runs a command and returns its output. @throws if its exit code is not `code` */
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

/** Checks that the pick list contains every piece to be sent exactly once, in shelf order. */
async function checkPickList(shop: Shop, { toSend }: Day): Promise<Figure[]> {
  const { orders, picks } = await read<{
    orders: { orderId: string }[];
    picks: { productId: string; pieces: number }[];
  }>(shop, "orders pack");
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

/** Checks that there is one label, with its order and PIN code, and one packing slip for each parcel. */
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

/**
 * Imports a courier's list. A list with wrong rows must name all of them and dispatch nothing. The right list must
 * dispatch each order once.
 */
async function sendByList(shop: Shop, folder: string, day: Day): Promise<Figure[]> {
  const { toSend, regretted, unpaid } = day;
  const [first, last] = [toSend[0]?.orderId ?? "", toSend.at(-1)?.orderId ?? ""];
  const rows = toSend.map(
    ({ orderId }, index) => `${orderId},${index % 2 ? "Delhivery" : "Blue Dart"},${70_000 + index}`,
  );
  const wrong = [
    "TRV-NOPE00,Delhivery,1",
    `${first},Delhivery,2`,
    `${last},,3`,
    `${regretted.orderId},Delhivery,4`,
    `${unpaid.orderId},Delhivery,5`,
    ",Delhivery,6",
  ];
  const file = path.join(folder, "couriers.csv");
  const dispatch = (lines: readonly string[], code = 0) => {
    writeFileSync(file, ["order,courier,number", ...lines].join("\n"));
    return type(shop, `orders dispatch --yes --from ${file}`, code);
  };
  const refusal = await dispatch([...rows, ...wrong], 1);
  const unnamed = wrong.filter((_, index) => !refusal.includes(`row ${toSend.length + 2 + index}: `));
  const early = /"dispatchedAt": "/.test(await type(shop, `orders show ${first} --json`));
  const outputs = [await dispatch(rows), await dispatch(rows)];
  const expected = [
    `${toSend.length} parcels sent`,
    `0 parcels marked as dispatched. Each customer gets an e-mail. ${toSend.length} parcels already on their way.`,
  ];
  return [
    toNoneFigure("wrong rows that were not named", unnamed),
    toNoneFigure("parcels sent by a list with wrong rows", early ? [first] : []),
    toNoneFigure(
      "lists with another result than expected",
      outputs.filter((output, index) => !output.includes(expected[index] ?? "")),
    ),
  ];
}

/**
 * Some customers return the first product of their order, and one customer has the order cancelled. The owner handles
 * these requests.
 */
async function takeBack(shop: Shop, { regretted }: Day, returned: readonly Purchase[]): Promise<Figure[]> {
  for (const purchase of returned) await askForReturn(shop, purchase);
  const requests = await read<{ orderId: string }[]>(shop, "returns list");
  for (const { orderId, checkout } of returned) {
    // Waits for the mail about each step, because a later step's mail replaces an earlier mail that is not sent yet.
    const waitForCustomerMail = (about: RegExp) => waitForMail(shop, checkout.member.email, about);
    await waitForCustomerMail(/We've received your return request/);
    await type(shop, `returns accept ${orderId} --words Friday --yes`);
    await waitForCustomerMail(/Please send it back/);
    await type(shop, `returns received ${orderId} --yes`);
    await waitForCustomerMail(/We've received your pieces/);
    await type(shop, `returns refund ${orderId} --restock --yes`);
  }
  await type(shop, `cancellations approve ${regretted.orderId} --yes`);
  const ids = returned.map(({ orderId }) => orderId);
  const missing = ids.filter((id) => !requests.some(({ orderId }) => orderId === id));
  return [toNoneFigure("requests that were missing on the list", missing)];
}

const MAILS_OF_AN_ORDER = [/ is confirmed$/, / is on its way$/, / has arrived$/];
const MAILS_OF_A_RETURN = [
  /We've received your return request/,
  /Please send it back/,
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

/** Checks that each customer gets exactly the expected mails, and that the owner gets the mails about requests. */
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
      // Ignores the daily digest. The shop sends it at a fixed hour, which may fall into this run.
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

/**
 * Compares the subjects of the mails to an address with the expected patterns. Returns the missing and the additional
 * ones.
 */
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

/** Returns the current month in India's time zone, such as `2026-11`. */
const getMonth = (): string =>
  new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" }).slice(0, "2026-11".length);

/** Checks the owner's reports and the command `check` at the end of the day. */
async function readBooks(shop: Shop, { toSend }: Day, returned: readonly Purchase[]): Promise<Figure[]> {
  const { rows } = await read<{ rows: unknown[] }>(shop, `report sales --month ${getMonth()}`);
  // The expected documents: one invoice for each order, an invoice and a credit note for the cancelled order, and a
  // credit note for each return.
  const documents = toSend.length + 2 + returned.length;
  const findings = await read<{ about: string; what: string }[]>(shop, "check --offline", 1);
  const unexpected = findings.filter(({ about }) => !DEMO_FINDINGS.test(about));
  return [
    { what: "documents of the month", value: rows.length, atLeast: documents, atMost: documents },
    toNoneFigure(
      "findings of check",
      unexpected.map(({ about, what }) => `${about}: ${what}`),
    ),
  ];
}

/**
 * Computes the reports again from the database rows and compares them: GSTR-1 to the paisa, every ledger, and the
 * remaining stock.
 */
async function recompute(shop: Shop, { toSend }: Day, returned: readonly Purchase[]): Promise<Figure[]> {
  const month = getMonth();
  const { gstr1 } = await read<{ gstr1: GstReturn }>(shop, `report gstr1 --month ${month}`);
  const cameBack = returned.flatMap(({ lines }) => lines.slice(0, 1));
  const count = (slug: string, lines: readonly { productId: string; quantity: number }[]) =>
    countPieces(lines.filter(({ productId }) => productId === slug));
  return shop.withDatabase(async (db) => {
    const rows = await db.select().from(stock);
    const wrong = products.filter(({ slug }) => {
      const left = STOCK - count(slug, toLines(toSend)) + count(slug, cameBack);
      return rows.find(({ productId }) => productId === slug)?.onHand !== left;
    });
    const [reported, recomputed] = [
      flattenReturn(gstr1),
      flattenRecomputed(await recomputeBooks({ db }, month)),
    ];
    const differing = Object.keys({ ...reported, ...recomputed }).filter(
      (name) =>
        !name.startsWith("hsn_") && JSON.stringify(reported[name]) !== JSON.stringify(recomputed[name]),
    );
    const [[pieces = 0, ...sums], [, ...secondSums]] = [sumHsn(reported), sumHsn(recomputed)];
    if (String(sums) !== String(secondSums)) differing.push(`HSN: ${String(sums)}`);
    const sold = countPieces(toLines(toSend)) - countPieces(cameBack);
    return [
      toNoneFigure(
        "products whose stock differs from sales and returns",
        wrong.map(({ slug }) => slug),
      ),
      toNoneFigure("entries of GSTR-1 that differ from a second computation", differing),
      { what: "pieces in table 12 of GSTR-1", value: pieces, atLeast: sold, atMost: sold },
      toNoneFigure("payments without an order, or made twice", await findMoneyErrors(db)),
      await checkBooks(db),
    ];
  });
}

/**
 * Adds up table 12 of GSTR-1 over all HSN codes: pieces, taxable value and taxes. The codes are ignored, because only
 * the shop decides which code a returned piece is deducted from.
 */
const sumHsn = (entries: Record<string, unknown>): number[] =>
  Object.entries(entries)
    .filter(([name]) => name.startsWith("hsn_"))
    .map(([, figures]) => figures as number[])
    .reduce((sums, figures) => figures.map((figure, at) => figure + (sums[at] ?? 0)), []);
