import { fillCart, registerAndLogIn } from "../support/buyer.ts";
import { expect, phone, test } from "../support/shop.ts";
import { openAddress } from "../screens/acts.ts";
import { checkOut, getCombobox, expectAddress, openCheckout, getTextbox } from "./checkout-page.ts";

/* §2.8, §5, D60–D66: from the bag to the order, and nothing is lost on the way. */

test(
  "a guest is sent to the login, and from there back (§2.8, D65, D66)",
  { tag: "@front" },
  async ({ page }) => {
    const html = await (await page.request.get("/checkout")).text();
    expect(html).toContain("Already have an account?");
    await page.goto("/checkout");
    await expect(page).toHaveURL(/\/log-in\?redirect=%2Fcheckout$/);
  },
);

test("an empty cart cannot be ordered (§2.8, D65, D66)", { tag: "@front" }, async ({ page }) => {
  await registerAndLogIn(page);
  await page.goto("/checkout");
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Checkout", exact: true })).toBeDisabled();
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("link")).toHaveText([
    "Contact us",
    "Shipping policy",
    "Returns and refunds",
    "Terms and conditions",
  ]);
  await expect(footer.getByRole("textbox")).toHaveCount(0);
  await test.step("one that cannot be fetched is not called empty", async () => {
    await page.route("**/api/cart?*", (route) => route.fulfill({ status: 500, body: "no" }));
    await page.reload();
    await expect(page.getByRole("main").getByText("Failed to fetch cart: 500")).toBeVisible();
    await expect(page.getByText("Your cart is empty")).toBeHidden();
  });
});

test(
  "the default saved address fills the form, another one fills it again, and a state clears the city (§2.8, D62, D63)",
  { tag: "@front" },
  async ({ page }) => {
    const buyer = await openCheckout(page, [
      {
        street: "7 Hill Road",
        city: "Kochi",
        state: "Kerala",
        zipCode: "682001",
        phoneNumber: "9000000001",
        isDefault: true,
      },
    ]);
    await expect(getTextbox(page, "First Name")).toHaveValue(buyer.firstName);
    await expect(getTextbox(page, "Email")).toHaveValue(buyer.email);
    await expect(getTextbox(page, "Country")).toHaveAttribute("readonly", "");
    await test.step("a state and city outside the lists are offered as well", async () => {
      await expectAddress(page, ["7 Hill Road", "682001", "Kerala", "Kochi", "9000000001"]);
    });
    await test.step("the other address has no phone: the profile's is taken", async () => {
      await page.getByLabel("Saved addresses").selectOption({ index: 1 });
      await expectAddress(page, ["12 Ring Road", "395002", "Gujarat", "Surat", "9876543210"]);
    });
    await test.step("another state has other cities", async () => {
      await getCombobox(page, "State").selectOption("Karnataka");
      await expect(getCombobox(page, "City")).toHaveValue("");
      await expect(getCombobox(page, "City").getByRole("option")).toHaveText([
        "Choose a city",
        "Bengaluru",
        "Mysuru",
        "Mangaluru",
      ]);
      await expect(page.getByLabel("Saved addresses")).toHaveValue("");
    });
  },
);

test(
  "what is missing is said, once as a toast and at each field; the zip code is not asked for (§2.8, §5, §8, D53, D64)",
  { tag: "@front" },
  async ({ page }) => {
    await openCheckout(page);
    await getTextbox(page, "Address").fill(" ");
    await getTextbox(page, "Phone").fill("");
    await getTextbox(page, "Zip Code").fill("");
    await expect(page.getByText("A PIN code has 6 digits and does not start with 0.")).toBeVisible();
    await checkOut(page);
    await expect(page.getByText("Please complete all required fields.")).toHaveCount(1);
    await expect(page.getByText("Address is required")).toBeVisible();
    await expect(page.getByText("Phone is required")).toBeVisible();
    await expect(getTextbox(page, "Address")).toBeFocused();
    await getTextbox(page, "Address").fill("1 New Street");
    await getTextbox(page, "Phone").fill("9123456780");
    await checkOut(page);
    await expect(page).toHaveURL(/\/orders$/);
  },
);

test(
  "a reload in the middle keeps what was typed and chosen (§2.8, §8)",
  { tag: "@front" },
  async ({ page }) => {
    await openCheckout(page, [
      {
        street: "3 Fort Lane",
        city: "Pune",
        state: "Maharashtra",
        zipCode: "411001",
        phoneNumber: "9000000002",
      },
    ]);
    await page.getByLabel("Saved addresses").selectOption({ index: 2 });
    await getTextbox(page, "First Name").fill("Asha");
    await page.getByRole("checkbox", { name: "I need an invoice for my company" }).check();
    await page.reload();
    await openAddress(page);
    await expectAddress(page, ["3 Fort Lane", "411001", "Maharashtra", "Pune", "9000000002"]);
    await expect(getTextbox(page, "First Name")).toHaveValue("Asha");
    await getTextbox(page, "Company name").fill("Lake Café LLP");
    await getTextbox(page, "Order notes").fill("Please ring twice.");
    await page.reload();
    await expect(getTextbox(page, "Company name")).toHaveValue("Lake Café LLP");
    await expect(getTextbox(page, "Order notes")).toHaveValue("Please ring twice.");
    await page.getByRole("checkbox", { name: "I need an invoice for my company" }).uncheck();
    await page.reload();
    await openAddress(page);
    await expect(getTextbox(page, "First Name")).toHaveValue("Asha");
    await expect(getTextbox(page, "Company name")).toBeHidden();
  },
);

test("a company's invoice needs all of the company; then it is on the order, with the notes (§2.8, D9, D61)", async ({
  page,
  shop,
}) => {
  await openCheckout(page);
  await page.getByRole("checkbox", { name: "I need an invoice for my company" }).check();
  await checkOut(page);
  await expect(page.getByText("Company name is required")).toBeVisible();
  await expect(page.getByText("Tax code (GSTIN) is required")).toBeVisible();
  await getTextbox(page, "Company name").fill("Lake Café LLP");
  await getTextbox(page, "Company address").fill("2 MG Road, Pune");
  await getTextbox(page, "Tax code (GSTIN)").fill("27AAAAA0000A1Z2");
  await getTextbox(page, "Company email").fill("books@lake.example");
  await getTextbox(page, "Order notes").fill("Please ring twice.");
  await checkOut(page);
  await expect(page).toHaveURL(/\/orders$/);
  const orderId = (await page.getByRole("rowheader").first().textContent()) ?? "";
  const { output } = await shop.operator("orders", "show", orderId.trim());
  expect(output).toContain("Please ring twice.");
});

test(
  "the totals are those of the cart, and shipping is free (§2.8, D9, D61, D99)",
  { tag: "@front" },
  async ({ page }) => {
    await openCheckout(page);
    // The way to another account stays (D99).
    await expect(page.getByText(/^Signed in as \S+@\S+\. Already have an account\? Login$/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Login", exact: true })).toHaveAttribute(
      "href",
      "/log-in?redirect=%2Fcheckout",
    );
    const side = page.getByRole("complementary", { name: "Your order" });
    // 2 × ₹899 = ₹1798, + 2 × ₹161.82 tax − ₹99
    for (const words of [
      "Roz Acacia Everyday Bowl",
      "Free Shipping",
      "₹161.82",
      "−₹99.00",
      "Amount Payable₹2022.64",
    ])
      await expect(side).toContainText(words);
    await page.getByRole("link", { name: "Back to Cart" }).click();
    await expect(page).toHaveURL(/\/cartPage$/);
    await expect(page.getByText("₹2022.64").first()).toBeVisible();
  },
);

test(
  "at a desk a complete address is a card as well, and nothing lies over how the order is paid (§2.8)",
  { tag: "@front" },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await registerAndLogIn(page);
    await fillCart(page, { productId: "acacia-everyday-bowl", quantity: 2 });
    await page.goto("/checkout");
    const payOnline = page.getByRole("group", { name: "Pay Online" });
    await expect(page.getByRole("region", { name: "Deliver to" })).toContainText("12 Ring Road");
    await expect(getTextbox(page, "Address")).toBeHidden();
    // Nothing has to be scrolled to: neither what it comes to nor the button.
    for (const seen of [
      payOnline,
      page.getByText("Amount Payable"),
      page.getByRole("button", { name: "Checkout", exact: true }),
    ])
      await expect(seen).toBeInViewport({ ratio: 1 });
    await openAddress(page);
    await expect(page.getByLabel("Saved addresses")).toBeFocused();
    const isCovered = await payOnline.evaluate((group) => {
      window.scrollBy(0, group.getBoundingClientRect().bottom - innerHeight);
      const { left, width, bottom } = group.getBoundingClientRect();
      return !group.contains(document.elementFromPoint(left + width / 2, bottom - 4));
    });
    expect(isCovered).toBe(false);
  },
);

test(
  "on a phone a returning customer orders from one screen; what was refused opens, and nothing lies over it",
  { tag: "@front" },
  async ({ page }) => {
    await page.setViewportSize(phone);
    await registerAndLogIn(page);
    await fillCart(page, { productId: "acacia-everyday-bowl", quantity: 2 });
    await page.goto("/checkout");
    const button = page.getByRole("button", { name: "Checkout", exact: true });
    for (const seen of [
      page.getByRole("banner").getByText("Secure checkout"),
      page.getByRole("heading", { level: 1 }),
      page.getByRole("button", { name: "2 pieces · ₹2022.64" }),
      page.getByRole("region", { name: "Deliver to" }).getByText("12 Ring Road, Surat 395002, Gujarat"),
      page.getByRole("radio", { name: /card or UPI/ }),
      button,
      page.locator("form strong", { hasText: "₹2022.64" }),
    ])
      await expect(seen).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("banner").getByRole("link")).toHaveCount(1);
    await expect(getTextbox(page, "Address")).toBeHidden();

    const side = page.getByRole("complementary", { name: "Your order" });
    await expect(side.getByText("Free Shipping")).toBeHidden();
    await side.getByRole("button").click();
    await expect(side.getByText("Free Shipping")).toBeVisible();

    await test.step("a field the server refuses opens and has the focus", async () => {
      const fields = [{ path: "shippingAddress.street", message: "We do not know this street." }];
      await page.route("**/api/orders", (route) =>
        route.fulfill({ status: 400, json: { success: false, code: "invalid", message: "No.", fields } }),
      );
      await button.click();
      await expect(getTextbox(page, "Address")).toBeFocused();
      await expect(page.getByText("We do not know this street.")).toBeInViewport({ ratio: 1 });
    });
    await test.step("whatever has the focus is clear of the bar", async () => {
      while (!(await button.evaluate((element) => element === document.activeElement))) {
        expect(await page.evaluate(isFocusCovered)).toBe(false);
        await page.keyboard.press("Tab");
      }
    });
  },
);

/** In the page: whether something lies over the lower edge of what has the focus. */
function isFocusCovered(): boolean {
  const { activeElement } = document;
  const box = activeElement?.getBoundingClientRect();
  if (!activeElement || !box) return true;
  const seen = document.elementFromPoint(box.left + box.width / 2, box.bottom - 1);
  return !(seen && (activeElement.contains(seen) || seen.contains(activeElement)));
}

test("two quick clicks place one order, and its payment window opens (§2.8, D3, D60, D89)", async ({
  page,
}) => {
  await openCheckout(page);
  await page.getByRole("button", { name: "Checkout", exact: true }).dblclick();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByText("Order placed successfully!")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Pay Online" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Shopping Cart, 0 pieces" })).toBeVisible();
});
