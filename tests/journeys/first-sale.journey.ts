import type { Page } from "@playwright/test";
import { waitUntilFilled } from "../screens/acts.ts";
import { waitUntilPressable } from "../screens/steps.ts";
import { expect, test } from "../support/journey-shop.ts";
import { waitForMail } from "../support/visitors.ts";

test(
  "a visitor becomes a customer with a paid order, and follows it until delivery (§2.8, §2.10, §5, §8, D3, D18, D49, D53, D54, D60, D65, D79, D89)",
  { tag: "@embedded" },
  async ({ page, shop }) => {
    const errors = listenForErrors(page);
    const email = "meera.sale@example.com";
    await test.step("the visitor finds a bowl from the home page", async () => {
      await page.goto("/");
      await page
        .getByRole("region", { name: "Shop by Category" })
        .getByRole("link", { name: "Bowl", exact: true })
        .click();
      await expect(page).toHaveURL(/\/products\?subcategory=Bowl/);
      await page.getByRole("link", { name: "Roz Acacia Everyday Bowl" }).first().click();
      await expect(page.getByRole("heading", { level: 1, name: "Roz Acacia Everyday Bowl" })).toBeVisible();
      await expect(page.getByText("₹1060.82 including GST").first()).toBeVisible();
    });

    await test.step("the visitor puts two bowls in the bag as a guest", async () => {
      // A click before hydration would have no effect, so wait for hydration.
      const increase = page.getByRole("button", { name: /increase/i }).first();
      await waitUntilPressable(increase);
      // The button may move until the product has loaded completely, so wait for the last section.
      await expect(page.getByRole("heading", { name: "Care", exact: true })).toBeVisible();
      await increase.click();
      await page.getByRole("button", { name: "Add to Bag" }).first().click();
      await page.goto("/cart");
      await expect(page.getByRole("heading", { name: "My Shopping Cart" })).toBeVisible();
      // 2 × ₹899 plus 2 × ₹161.82 tax, minus the coupon of ₹99
      await expect(page.getByText("₹2022.64").first()).toBeVisible();
    });

    await test.step("the visitor registers and logs in on the way to the checkout", async () => {
      await page.getByRole("link", { name: "Checkout" }).first().click();
      await expect(page).toHaveURL("/log-in?redirect=%2Fcheckout");
      await expect(page.getByText("Log in to place your order. Your bag is saved.")).toBeVisible();
      const bag = page.getByRole("region", { name: "Your bag" });
      await expect(bag).toContainText("2 pieces in your bag");
      await expect(bag).toContainText("₹2022.64");
      await page.getByRole("link", { name: "Register Now" }).click();
      await expect(page).toHaveURL(/\/sign-up/);
      for (const [label, value] of createRegistration(email))
        await page.getByRole("textbox", { name: label, exact: true }).fill(value);
      await page.getByRole("combobox", { name: "City" }).selectOption("Surat");
      await page.getByRole("button", { name: "Register", exact: true }).click();
      await expect(page).toHaveURL(/\/log-in/);
      await page.getByRole("textbox", { name: "Email" }).fill(email);
      await page.getByRole("textbox", { name: "Password", exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: /^log ?in$/i }).click();
      await expect(page).toHaveURL(/\/checkout$/);
      await expect(page.getByText("Login successful")).toBeVisible();
    });

    const orderId = await test.step("the customer orders to the address from the registration", async () => {
      await expect(page.getByRole("heading", { name: "Shipping Information" })).toBeVisible();
      await waitUntilFilled(page);
      await expect(page.getByRole("textbox", { name: "Address", exact: true })).toHaveValue("12 Ring Road");
      await expect(page.getByRole("combobox", { name: "City" })).toHaveValue("Surat");
      await expect(page.getByText("₹2022.64").filter({ visible: true }).first()).toBeVisible();
      await page.getByRole("button", { name: "Checkout", exact: true }).click();
      await expect(page).toHaveURL(/\/orders$/);
      await expect(page.getByText("Order placed successfully!")).toBeVisible();
      await expect(page.getByRole("button", { name: "Shopping Cart, 0 pieces" })).toBeAttached();
      return (await page.getByRole("rowheader").first().textContent())?.trim() ?? "";
    });

    await test.step("the customer pays in the provider's window", async () => {
      const payment = page.frameLocator("iframe[title='Pay Online']");
      await payment.getByLabel(/card number/i).fill("4111 1111 1111 1111");
      await payment.getByLabel(/expiry/i).fill("12/30");
      await payment.getByLabel(/cvv|security code/i).fill("123");
      await payment.getByLabel(/name/i).fill("Meera Shah");
      await payment.getByRole("button", { name: "Pay ₹2022.64" }).click();
      await expect(page.getByText("Completed").first()).toBeVisible();
      await expect(page.getByText("Processing", { exact: true }).last()).toBeVisible();
    });

    await test.step("the customer receives a mail with a link to the order", async () => {
      const { text } = await waitForMail(shop, email, new RegExp(`Order ${orderId} is confirmed`));
      expect(text).toContain(`${shop.url}/order-details/${orderId}`);
      expect(text).toContain("₹2,022.64");
    });

    await test.step("the open order changes to Delivered without a reload", async () => {
      await page.getByRole("link", { name: `View order ${orderId}` }).click();
      // The list of orders shows the same amounts, so wait for the page of the order.
      await expect(page.getByRole("heading", { level: 1, name: `Order ${orderId}` })).toBeVisible();
      await expect(page.getByText("₹2121.64").first()).toBeVisible();
      await expect(page.getByText("₹2022.64").first()).toBeVisible();
      await expect(page.getByText("Processing", { exact: true })).toBeVisible();
      const { code, output } = await shop.operator("orders", "deliver", orderId, "--in-person", "--yes");
      expect(code, output).toBe(0);
      await expect(page.getByText("Delivered", { exact: true }).first()).toBeVisible();
      await expect(page.getByText("Processing", { exact: true })).toBeHidden();
    });
    expect(errors).toEqual([]);
  },
);

const PASSWORD = "neem-and-teak-7";

const createRegistration = (email: string): [string, string][] => [
  ["First Name", "Meera"],
  ["Last Name", "Shah"],
  ["Email", email],
  ["Street Address", "12 Ring Road"],
  ["Zip Code", "395002"],
  ["Phone Number", "9876543210"],
  ["Password", PASSWORD],
  ["Confirm Password", PASSWORD],
];

function listenForErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (line) => {
    if (line.type() === "error") errors.push(line.text());
  });
  return errors;
}
