import { DAY } from "#contract/time.ts";
import { formatIsoDay } from "#shop/policies/delivery-dates.ts";
import { expect, phone, test } from "../support/journey-shop.ts";
import { checkOut, getCheckoutButton, getTextbox, openCheckout } from "./checkout-page.ts";

test(
  "the checkout's bar shows the total on a phone's first screen, and covers no focused control (§2.8)",
  { tag: ["@front", "@long"] },
  async ({ page }) => {
    await openCheckout(page);
    await page.setViewportSize(phone);
    await expect(page.getByText("₹2022.64").filter({ visible: true }).first()).toBeInViewport({ ratio: 1 });
    await page.getByLabel("Saved addresses").focus();
    while (!(await getCheckoutButton(page).evaluate((element) => element === document.activeElement))) {
      expect(await page.evaluate(isFocusCovered)).toBe(false);
      await page.keyboard.press("Tab");
    }
  },
);

function isFocusCovered(): boolean {
  const { activeElement } = document;
  const box = activeElement?.getBoundingClientRect();
  if (!activeElement || !box) return true;
  const seen = document.elementFromPoint(box.left + box.width / 2, box.bottom - 1);
  return !(seen && (activeElement.contains(seen) || seen.contains(activeElement)));
}

const CARD = "शुभ विवाह!\nAsha & Ravi";

test(
  "gift, delivery day, company invoice and notes survive a reload and are saved with the order (§2.8, §2.15, §8, D9, D61, D120)",
  { tag: "@long" },
  async ({ page, shop }) => {
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
    const notBefore = new Date(Date.now() + 20 * DAY).toISOString().slice(0, 10);
    await test.step("the Tab key moves from the e-mail field to the gift option, the message on the gift card and the recipient", async () => {
      await getTextbox(page, "Email").focus();
      await page.keyboard.press("Tab");
      const isGift = page.getByRole("checkbox", { name: "This is a gift" });
      await expect(isGift).toBeFocused();
      await expect(isGift).toHaveAccessibleDescription(/no prices in the parcel/);
      await page.keyboard.press("Space");
      await page.keyboard.press("Tab");
      const isForOther = page.getByRole("checkbox", { name: "Somebody else receives the parcel" });
      await expect(isForOther).toBeFocused();
      await expect(isForOther).toBeChecked();
      await page.keyboard.press("Tab");
      await page.keyboard.insertText(CARD);
      await expect(page.getByRole("figure", { name: "Your card as we will print it" })).toContainText(
        "Asha & Ravi",
      );
      await page.keyboard.press("Tab");
      await expect(page.getByLabel("Not before")).toBeFocused();
      await page.getByLabel("Not before").fill(notBefore);
      await getTextbox(page, "Recipient's name").focus();
      await page.keyboard.insertText("Lakshmi Nair");
      await page.keyboard.press("Tab");
      await page.keyboard.insertText("9000000001");
      await expect(getTextbox(page, "Phone")).toHaveValue("9876543210");
    });
    await page.reload();
    await expect(getTextbox(page, "Your message on the card")).toHaveValue(CARD);
    await expect(getTextbox(page, "Recipient's name")).toHaveValue("Lakshmi Nair");
    await expect(getTextbox(page, "Company name")).toHaveValue("Lake Café LLP");
    await expect(getTextbox(page, "Order notes")).toHaveValue("Please ring twice.");

    await checkOut(page);
    await expect(page).toHaveURL(/\/orders$/);
    const orderId = (await page.getByRole("rowheader").textContent()) ?? "";
    await page.goto(`/order-details/${orderId}`);
    await expect(page.getByText("Asha & Ravi")).toHaveText(CARD);
    await expect(page.getByText(`Not before ${formatIsoDay(notBefore)}`)).toBeVisible();
    await expect(page.getByText("Lakshmi Nair")).toContainText("9000000001");
    const { output } = await shop.operator("orders", "show", orderId);
    for (const words of [
      "This is a gift. Wrap it, and leave the invoice out. Card: शुभ विवाह! Asha & Ravi",
      "Lakshmi Nair",
      "Lake Café LLP",
      "Please ring twice.",
    ])
      expect(output).toContain(words);
  },
);
