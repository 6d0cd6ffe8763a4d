import { inArray } from "drizzle-orm";
import { outbox } from "#platform/database/tables.ts";
import { generateUuid } from "#platform/ids.ts";
import { orders as order } from "#shop/orders/server/tables.ts";
import { paymentFinding } from "#shop/payments/server/tables.ts";
import { expect, phone, test } from "../support/shop.ts";
import { createRegularCustomer } from "../support/visitors.ts";
import { expectUsable, openDesk, ownShop } from "./desk-page.ts";

/* Checks the shop's health, its settings and the log of commands at the owner's desk. */

test.use(ownShop);

test("views that take long in a large shop show their progress", { tag: "@long" }, async ({ page, shop }) => {
  const origin = await openDesk(page, shop);
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route("**/api/view", async (route) => {
    const { noun, verb } = route.request().postDataJSON() as { noun?: string; verb?: string };
    if (noun === "check" || verb === "sales") await opened;
    await route.continue();
  });
  await page.goto(`${origin}/settings/health`);
  const looking = page.getByText(/^Comparing the stock with all orders/);
  await expect(looking).toBeVisible();
  await page.goto(`${origin}/books`);
  const adding = page.getByText("Adding up the invoices of the month.");
  await expect(adding).toBeVisible();
  open();
  await expect(adding).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "By category" })).toBeVisible();
});

test(
  "the owner checks the shop, and creates and verifies a backup",
  { tag: "@long" },
  async ({ page, shop }) => {
    await openDesk(page, shop, { screen: "/settings/health" });
    await expect(page.getByRole("heading", { name: "Health", level: 1 })).toBeVisible();
    const finding = page.getByRole("listitem").filter({ hasText: "the shop runs as a demonstration" });
    await expect(finding).toContainText("Set SHOP_PROFILE");
    await expect(
      page.getByText("There is no backup yet. If this machine fails, all data of the shop is lost."),
    ).toBeVisible();
    await expect(page.getByText("No mail is waiting.")).toBeVisible();
    await expectUsable(page);
    // The desk cannot save into a folder. It offers the files that a command creates as downloads, and deletes them
    // when it closes.
    await expect(page.getByRole("link", { name: "Elsewhere" })).toHaveCount(0);
    await page.getByRole("button", { name: "Make a backup", exact: true }).click();
    await expect(page.getByRole("button", { name: /^Verify taruva-/ })).toBeVisible({ timeout: 60_000 });
    const backup = page.getByRole("listitem").filter({ hasText: /^taruva-/ });
    await backup.getByRole("button", { name: /^Verify taruva-/ }).click();
    await expect(
      page.getByText(/^npm run shop -- backup restore \S+\/taruva-\S+\.backup\.gz$/),
    ).toBeVisible();
    await expect(backup.getByText(/backup\.gz is complete\.$/)).toBeVisible({ timeout: 60_000 });
    await expectUsable(page);
    await page.getByRole("button", { name: "Check mail server and provider too" }).click();
    await expect(page.getByRole("button", { name: "Check mail server and provider too" })).toHaveCount(0);
    await finding.getByRole("link", { name: /^See to it ?: SHOP_PROFILE/ }).click();
    await expect(page.getByRole("heading", { name: "Connections", level: 1 })).toBeVisible();
    await expect(page.getByText("demo: test payments, generous limits.", { exact: false })).toBeAttached();
    await page.getByRole("link", { name: "Health", exact: true }).click();
    await page.getByRole("link", { name: "check the machine, settings and database" }).click();
    await expect(page.getByText(/^\d+ problems to solve before you open to real customers\.$/)).toBeVisible({
      timeout: 60_000,
    });
    await expectUsable(page);
    await page.setViewportSize(phone);
    const right = await page.getByRole("table").evaluate((table) => table.getBoundingClientRect().right);
    expect(right, "what is to be done is in sight").toBeLessThanOrEqual(phone.width);
  },
);

test(
  "the screen Today leads to a failed mail, which is sent again, and to a payment that was received twice",
  { tag: ["@history", "@long"] },
  async ({ page, shop }) => {
    const { orders, email } = await createRegularCustomer(shop.url, `trouble.${Date.now()}`);
    const createdAt = new Date();
    await shop.withDatabase(async (db) => {
      await db.insert(outbox).values({
        id: generateUuid(),
        topic: "contact.message-received",
        subscriber: "notifications.contact-message",
        payload: { messageId: generateUuid() },
        createdAt,
        runAt: createdAt,
        deadAt: createdAt,
        attempts: 20,
        lastError: "550 no such mailbox",
      });
      await db
        .update(order)
        .set({ contact: { firstName: "Meera", lastName: "Shah", email } })
        .where(inArray(order.orderId, Object.values(orders)));
      await db.insert(paymentFinding).values({
        id: generateUuid(),
        orderId: orders.paid,
        kind: "second-capture",
        reference: "pay_twice",
        stage: 0,
        what: "it was paid twice",
        foundAt: createdAt,
      });
    });
    const origin = await openDesk(page, shop, { screen: "/settings/health" });
    await test.step("Today links to the failed mail, the accounts and the payment", async () => {
      await page.goto(origin);
      const twice = page.getByRole("listitem").filter({ hasText: "it was paid twice" });
      await expectUsable(page);
      await twice.getByRole("link", { name: /^See to it/ }).click();
      await expect(page.getByRole("combobox", { name: "Order" })).toHaveValue(orders.paid);
      await page.getByRole("button", { name: "Seen" }).click();
      await expect(page.getByText(`${orders.paid} is marked as seen.`)).toBeVisible();
      await page.goto(origin);
      for (const name of ["Since midnight", "Yesterday", "Last 7 days", "The 7 days before"])
        await expect(page.getByRole("link", { name })).toHaveAttribute(
          "href",
          /^\/books\?month=20\d\d-\d\d$/,
        );
      await expect(twice).toHaveCount(0);
      await page.getByRole("link", { name: "notifications.contact-message" }).click();
      await expect(page.getByRole("heading", { name: "Health", level: 1 })).toBeVisible();
    });
    await test.step("an order links to its customer", async () => {
      for (const name of ["Meera Shah", "All their orders"]) {
        await page.goto(`${origin}/orders/${orders.paid}`);
        await page.getByRole("link", { name }).click();
        await expect(page.getByRole("heading", { name: "Meera Shah", level: 1 })).toBeVisible();
        await expect(page.getByText(email)).toBeVisible();
      }
      await page.goto(`${origin}/settings/health`);
    });
    const mail = page.getByRole("listitem").filter({ hasText: "550 no such mailbox" });
    await expect(mail.first()).toBeVisible();
    await expectUsable(page);
    await page.getByRole("button", { name: /^Try again/ }).click();
    await expect(page.getByText("No mail is waiting.")).toBeVisible();
  },
);
