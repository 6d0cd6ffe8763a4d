import { rm, writeFile } from "node:fs/promises";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkResult } from "#contract/operator-results.ts";
import { DAY, HOUR } from "#contract/time.ts";
import { generateUuid } from "#platform/ids.ts";
import { outbox } from "#platform/database/tables.ts";
import { checkCommand } from "./check-shop.ts";
import { writeCatalogueFolder } from "../tests/support/catalogue-folder.ts";
import { createTestContext, type TestContext } from "../tests/support/database.ts";
import { importCatalogue } from "#shop/catalogue/server/import/import-catalogue.ts";
import { refreshSnapshot } from "#shop/catalogue/server/snapshot/snapshot.ts";
import { product } from "#shop/catalogue/server/tables.ts";
import { stock } from "#shop/inventory/server/tables.ts";
import { recordCommand } from "#platform/operator/audit.ts";
import { payment, refund } from "#shop/payments/server/tables.ts";

let context: TestContext;
let folder: string;

beforeAll(async () => {
  folder = await writeCatalogueFolder((files) => {
    files["hot-products.json"] = [1, 2, 3, 4, 5, 6].map((tile) => ({
      tile,
      name: "Tile",
      product: "everyday-bowl",
      subcategory: "Bowl",
    }));
  });
  await writeFile(`${folder}/rules.json`, '{ "shippingFee": 0 }');
  context = await createTestContext({
    config: {
      catalogueDir: folder,
      profile: "production",
      testPayments: false,
      smtpUrl: "smtps://mail.test",
      mailFrom: "Taruva <shop@taruva.test>",
      mailTo: "owner@taruva.test",
      publicUrl: "https://taruva.test",
      backupRecipient: "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
    },
  });
  await importCatalogue(context, folder);
  await refreshSnapshot(context);
});
afterAll(async () => {
  await context.close();
  await rm(folder, { recursive: true });
});

async function look() {
  const result = await checkCommand.run(context, { args: {}, options: { offline: "on" }, folder: "/" });
  return {
    ...result,
    data: v.parse(checkResult.data, result.data),
    said: (result.rows ?? []).map(([about, what]) => `${about}: ${what}`),
  };
}

const recordBackup = (endedAt: Date) =>
  recordCommand(
    context.db,
    { noun: "backup", verb: "create", args: {}, options: {}, osUser: "asha" },
    { startedAt: context.now(), endedAt },
    { outcome: "done", result: {} },
  );

test("the command `check` reports a shop without a backup of the last two days", async () => {
  expect((await look()).said).toEqual([
    "backup: there is no backup yet: if this machine fails, all data of the shop is lost",
  ]);
  await recordBackup(new Date(context.now().getTime() - 3 * DAY));
  expect((await look()).said).toEqual([
    "backup: the newest backup was made on 17 Nov 2026 at 2:30 pm, more than two days ago",
  ]);
});

test("the command `check` reports nothing if the shop has no problems", async () => {
  await recordBackup(context.now());
  expect(await look()).toMatchObject({ said: [], message: "No problems found." });
  expect(await look()).not.toHaveProperty("attention");
});

test("the command `check` reports problems with refunds, mails, pictures, prices and stock, and marks its result as urgent", async () => {
  const now = context.now();
  await context.db.insert(payment).values({
    id: generateUuid(),
    orderId: "TRV-AAAAAA",
    accountId: generateUuid(),
    amount: 100,
    currency: "INR",
    status: "Pending",
    expiresAt: now,
    createdAt: now,
    updatedAt: now,
  });
  await context.db.insert(refund).values({
    id: generateUuid(),
    orderId: "TRV-AAAAAA",
    reason: "cancellation",
    amount: 100,
    status: "Failed",
    attempt: 1,
    failure: "the card is gone",
    createdAt: now,
    updatedAt: now,
  });
  await context.db.insert(outbox).values({
    id: generateUuid(),
    topic: "t",
    subscriber: "notifications.order-paid",
    payload: {},
    createdAt: now,
    runAt: now,
    deadAt: now,
  });
  await context.db.insert(outbox).values({
    id: generateUuid(),
    topic: "t",
    subscriber: "payments.send-refund",
    payload: {},
    createdAt: new Date(now.getTime() - HOUR),
    runAt: new Date(now.getTime() + HOUR),
    attempts: 3,
    lastError: "the server is busy",
  });
  await context.db.update(product).set({ discount: 40, collection: "Gone", price: 0 });
  await context.db.update(stock).set({ onHand: 2, base: 2, reserved: 2 });
  await rm(`${folder}/products/bowl-2.jpg`);
  await context.database.pool.query(
    `update catalogue_edition
        set revision = revision + 1, shop_window = jsonb_set(
          jsonb_set(shop_window, '{seller,gstin}', '"REPLACE: GSTIN"'),
          '{seller,socialLinks}', '[{"name": "Instagram", "url": "https://instagram.example/taruva"}]')`,
  );
  await context.db.update(product).set({ images: [{ name: "bowl-2.jpg" }] });
  await refreshSnapshot(context);

  const { said, attention, data } = await look();
  const risks = new Map(data.problems.map(({ about, what, risk }) => [`${about}: ${what}`, risk]));
  expect(risks.get("TRV-AAAAAA: ₹1.00 could not be refunded: the card is gone")).toBe("orders");
  expect(risks.get('seller.json, gstin: is still a sample: "REPLACE: GSTIN".')).toBe("law");
  const link = 'seller.json, socialLinks.0.url: is still a sample: "https://instagram.example/taruva".';
  expect(risks.get(link), "no law requires links").toBe("other");
  expect(risks.get("everyday-bowl: the picture bowl-2.jpg is missing")).toBe("other");
  expect(data.passed.map(({ name }) => name)).toContain("invoices");
  expect(attention).toBe(true);
  expect(said).toEqual(
    expect.arrayContaining([
      "TRV-AAAAAA: ₹1.00 could not be refunded: the card is gone",
      "E-mail: order paid: 1 e-mail could not be sent: no reason is known",
      "Background work for payments: send refund: 1 task waiting since 20 Nov 2026 at 1:30 pm: the server is busy",
      'seller.json, gstin: is still a sample: "REPLACE: GSTIN".',
      "everyday-bowl: the picture bowl-2.jpg is missing",
      'everyday-bowl: the collection "Gone" is not in the menu',
      "everyday-bowl: price is 0, so everybody can order it for free.",
      "everyday-bowl: stock: 2 pieces are reserved, but open orders need 0",
    ]),
  );
});
