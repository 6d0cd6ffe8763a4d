import type { Page } from "@playwright/test";
import { generateCode } from "#platform/ids.ts";
import { writeHistory } from "../support/past-orders.ts";
import { expect, test } from "../support/journey-shop.ts";
import { registerAndLogIn } from "../support/visitors.ts";
import { holdBack } from "../screens/steps.ts";

const RETURN = "**/api/orders/*/return";

test(
  "a return is requested only once, even on a slow network or in two tabs (§9)",
  { tag: "@history" },
  async ({ page, context, shop }) => {
    const { accountId } = await registerAndLogIn(page);
    const [slow = "", twice = ""] = [1, 2].map(() => `TRV-${generateCode(6)}`);
    const orderIds = [slow, twice];
    await writeHistory(
      shop,
      accountId,
      orderIds.map((orderId) => ({
        orderId,
        createdAt: new Date(),
        status: "Delivered",
        lines: ["Acacia Bowl", "Teak Tray"].map((title) => ({ title, unitPrice: 89_900, quantity: 1 })),
        more: { deliveredAt: new Date() },
      })),
    );
    let sent = 0;
    page.on("request", (request) => void (request.method() === "PUT" && sent++));
    await test.step("on a slow network several clicks send one return request", async () => {
      await page.goto(`/order-details/${slow}`);
      const release = await holdBack(page, RETURN);
      await fillIn(page);
      const submit = getDialog(page).locator("button[type=submit]");
      await submit.click();
      await expect(submit).toHaveAttribute("aria-busy", "true");
      await submit.click({ force: true });
      await getDialog(page).getByRole("button", { name: "Not now" }).click();
      await expect(getDialog(page)).toBeHidden();
      release();
      await expect(page.getByText("Return request submitted.")).toBeVisible();
      await expect(getPanel(page)).toContainText("1 × Teak Tray");
      await expect(page.getByRole("button", { name: "Return pieces" })).toBeHidden();
      expect(sent).toBe(1);
    });

    await test.step("a return request in a second tab closes the return dialog in the first", async () => {
      await page.goto(`/order-details/${twice}`);
      await openDialog(page);
      const second = await context.newPage();
      await second.goto(`/order-details/${twice}`);
      await fillIn(second);
      await send(second);
      await expect(getPanel(second)).toContainText("1 × Teak Tray");
      await expect(getDialog(page)).toBeHidden();
      await expect(getPanel(page)).toContainText("1 × Teak Tray");
    });

    const { output } = await shop.operator("returns");
    expect(orderIds.every((orderId) => output.split(orderId).length === 2)).toBe(true);
  },
);

const getDialog = (page: Page) => page.getByRole("dialog", { name: "What would you like to return?" });

const getPanel = (page: Page) =>
  page.locator("section", { has: page.getByRole("heading", { name: "Your return", exact: true }) });

async function openDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Return pieces" }).click();
  await expect(getDialog(page)).toBeVisible();
}

async function fillIn(page: Page): Promise<void> {
  await openDialog(page);
  await getDialog(page).getByRole("combobox", { name: "Teak Tray" }).selectOption("1");
  await getDialog(page).getByRole("checkbox", { name: "Arrived damaged" }).check();
}

const send = (page: Page) => getDialog(page).getByRole("button", { name: "Request return" }).click();
