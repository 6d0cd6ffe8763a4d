import type { Locator, Page } from "@playwright/test";
import { waitUntilStill } from "../screens/screens.ts";
import { waitUntilAwake } from "../screens/steps.ts";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { expect, phone, test } from "../support/shop.ts";
import { storeSession } from "../support/visitors.ts";

/* Where toasts stand when there are many, or something they must not cover (§8, D79). */

/** The height of what can be seen of them. */
const measureHeight = (toasts: Locator) =>
  toasts.evaluateAll((all) => {
    const boxes = all
      .filter((each) => getComputedStyle(each).opacity !== "0")
      .map((each) => each.getBoundingClientRect());
    return Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
  });

/** Toasts leave when an animation of three seconds ends: a busy machine takes longer to find where they stand. */
async function slowAnimations(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Animation.enable");
  await browser.send("Animation.setPlaybackRate", { playbackRate: 0.1 });
}

for (const window of [phone, { width: 1280, height: 800 }])
  test(
    `all errors of the sign-up form are shown, and leave space to mend them: ${window.width} px`,
    {
      tag: "@front",
    },
    async ({ page }) => {
      await page.setViewportSize(window);
      await page.goto("/sign-up");
      await waitUntilAwake(page);
      await slowAnimations(page);
      await page.getByRole("button", { name: "Register" }).click();
      const toasts = page.locator(".Toastify__toast");
      await expect.poll(() => toasts.count()).toBeGreaterThanOrEqual(9);
      await expect.poll(() => measureHeight(toasts)).toBeLessThanOrEqual(120);
      // A pointer opens the stack, and they all wait for it.
      const top = await toasts.last().boundingBox();
      await page.mouse.move((top?.x ?? 0) + 40, (top?.y ?? 0) + 20);
      await expect.poll(() => measureHeight(toasts)).toBeGreaterThan(200);
      const clocks = page.locator(".Toastify__progress-bar");
      const states = () =>
        clocks.evaluateAll((all) => all.map((each) => getComputedStyle(each).animationPlayState));
      await expect.poll(async () => new Set(await states())).toEqual(new Set(["paused"]));
      await expect(
        page.getByRole("alert").filter({ hasText: "First Name is required" }).first(),
      ).toBeAttached();
    },
  );

for (const window of [phone, { width: 1280, height: 800 }]) {
  test(
    `what was placed and what is now to pay is said beside the payment window, never over it: ${window.width} px`,
    { tag: "@front" },
    async ({ page, context, shop }, { workerIndex }) => {
      await page.setViewportSize(window);
      await storeSession(
        context,
        await createRegularCustomer(shop.url, `meera.toasts.${workerIndex}.${Date.now()}`),
      );
      await page.goto("/checkout");
      await expect(page.getByRole("region", { name: "Deliver to" })).toContainText("12 Ring Road");
      await page.getByRole("button", { name: "Checkout", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Pay Online" });
      const toast = page.locator(".Toastify__toast", { hasText: "Order placed successfully!" });
      await toast.hover();
      await dialog.locator("iframe").waitFor();
      await page.frameLocator("iframe[title='Pay Online']").locator(".amount").waitFor();
      await waitUntilStill(page);
      const at = await toast.boundingBox();
      await expect(toast.getByText("Order placed successfully!", { exact: true })).toBeVisible();
      const amount = await page.frameLocator("iframe[title='Pay Online']").locator(".amount").innerText();
      await expect(toast.getByText(`Now pay ${amount} to confirm it.`, { exact: true })).toBeVisible();
      for (const place of [dialog.getByRole("button", { name: "Close" }), dialog.locator("iframe")]) {
        const box = await place.boundingBox();
        const over =
          at &&
          box &&
          at.x < box.x + box.width &&
          box.x < at.x + at.width &&
          at.y < box.y + box.height &&
          box.y < at.y + at.height;
        expect(over).toBe(false);
      }
    },
  );
}
