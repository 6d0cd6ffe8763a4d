import { expect, phone, test } from "../support/shop.ts";
import { checkOut, openCheckout } from "./checkout-page.ts";

const CARD = "शुभ विवाह!\nAsha & Ravi";

test("an order is made a gift by the keyboard, on a phone, and its card survives a reload (§2.8, §2.15)", async ({
  page,
  shop,
}) => {
  await openCheckout(page);
  await page.setViewportSize(phone);
  const isGift = page.getByRole("checkbox", { name: "This is a gift" });
  const card = page.getByRole("textbox", { name: "Text for the card" });
  await page.getByRole("textbox", { name: "Order notes" }).focus();
  await page.keyboard.press("Tab");
  await expect(isGift).toBeFocused();
  await expect(isGift).toHaveAccessibleDescription(/no price goes into the parcel/);
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await expect(card).toBeFocused();
  await page.keyboard.insertText(CARD);
  await page.reload();
  await expect(card).toHaveValue(CARD);

  await checkOut(page);
  await expect(page).toHaveURL(/\/orders$/);
  const { output: newest } = await shop.operator("orders", "list", "--limit", "1");
  const orderId = /TRV-\w+/.exec(newest)?.[0] ?? "";
  await page.goto(`/order-details/${orderId}`);
  await expect(page.getByRole("heading", { name: "A gift" })).toBeVisible();
  await expect(page.getByText("Asha & Ravi")).toHaveText(CARD);
  const { output } = await shop.operator("orders", "show", orderId);
  expect(output).toContain("A gift: wrap it, and leave the invoice out. Card: शुभ विवाह! Asha & Ravi");
});
