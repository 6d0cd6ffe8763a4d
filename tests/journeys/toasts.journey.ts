import type { Locator, Page } from "@playwright/test";
import { waitUntilStill } from "../screens/screens.ts";
import { expect, phone, test } from "../support/journey-shop.ts";
import { createRegularCustomer, storeSession } from "../support/visitors.ts";

/** Slows down the animation that closes a toast after three seconds, so that a busy machine has time for the checks. */
async function slowAnimations(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Animation.enable");
  await browser.send("Animation.setPlaybackRate", { playbackRate: 0.1 });
}

test(
  "the toast with the placed order and the amount never covers the payment window (§8, D79)",
  { tag: ["@front", "@long"] },
  async ({ page, context, shop }) => {
    await storeSession(context, await createRegularCustomer(shop.url, `meera.toasts.${Date.now()}`));
    await page.setViewportSize(phone);
    await page.goto("/checkout");
    await expect(page.getByRole("textbox", { name: "Address", exact: true })).toHaveValue("12 Ring Road");
    await page.getByRole("button", { name: "Checkout", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Pay Online" });
    const toast = page.locator(".Toastify__toast", { hasText: "Order placed successfully!" });
    await toast.hover();
    const amount = page.frameLocator("iframe[title='Pay Online']").locator(".amount");
    await amount.waitFor();
    await waitUntilStill(page);
    await expect(
      toast.getByText(`Now pay ${await amount.innerText()} to confirm the order.`, { exact: true }),
    ).toBeVisible();
    await slowAnimations(page);
    for (const window of [phone, { width: 1280, height: 800 }]) {
      await page.setViewportSize(window);
      await toast.hover();
      await waitUntilStill(page);
      for (const place of [dialog.getByRole("button", { name: "Close" }), dialog.locator("iframe")])
        expect(await overlap(toast, place), `at ${window.width} px`).toBe(false);
    }
  },
);

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
