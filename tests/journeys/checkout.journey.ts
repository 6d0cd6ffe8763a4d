import { openAddress } from "../screens/acts.ts";
import { expect, phone, test } from "../support/shop.ts";
import { fillCart, registerAndLogIn } from "../support/visitors.ts";
import { checkOut, getCheckoutButton, getTextbox, openCheckout } from "./checkout-page.ts";

test(
  "an empty cart cannot be ordered, and a customer can log in with another account instead (§2.8, D65, D66, D99)",
  { tag: "@front" },
  async ({ page }) => {
    const { email } = await registerAndLogIn(page);
    await page.goto("/checkout");
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
    await expect(getCheckoutButton(page)).toBeDisabled();
    await expect(
      page.getByText(`Signed in as ${email}. Already have an account? Login`, { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Login", exact: true })).toHaveAttribute(
      "href",
      "/log-in?redirect=%2Fcheckout",
    );
    await expect(page.getByRole("banner").getByRole("link")).toHaveCount(1);
    await expect(page.getByRole("contentinfo").getByRole("link")).toHaveText([
      "Contact us",
      "Shipping policy",
      "Returns and refunds",
      "Terms and conditions",
    ]);
    await test.step("a cart that could not be fetched is not called empty", async () => {
      await page.route("**/api/cart?*", (route) => route.fulfill({ status: 500, body: "no" }));
      await page.reload();
      await expect(page.getByRole("main").getByText("Failed to fetch cart: 500")).toBeVisible();
      await expect(page.getByText("Your cart is empty")).toBeHidden();
    });
  },
);

test(
  "address, sum and button need no scrolling at a desk and on a phone, and the bar covers neither payment nor focus (§2.8)",
  { tag: "@front" },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await registerAndLogIn(page);
    await fillCart(page, { productId: "acacia-everyday-bowl", quantity: 2 });
    await page.goto("/checkout");
    const payOnline = page.getByRole("group", { name: "Pay Online" });
    const address = page.getByRole("region", { name: "Deliver to" }).getByText("12 Ring Road");
    for (const seen of [address, payOnline, page.getByText("Amount Payable"), getCheckoutButton(page)])
      await expect(seen).toBeInViewport({ ratio: 1 });

    await page.setViewportSize(phone);
    await page.reload();
    const side = page.getByRole("complementary", { name: "Your order" });
    for (const seen of [
      page.getByRole("heading", { level: 1 }),
      side.getByRole("button", { name: "2 pieces · ₹2022.64" }),
      address,
      page.getByRole("radio", { name: /card or UPI/ }),
      getCheckoutButton(page),
      page.locator("form strong", { hasText: "₹2022.64" }),
    ])
      await expect(seen).toBeInViewport({ ratio: 1 });
    await expect(side.getByText("Free Shipping")).toBeHidden();
    await side.getByRole("button").click();
    await expect(side.getByText("Free Shipping")).toBeVisible();

    await page.setViewportSize({ width: 1280, height: 720 });
    await openAddress(page);
    const isCovered = await payOnline.evaluate((group) => {
      window.scrollBy(0, group.getBoundingClientRect().bottom - innerHeight);
      const { left, width, bottom } = group.getBoundingClientRect();
      return !group.contains(document.elementFromPoint(left + width / 2, bottom - 4));
    });
    expect(isCovered).toBe(false);
    await page.setViewportSize(phone);
    await page.getByLabel("Saved addresses").focus();
    while (!(await getCheckoutButton(page).evaluate((element) => element === document.activeElement))) {
      expect(await page.evaluate(isFocusCovered)).toBe(false);
      await page.keyboard.press("Tab");
    }
  },
);

/** Runs in the page. True if something lies over the lower edge of the focused element. */
function isFocusCovered(): boolean {
  const { activeElement } = document;
  const box = activeElement?.getBoundingClientRect();
  if (!activeElement || !box) return true;
  const seen = document.elementFromPoint(box.left + box.width / 2, box.bottom - 1);
  return !(seen && (activeElement.contains(seen) || seen.contains(activeElement)));
}

const CARD = "शुभ विवाह!\nAsha & Ravi";

test("a gift with a card, an invoice for a company and notes survive a reload and are on the order (§2.8, §2.15, §8, D9, D61)", async ({
  page,
  shop,
}) => {
  await openCheckout(page);
  await page.setViewportSize(phone);
  await page.getByRole("checkbox", { name: "I need an invoice for my company" }).check();
  for (const [label, text] of [
    ["Company name", "Lake Café LLP"],
    ["Company address", "2 MG Road, Pune"],
    ["Tax code (GSTIN)", "27AAPFU0939F1ZV"],
    ["Company email", "books@lake.example"],
    ["Order notes", "Please ring twice."],
  ] as const)
    await getTextbox(page, label).fill(text);
  await test.step("the keyboard leads from the notes to the gift and its card", async () => {
    await page.keyboard.press("Tab");
    const isGift = page.getByRole("checkbox", { name: "This is a gift" });
    await expect(isGift).toBeFocused();
    await expect(isGift).toHaveAccessibleDescription(/no price goes into the parcel/);
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.insertText(CARD);
  });
  await page.reload();
  await expect(getTextbox(page, "Text for the card")).toHaveValue(CARD);
  await expect(getTextbox(page, "Company name")).toHaveValue("Lake Café LLP");
  await expect(getTextbox(page, "Order notes")).toHaveValue("Please ring twice.");

  await checkOut(page);
  await expect(page).toHaveURL(/\/orders$/);
  const orderId = (await page.getByRole("rowheader").textContent()) ?? "";
  await page.goto(`/order-details/${orderId}`);
  await expect(page.getByText("Asha & Ravi")).toHaveText(CARD);
  const { output } = await shop.operator("orders", "show", orderId);
  for (const words of [
    "A gift: wrap it, and leave the invoice out. Card: शुभ विवाह! Asha & Ravi",
    "Lake Café LLP",
    "Please ring twice.",
  ])
    expect(output).toContain(words);
});
