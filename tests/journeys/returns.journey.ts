import type { Page } from "@playwright/test";
import { generateCode } from "#platform/ids.ts";
import { writeHistory } from "../support/past-orders.ts";
import { expect, test } from "../support/journey-shop.ts";
import { registerAndLogIn } from "../support/visitors.ts";
import { holdBack } from "../screens/steps.ts";

const RETURN = "**/api/orders/*/return";

test("several clicks on a slow network send one return request, which closes the dialog in the customer's other tab (§9)", async ({
  page,
  context,
  shop,
}) => {
  const { accountId } = await registerAndLogIn(page);
  const orderId = `TRV-${generateCode(6)}`;
  await writeHistory(shop, accountId, [
    {
      orderId,
      createdAt: new Date(),
      status: "Delivered",
      lines: ["Acacia Bowl", "Teak Tray"].map((title) => ({ title, unitPrice: 89_900, quantity: 1 })),
      more: { deliveredAt: new Date() },
    },
  ]);
  const second = await context.newPage();
  await second.goto(`/order-details/${orderId}`);
  await openDialog(second);
  let sent = 0;
  page.on("request", (request) => void (request.method() === "PUT" && sent++));
  await page.goto(`/order-details/${orderId}`);
  const release = await holdBack(page, RETURN);
  await openDialog(page);
  await getDialog(page).getByRole("combobox", { name: "Teak Tray" }).selectOption("1");
  await getDialog(page).getByRole("checkbox", { name: "Arrived damaged" }).check();
  const submit = getDialog(page).locator("button[type=submit]");
  await submit.click();
  await expect(submit).toHaveAttribute("aria-busy", "true");
  await submit.click({ force: true });
  await getDialog(page).getByRole("button", { name: "Not now" }).click();
  await expect(getDialog(page)).toBeHidden();
  release();
  await expect(page.getByText("Return request submitted.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Return pieces" })).toBeHidden();
  expect(sent).toBe(1);
  await expect(getDialog(second)).toBeHidden();
  for (const each of [page, second]) await expect(getPanel(each)).toContainText("1 × Teak Tray");
  expect((await shop.operator("returns")).output.split(orderId)).toHaveLength(2);
});

const getDialog = (page: Page) => page.getByRole("dialog", { name: "What would you like to return?" });

const getPanel = (page: Page) =>
  page.locator("section", { has: page.getByRole("heading", { name: "Your return", exact: true }) });

async function openDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Return pieces" }).click();
  await expect(getDialog(page)).toBeVisible();
}
