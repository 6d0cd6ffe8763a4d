import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { SECOND } from "#contract/time.ts";
import { getOutboxFolder } from "#platform/mail/saved-mails.ts";
import { orderRefunded } from "#shop/orders/events.ts";
import { payWith } from "../../../tests/support/paying.ts";
import { provider, setUpPayingShop, testShop } from "../../../tests/support/paying-shop.ts";
import { readAttachedPdf } from "../../../tests/support/read-pdf.ts";
import { buy } from "../../../tests/support/test-shop.ts";
import { dispatchOrder } from "#shop/parcels/server/dispatch-order.ts";
import { refundOrder } from "#shop/orders/server/refunds.ts";
import { mailSubscribers } from "./mails.ts";

setUpPayingShop({ subscribers: mailSubscribers });
beforeEach(() => {
  const { config } = testShop.context;
  rmSync(getOutboxFolder(config.dataDir), { recursive: true, force: true });
  config.smtpUrl = undefined;
});

/** The attachments of the mails with such a subject. */
function readAttached(subject: RegExp): Promise<string[]> {
  const folder = getOutboxFolder(testShop.context.config.dataDir);
  const mails = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8"));
  return Promise.all(mails.filter((mail) => subject.test(mail)).map(readAttachedPdf));
}

test("of several refunds each mail brings its own credit note, also one that is sent late (D92)", async () => {
  const { context } = testShop;
  const bought = await buy(testShop, "acacia-bowl");
  await payWith(testShop, provider.url, bought);
  const { orderId } = bought.order;
  await dispatchOrder(context, orderId, { courier: "Delhivery", number: "1" });
  for (const amountPaise of [100_000, 50_000]) {
    context.clock.advance(SECOND);
    await refundOrder(context, orderId, { amountPaise, reason: "cracked" });
    await context.settle();
  }
  const { accountId } = bought.customer;
  const late = { orderId, accountId, amountPaise: 100_000, creditNote: "CN26-27/000001" };
  await context.transact((tx) => context.outbox.publish(tx, orderRefunded, late));
  await context.settle();
  const first = expect.stringContaining("Credit note number CN26-27/000001");
  expect(await readAttached(/^Subject: ₹1,000.00/m)).toEqual([first, first]);
  // And each is downloaded by its own name.
  for (const number of ["CN26-27-000001", "CN26-27-000002"]) {
    const { headers } = await testShop.api.as(bought.customer).get(`/api/orders/${orderId}/papers/${number}`);
    expect(headers["content-disposition"]).toContain(number);
  }
  expect(await readAttached(/^Subject: ₹500.00/m)).toEqual([expect.stringContaining("CN26-27/000002")]);
});
