import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import { getOutboxFolder } from "#platform/mail/saved-mails.ts";
import { setStock } from "#shop/inventory/server/index.ts";
import { buy, payWith, provider, setUpShop, testShop } from "../../../tests/support/test-shop.ts";
import { recordCancellationRequest } from "#shop/orders/server/cancellations.ts";
import { noteFinding } from "#shop/payments/server/findings.ts";
import { findPayment } from "../../payments/server/index.ts";
import { refreshSnapshot } from "../../catalogue/server/snapshot/snapshot.ts";
import { beginDigest, noteLowStock } from "./owner-jobs.ts";
import { checkOwnerMailbox } from "./sender.ts";

const OWNER = "owner@taruva.test";

setUpShop({
  mails: true,
  goods: [{ id: "bowl", title: "Acacia Bowl", price: 249_900, onHand: 5 }],
});
beforeEach(() => {
  rmSync(getOutboxFolder(testShop.context.config.dataDir), { recursive: true, force: true });
  Object.assign(testShop.context.config, { smtpUrl: undefined, mailTo: OWNER, ownerMails: "urgent" });
  testShop.context.config.deskUrl = "https://desk.taruva.test";
});

/** Returns the subjects of all mails to the owner so far, without order numbers. */
async function readOwnerMails(): Promise<string[]> {
  await testShop.context.settle();
  const folder = getOutboxFolder(testShop.context.config.dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), "utf8"))
    .filter((whole) => whole.includes(`\nTo: ${OWNER}\n`))
    .map((whole) => (/^Subject: (.*)$/m.exec(whole)?.[1] ?? "").replace(/TRV-\w+/, "TRV"));
}

/** Returns the recipients of all mails that match the pattern. */
function readMails(pattern: RegExp): (string | undefined)[] {
  const folder = getOutboxFolder(testShop.context.config.dataDir);
  return readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), "utf8"))
    .filter((whole) => pattern.test(whole))
    .map((whole) => /^To: .*$/m.exec(whole)?.[0]);
}

async function buyPaid() {
  const bought = await buy(testShop, "bowl");
  await payWith(testShop, provider.url, bought);
  await testShop.context.settle();
  return bought;
}

/** Creates a payment problem, a dispute and a cancellation request. The owner gets a mail about each at once. */
async function makeTrouble(): Promise<void> {
  const { context } = testShop;
  const { customer, order } = await buyPaid();
  await recordCancellationRequest(context, customer.accountId, order.orderId, { reasons: [], comments: "" });
  const row = await findPayment(context.db, order.orderId);
  if (!row) throw new Error("no payment");
  await context.transact((tx) =>
    noteFinding(context, tx, row, { kind: "mismatch", reference: "pay_1", what: "it does not add up" }),
  );
}

const urgent = [
  "Answer by 21 Nov 2026 at 2:30 pm: cancellation request for TRV",
  "Problem with the payment of TRV",
];

test("urgent mails to the owner are sent at once, and the rest as one digest in the morning", async () => {
  const { context } = testShop;
  await makeTrouble();
  expect((await readOwnerMails()).toSorted()).toEqual(urgent);
  await buyPaid();
  context.clock.set(new Date("2026-11-21T02:29:00.000Z"));
  await beginDigest(context);
  expect(await readOwnerMails()).toHaveLength(2);
  context.clock.set(new Date("2026-11-21T02:30:00.000Z"));
  await Promise.all([beginDigest(context), beginDigest(context)]);
  expect(await readOwnerMails()).toContain("Today in the shop: 4 things to do");
  expect(readMails(/^TRV-\w+: .*Asha.* \(https:\/\/desk\.taruva\.test\/orders\/TRV-\w+\)$/m)).toEqual([
    `To: ${OWNER}`,
  ]);
  context.clock.advance(DAY / 2);
  await beginDigest(context);
  expect(await readOwnerMails()).toHaveLength(3);
});

test("with the mail setting `each` the owner gets one mail for each paid order, and one for low stock until a restock", async () => {
  const { context } = testShop;
  context.config.ownerMails = "each";
  await makeTrouble();
  expect((await readOwnerMails()).toSorted()).toEqual(
    [...urgent, "To pack: order TRV, ₹2,849.82"].toSorted(),
  );
  expect(
    readMails(/^Subject: To pack[^]*^Open the order: https:\/\/desk\.taruva\.test\/orders\/TRV-/m),
  ).toEqual([`To: ${OWNER}`]);
  const look = async (left: number) => {
    // Adds one piece to the stock, because the paid order still holds one that is not shipped yet.
    await context.transact((tx) => setStock(tx, "bowl", left + 1));
    await refreshSnapshot(context);
    await noteLowStock(context);
    await noteLowStock(context);
    return (await readOwnerMails()).filter((subject) => subject.endsWith("left: Acacia Bowl")).length;
  };
  expect(await look(4)).toBe(0);
  expect(await look(3)).toBe(1);
  expect(await look(2)).toBe(1);
  expect(await look(9)).toBe(1);
  expect(await look(3)).toBe(2);
  await beginDigest(context);
  expect((await readOwnerMails()).filter((subject) => subject.startsWith("Today"))).toEqual([]);
});

test.each(["digest", "off"] as const)(
  "with the mail setting `%s` the owner gets no immediate mail",
  async (ownerMails) => {
    const { context } = testShop;
    context.config.ownerMails = ownerMails;
    await makeTrouble();
    expect(await readOwnerMails()).toEqual([]);
    await beginDigest(context);
    expect(await readOwnerMails()).toHaveLength(ownerMails === "off" ? 0 : 1);
  },
);

test("the owner gets no digest if nothing is waiting and nothing was sold", async () => {
  await beginDigest(testShop.context);
  await buy(testShop, "bowl");
  expect(await readOwnerMails()).toEqual([]);
});

test("the check reports a production shop without an address for the owner's mails", async () => {
  const check = (profile: "demo" | "production", mailTo?: string) =>
    checkOwnerMailbox({ config: { ...testShop.context.config, profile, mailTo } });
  expect(await check("production")).toMatchObject([{ about: "MAIL_TO" }]);
  expect(await check("production", OWNER)).toEqual([]);
  expect(await check("demo")).toEqual([]);
});
