import { beforeEach, expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import { setStock } from "#shop/inventory/server/index.ts";
import { readMailFiles } from "../../../tests/support/mails.ts";
import { buy, buyPaid, context, setUpShop, testShop } from "../../../tests/support/test-shop.ts";
import { recordCancellationRequest } from "#shop/orders/server/cancellations.ts";
import { recordFinding } from "#shop/payments/server/findings.ts";
import { findPayment } from "../../payments/server/index.ts";
import { refreshSnapshot } from "../../catalogue/server/snapshot/snapshot.ts";
import { beginDigest, publishLowStock } from "./owner-jobs.ts";
import { checkOwnerMailbox } from "./sender.ts";

const OWNER = "owner@taruva.test";

setUpShop({
  mails: "without invoices",
  goods: [{ id: "bowl", title: "Acacia Bowl", price: 249_900, onHand: 5 }],
});
beforeEach(() => {
  Object.assign(context.config, { smtpUrl: undefined, mailTo: OWNER, ownerMails: "urgent" });
  context.config.deskUrl = "https://desk.taruva.test";
});

async function readOwnerMails(): Promise<string[]> {
  await context.settle();
  return readMailFiles(context)
    .filter((whole) => whole.includes(`\nTo: ${OWNER}\n`))
    .map((whole) => (/^Subject: (.*)$/m.exec(whole)?.[1] ?? "").replace(/TRV-\w+/, "TRV"));
}

const findRecipients = (pattern: RegExp): (string | undefined)[] =>
  readMailFiles(context)
    .filter((whole) => pattern.test(whole))
    .map((whole) => /^To: .*$/m.exec(whole)?.[0]);

/** Creates a cancellation request and a payment problem. The owner immediately gets a separate mail about each. */
async function createProblems(): Promise<void> {
  const { customer, order } = await buyPaid("bowl");
  await recordCancellationRequest(context, customer.accountId, order.orderId, { reasons: [], comments: "" });
  const row = await findPayment(context.db, order.orderId);
  if (!row) throw new Error("no payment");
  await context.transact((tx) =>
    recordFinding(context, tx, row, { kind: "mismatch", reference: "pay_1", what: "it does not add up" }),
  );
}

const urgent = [
  "Answer by 21 Nov 2026 at 2:30 pm: cancellation request for TRV",
  "Problem with the payment of TRV",
];

test("urgent mails to the owner are sent at once, and the rest as one digest in the morning", async () => {
  await createProblems();
  expect((await readOwnerMails()).toSorted()).toEqual(urgent);
  await buyPaid("bowl");
  context.clock.set(new Date("2026-11-21T02:29:00.000Z"));
  await beginDigest(context);
  expect(await readOwnerMails()).toHaveLength(2);
  context.clock.set(new Date("2026-11-21T02:30:00.000Z"));
  await Promise.all([beginDigest(context), beginDigest(context)]);
  expect(await readOwnerMails()).toContain("Today in the shop: 4 things to do");
  expect(findRecipients(/^TRV-\w+: .*Asha.* \(https:\/\/desk\.taruva\.test\/orders\/TRV-\w+\)$/m)).toEqual([
    `To: ${OWNER}`,
  ]);
  context.clock.advance(DAY / 2);
  await beginDigest(context);
  expect(await readOwnerMails()).toHaveLength(3);
});

test("with the mail setting `each` the owner gets one mail for each paid order, and one mail for low stock until a restock", async () => {
  context.config.ownerMails = "each";
  await createProblems();
  expect((await readOwnerMails()).toSorted()).toEqual(
    [...urgent, "To pack: order TRV, ₹2,849.82"].toSorted(),
  );
  expect(
    findRecipients(/^Subject: To pack[^]*^Open the order: https:\/\/desk\.taruva\.test\/orders\/TRV-/m),
  ).toEqual([`To: ${OWNER}`]);
  const look = async (left: number) => {
    // The count also includes the paid piece that is not shipped yet.
    await context.transact((tx) => setStock(tx, "bowl", left + 1));
    await refreshSnapshot(context);
    await publishLowStock(context);
    await publishLowStock(context);
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

test("with the mail setting `off` the owner gets no mail, and with `digest` only the digest", async () => {
  context.config.ownerMails = "off";
  await createProblems();
  await beginDigest(context);
  expect(await readOwnerMails()).toEqual([]);
  context.config.ownerMails = "digest";
  await buyPaid("bowl");
  expect(await readOwnerMails()).toEqual([]);
  await beginDigest(context);
  expect(await readOwnerMails()).toHaveLength(1);
});

test("the owner gets no digest if nothing is waiting and nothing was sold", async () => {
  await beginDigest(context);
  await buy(testShop, "bowl");
  expect(await readOwnerMails()).toEqual([]);
});

test("the mailbox check reports a production shop without an address for the owner's mails", async () => {
  const check = (profile: "demo" | "production", mailTo?: string) =>
    checkOwnerMailbox({ config: { ...context.config, profile, mailTo } });
  expect(await check("production")).toMatchObject([{ about: "MAIL_TO" }]);
  expect(await check("production", OWNER)).toEqual([]);
  expect(await check("demo")).toEqual([]);
});
