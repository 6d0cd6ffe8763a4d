import type { Page, Route } from "@playwright/test";
import { type Buyer, comeInAsBuyer, fillCart } from "../support/buyer.ts";
import { expect, test } from "../support/shop.ts";

/* §2.8, §5, D60–D66: from the bag to the order, and nothing is lost on the way. */

const BOWL = "acacia-everyday-bowl";

test("a guest is sent to the login, and from there back", async ({ page }) => {
  const html = await (await page.request.get("/checkout")).text();
  expect(html).toContain("Already have an account?");
  await page.goto("/checkout");
  await expect(page).toHaveURL(/\/log-in\?redirect=%2Fcheckout$/);
});

test("an empty cart cannot be ordered", async ({ page }) => {
  await comeInAsBuyer(page);
  await page.goto("/checkout");
  await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Checkout", exact: true })).toBeDisabled();
  await test.step("one that cannot be fetched is not called empty", async () => {
    await page.route("**/api/cart?*", (route) => route.fulfill({ status: 500, body: "no" }));
    await page.reload();
    await expect(page.getByRole("main").getByText("Failed to fetch cart: 500")).toBeVisible();
    await expect(page.getByText("Your cart is empty")).toBeHidden();
  });
});

test("the default saved address fills the form, another one fills it anew, and a state clears the city", async ({
  page,
}) => {
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
  await expect(text(page, "First Name")).toHaveValue(buyer.firstName);
  await expect(text(page, "Email")).toHaveValue(buyer.email);
  await expect(text(page, "Country")).toHaveAttribute("readonly", "");
  await test.step("a state and city outside the lists are offered as well", async () => {
    await expectAddress(page, ["7 Hill Road", "682001", "Kerala", "Kochi", "9000000001"]);
  });
  await test.step("the other address has no phone: the profile's is taken", async () => {
    await page.getByLabel("Saved addresses").selectOption({ index: 1 });
    await expectAddress(page, ["12 Ring Road", "395002", "Gujarat", "Surat", "9876543210"]);
  });
  await test.step("another state has other cities", async () => {
    await choice(page, "State").selectOption("Karnataka");
    await expect(choice(page, "City")).toHaveValue("");
    await expect(choice(page, "City").getByRole("option")).toHaveText([
      "Choose a city",
      "Bengaluru",
      "Mysuru",
      "Mangaluru",
    ]);
    await expect(page.getByLabel("Saved addresses")).toHaveValue("");
  });
});

test("what is missing is said, once as a toast and at each field; the zip code is not asked for", async ({
  page,
}) => {
  await openCheckout(page);
  await text(page, "Address").fill(" ");
  await text(page, "Phone").fill("");
  await text(page, "Zip Code").fill("");
  await expect(page.getByText("A PIN code has 6 digits and does not start with 0.")).toBeVisible();
  await checkOut(page);
  await expect(page.getByText("Please complete all required fields.")).toHaveCount(1);
  await expect(page.getByText("Address is required")).toBeVisible();
  await expect(page.getByText("Phone is required")).toBeVisible();
  await expect(text(page, "Address")).toBeFocused();
  await text(page, "Address").fill("1 New Street");
  await text(page, "Phone").fill("9123456780");
  await checkOut(page);
  await expect(page).toHaveURL(/\/orders$/);
});

test("a reload in the middle keeps what was typed and chosen", async ({ page }) => {
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
  await text(page, "First Name").fill("Asha");
  await page.getByRole("checkbox", { name: "I need an invoice for my company" }).check();
  await page.reload();
  await expectAddress(page, ["3 Fort Lane", "411001", "Maharashtra", "Pune", "9000000002"]);
  await expect(text(page, "First Name")).toHaveValue("Asha");
  await text(page, "Company name").fill("Lake Café LLP");
  await text(page, "Order notes").fill("Please ring twice.");
  await page.reload();
  await expect(text(page, "Company name")).toHaveValue("Lake Café LLP");
  await expect(text(page, "Order notes")).toHaveValue("Please ring twice.");
  await page.getByRole("checkbox", { name: "I need an invoice for my company" }).uncheck();
  await page.reload();
  await expect(text(page, "First Name")).toHaveValue("Asha");
  await expect(text(page, "Company name")).toBeHidden();
});

test("a company's invoice needs all of the company; then it is on the order, with the notes", async ({
  page,
  shop,
}) => {
  await openCheckout(page);
  await page.getByRole("checkbox", { name: "I need an invoice for my company" }).check();
  await checkOut(page);
  await expect(page.getByText("Company name is required")).toBeVisible();
  await expect(page.getByText("Tax code (GSTIN) is required")).toBeVisible();
  await text(page, "Company name").fill("Lake Café LLP");
  await text(page, "Company address").fill("2 MG Road, Pune");
  await text(page, "Tax code (GSTIN)").fill("27AAAAA0000A1Z5");
  await text(page, "Company email").fill("books@lake.example");
  await text(page, "Order notes").fill("Please ring twice.");
  await checkOut(page);
  await expect(page).toHaveURL(/\/orders$/);
  const orderId = (await page.getByRole("rowheader").first().textContent()) ?? "";
  const { output } = await shop.operator("orders", "show", orderId.trim());
  expect(output).toContain("Please ring twice.");
});

test("the totals are those of the cart, and shipping is free", async ({ page }) => {
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
});

test("two quick clicks place one order, and its payment window opens", async ({ page }) => {
  await openCheckout(page);
  await page.getByRole("button", { name: "Checkout", exact: true }).dblclick();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByText("Order placed successfully!")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Pay Online" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Shopping Cart, 0 pieces" })).toBeVisible();
});

test("without a connection nothing is lost, and the next try is the same one order", async ({
  page,
  context,
}) => {
  await openCheckout(page);
  await text(page, "Order notes").fill("Mind the dog.");
  await context.setOffline(true);
  await checkOut(page);
  await expect(page.getByText("Failed to place order. Please try again.")).toBeVisible();
  await expect(text(page, "Order notes")).toHaveValue("Mind the dog.");
  await context.setOffline(false);
  await test.step("the answer gets lost on the way back: the page asks, and says what is true (T38)", async () => {
    const swallow = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route("**/api/orders", swallow, { times: 1 });
    await checkOut(page);
    await expect(page).toHaveURL(/\/orders$/);
    await expect(page.getByText("Order placed successfully!")).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Pay Online" })).toBeVisible();
  });
  await test.step("one order, which the empty checkout leads to; unpaid, it lapses", async () => {
    const orderId = (await page.getByRole("rowheader").textContent()) ?? "";
    await page.goto("/checkout");
    await page.getByRole("link", { name: `Go to order ${orderId}` }).click();
    await expect(page).toHaveURL(new RegExp(`/order-details/${orderId}$`));
    await expect(page.getByText(/Unpaid, it lapses on .*, and nothing is charged\./)).toBeVisible();
  });
});

test("a session that ends at submit keeps what was typed through the login, and says so once", async ({
  page,
  context,
}) => {
  const { email, password } = await openCheckout(page);
  await text(page, "Address").fill("1 New Street");
  await text(page, "Order notes").fill("Mind the dog.");
  await context.clearCookies();
  await page.evaluate(() => localStorage.setItem("accessToken", "over"));
  await checkOut(page);
  await expect(page).toHaveURL(/\/log-in\?redirect=%2Fcheckout$/);
  await expect(page.locator(".Toastify__toast")).toHaveText(["Session expired. Please log in again."]);
  await page.getByRole("main").getByRole("textbox", { name: "Email", exact: true }).fill(email);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(text(page, "Address")).toHaveValue("1 New Street");
  await expect(text(page, "Order notes")).toHaveValue("Mind the dog.");
});

for (const { what, code, sentence } of [
  {
    what: "other prices",
    code: "prices_changed",
    sentence: "Prices in your bag have changed. Please review them.",
  },
  {
    what: "sold out pieces",
    code: "shortage",
    sentence: "Some items are no longer available in the quantity you asked for.",
  },
]) {
  test(`${what} are told, bag and taxes are fetched again, and the form keeps what was typed`, async ({
    page,
  }) => {
    await openCheckout(page);
    await text(page, "Order notes").fill("Mind the dog.");
    await page.route("**/api/orders", (route) =>
      route.fulfill({
        status: 409,
        json: { success: false, code, message: sentence, error: sentence, requestId: "1" },
      }),
    );
    await page.route("**/api/storefront", async (route) => {
      const response = await route.fetch();
      const { seller, ...rest } = await response.json();
      const taxRates = { cgst: 6, sgst: 2.5 };
      await route.fulfill({ response, json: { ...rest, seller: { ...seller, taxRates } } });
    });
    const again = page.waitForRequest(
      (request) => /\/api\/cart/.test(request.url()) && request.method() === "GET",
    );
    await checkOut(page);
    await expect(page.getByText(sentence)).toBeVisible();
    await again;
    await expect(page.getByText("CGST 6%")).toBeVisible();
    await expect(text(page, "Order notes")).toHaveValue("Mind the dog.");
  });
}

test("the next customer of the same tab finds nothing of the one before", async ({ page }) => {
  await openCheckout(page);
  await text(page, "Address").fill("My secret address");
  await page.goto("/logout");
  await page.evaluate(() => localStorage.clear());
  await openCheckout(page);
  await expect(text(page, "Address")).toHaveValue("12 Ring Road");
});

interface SavedAddress {
  street: string;
  city: string;
  state: string;
  zipCode: string;
  phoneNumber: string;
  isDefault?: boolean;
}

/** A customer with two bowls in the cart, and these addresses beside the one given at registration. */
async function openCheckout(page: Page, saved: SavedAddress[] = []): Promise<Buyer> {
  const buyer = await comeInAsBuyer(page);
  await fillCart(page, { productId: BOWL, quantity: 2 });
  const token = await page.evaluate(() => localStorage.getItem("accessToken"));
  for (const data of saved) {
    const answer = await page.request.post(`/addresses/${buyer.accountId}`, {
      data,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  await page.goto("/checkout");
  await expect(page.getByRole("heading", { name: "Shipping Information" })).toBeVisible();
  await expect(text(page, "Address")).toBeVisible();
  return buyer;
}

const text = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const choice = (page: Page, label: string) => page.getByRole("combobox", { name: label, exact: true });
const checkOut = (page: Page) => page.getByRole("button", { name: "Checkout", exact: true }).click();

async function expectAddress(
  page: Page,
  [street, zipCode, state, city, phone]: [string, string, string, string, string],
): Promise<void> {
  await expect(text(page, "Address")).toHaveValue(street);
  await expect(text(page, "Zip Code")).toHaveValue(zipCode);
  await expect(choice(page, "State")).toHaveValue(state);
  await expect(choice(page, "City")).toHaveValue(city);
  await expect(text(page, "Phone")).toHaveValue(phone);
}
