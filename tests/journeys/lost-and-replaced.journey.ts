import { links } from "#contract/links.ts";
import { expect, phone, test } from "../support/shop.ts";
import { createRegularCustomer, storeSession, waitForMail } from "../support/visitors.ts";
import { confirm, expectUsable, openDesk } from "./desk-page.ts";

const send = ["--courier", "Delhivery", "--number", "1234567890", "--yes"];

test(
  "the owner marks a parcel as lost and refunds it, and the customer's open page shows it (§9)",
  { tag: "@long" },
  async ({ page, context, shop }) => {
    const customer = await createRegularCustomer(shop.url, `lost.${Date.now()}`);
    const { paid } = customer.orders;
    await shop.operator("orders", "dispatch", paid, ...send);
    await storeSession(context, customer);
    const shown = await context.newPage();
    await shown.setViewportSize(phone);
    await shown.goto(links.orderDetails(paid));
    await expect(shown.getByText("Delhivery").first()).toBeVisible();

    await openDesk(page, shop, { screen: `/orders/${paid}` });
    await page.getByRole("button", { name: "Refund a lost parcel" }).click();
    const form = page.getByRole("dialog", { name: `Refund a lost parcel: ${paid}` });
    await expectUsable(page);
    await form.getByLabel("Reason").fill("Delhivery cannot find it");
    await form.getByRole("button", { name: "Refund a lost parcel" }).click();
    await expect(page.getByText(/is refunded to Meera Shah .* The order is then closed\./)).toBeVisible();
    await confirm(page);
    await expect(page.getByText("Lost on the way", { exact: true }).first()).toBeVisible();
    for (const name of [
      "Refund a lost parcel",
      "Mark as delivered",
      "Send again",
      "Cancel the order",
      "Dispatch",
    ])
      await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
    await expectUsable(page);

    await expect(shown.getByText("Your parcel was lost on the way. We are sorry.").first()).toBeVisible();
    await expect(shown.getByRole("button", { name: /cancel/i })).toHaveCount(0);
    await expectUsable(shown);
    const { text } = await waitForMail(shop, "meera@example.com", new RegExp(paid));
    await shown.goto(/http\S+\/track#\S+/.exec(text)?.[0] ?? "");
    await expect(shown.getByText(/^Lost on the way/)).toBeVisible();
    await expectUsable(shown);
  },
);

test(
  "the owner sends a free replacement, and the customer follows it until it arrives (§9)",
  { tag: "@long" },
  async ({ page, context, shop }) => {
    const customer = await createRegularCustomer(shop.url, `again.${Date.now()}`);
    const { paid } = customer.orders;
    await shop.operator("orders", "dispatch", paid, ...send);
    await shop.operator("orders", "deliver", paid, "--yes");
    await storeSession(context, customer);
    const shown = await context.newPage();
    await shown.setViewportSize(phone);
    await shown.goto(links.orderDetails(paid));
    await expect(shown.getByText("Your order has arrived.").first()).toBeVisible();

    await openDesk(page, shop, { screen: `/orders/${paid}` });
    await page.getByRole("button", { name: "Send again" }).click();
    const form = page.getByRole("dialog", { name: `Send again: ${paid}` });
    await form.getByRole("combobox").selectOption("1 of 1");
    await form.getByLabel("Reason").fill("a handle was loose");
    await form.getByRole("button", { name: "Send again" }).click();
    await expect(
      page.getByText(/are sent with delivery challan DC\d\d-\d\d\/\d+, without an invoice/),
    ).toBeVisible();
    await confirm(page);
    await expect(shown.getByText(/^We'll send you 1 × .* again, free of charge\./).first()).toBeVisible();
    await expectUsable(shown);

    await shop.operator("orders", "dispatch", paid, "--parcel", "2", ...send);
    await expect(
      shown.getByText(/is on its way to you again, free of charge, with Delhivery/).first(),
    ).toBeVisible();
    await page.getByRole("button", { name: "Mark as delivered" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Mark as delivered" }).click();
    await confirm(page);
    await expect(shown.getByText("Your order has arrived.").first()).toBeVisible();
    await expectUsable(page);
  },
);
