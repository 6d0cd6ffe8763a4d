import {
  openRazorpayServer,
  type RazorpayServer,
  replaceCheckoutScript,
} from "../support/razorpay-server.ts";
import { expect, test as base } from "../support/journey-shop.ts";
import { fillCart, registerAndLogIn } from "../support/visitors.ts";

const test = base.extend<{ razorpay: RazorpayServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from this pattern.
  razorpay: async ({}, use) => {
    const razorpay = await openRazorpayServer();
    await use(razorpay);
    await razorpay.close();
  },
  settings: ({ razorpay }, use) => use(razorpay.settings),
});

test(
  "a customer pays in Razorpay's window after a blocked script, a closed window and a declined payment (D60)",
  { tag: "@front" },
  async ({ page, context, shop, razorpay }) => {
    const errors: string[] = [];
    page.on("console", (line) => {
      if (/security policy/i.test(line.text())) errors.push(line.text());
    });
    await replaceCheckoutScript(context, razorpay);
    await context.route("**/checkout.js", (route) => route.abort(), { times: 1 });
    await registerAndLogIn(page);
    await fillCart(page, { productId: "acacia-everyday-bowl", quantity: 1 });
    const window = page.getByTitle("Razorpay Checkout");
    const inside = window.contentFrame();

    await test.step("the log says that Razorpay is in test mode, and only pages with a payment allow Razorpay's script", async () => {
      expect(shop.log()).toContain("Payments: Razorpay in test mode");
      const policyOf = async (address: string) =>
        (await page.request.get(address)).headers()["content-security-policy"];
      for (const address of ["/", "/checkout", "/products"])
        expect(await policyOf(address)).not.toContain("razorpay");
      for (const address of ["/orders", "/order-details/TRV-1"])
        expect(await policyOf(address)).toContain("script-src 'self' https://checkout.razorpay.com");
    });

    await test.step("a missing Razorpay script shows an error, and the next try opens the payment window", async () => {
      await page.goto("/checkout");
      // The browser first loads a page whose CSP allows the script, so wait for the blocked request.
      const blocked = page.waitForEvent("requestfailed", {
        predicate: (request) => request.url().endsWith("/checkout.js"),
        timeout: 60_000,
      });
      await page.getByRole("button", { name: "Checkout", exact: true }).click();
      await blocked;
      const dialog = page.getByRole("dialog", { name: "Pay Online" });
      await expect(dialog).toContainText("The payment window could not be loaded. Nothing was charged.");
      await dialog.getByRole("button", { name: "Try again" }).click();
      await expect(window).toBeVisible();
      await expect(dialog).toBeHidden();
      const [order] = razorpay.orders;
      for (const reported of [
        `order_id=${order?.id}`,
        "amount=96182",
        "name=Meera Shah",
        "contact=+919876543210",
        "color=#4a2f1d",
      ])
        await expect(inside.locator("p")).toContainText(reported);
    });

    await test.step("after the payment window is closed the order can still be paid, and a reload does not open it again", async () => {
      await inside.getByRole("button", { name: "Close" }).click();
      await expect(window).toBeHidden();
      await page.reload();
      await expect(page.getByRole("button", { name: /^Pay now/ })).toBeVisible();
      await expect(window).toBeHidden();
    });

    await test.step("a declined payment is shown on the order page", async () => {
      await page.getByRole("link", { name: /^View order/ }).click();
      await expect(page).toHaveURL(/\/order-details\//);
      await page.getByRole("button", { name: "Pay now", exact: true }).click();
      await inside.getByRole("button", { name: "Fail" }).click();
      await expect(inside.getByText("Payment failed")).toBeVisible();
      await inside.getByRole("button", { name: "Close" }).click();
      await expect(page.getByText("Failed", { exact: true })).toBeVisible();
    });

    await test.step("the shop queries Razorpay after a payment, without waiting for its webhook", async () => {
      await page.getByRole("button", { name: "Pay now", exact: true }).click();
      await inside.getByRole("button", { name: "Pay" }).click();
      await expect(page.getByText("Payment received. Thank you!")).toBeVisible();
      await expect(page.getByText("Completed", { exact: true })).toBeVisible();
      await expect(page.getByRole("button", { name: "Pay now", exact: true })).toBeHidden();
      expect(razorpay.orders).toHaveLength(1);
    });
    expect(errors).toEqual([]);
  },
);
