import type { Page } from "@playwright/test";
import { stepTo, waitUntilAwake } from "../screens/steps.ts";
import { expect, test } from "../support/shop.ts";
import { logIn } from "../support/visitors.ts";

interface Answer {
  status?: number;
  body?: object;
}

/**
 * Replaces the responses to the page's API calls, by method and path. All other calls get 404. Returns the calls so
 * far.
 */
async function answerAs(page: Page, answers: Record<string, Answer>): Promise<string[]> {
  const requested: string[] = [];
  await page.route(/\/(api|addresses)\//, (route, request) => {
    const name = `${request.method()} ${new URL(request.url()).pathname}`;
    requested.push(name);
    const { status = 200, body } = answers[name] ?? { status: 404 };
    return body ? route.fulfill({ status, json: body }) : route.fulfill({ status });
  });
  return requested;
}

test(
  "the pages work with a backend that only implements §3 and §7 (D101)",
  { tag: ["@front", "@long"] },
  async ({ page }) => {
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    const home = { id: "home", street: "14 Lake View Road", city: "Surat" };
    const answers: Record<string, Answer> = {
      "POST /api/auth/login": {
        body: { user: { id: "asha" }, accessToken: "access", refreshToken: "refresh" },
      },
      // The live connection still uses the real server, which rejects this token.
      "POST /api/auth/refresh": { body: { accessToken: "access" } },
      "GET /api/cart": {
        body: { cartItems: [{ productId: "roz", quantity: 1, price: "899", title: "Bowl" }] },
      },
      "GET /api/orders/user/asha": { body: { orders: [{ _id: "0190", orderId: "A-1", userId: null }] } },
      "GET /api/orders/A-1": {
        body: { order: { orderId: "A-1", items: [{ productId: null }, { productId: "roz" }] } },
      },
      "PUT /api/orders/A-1/cancel": { body: { success: true } },
      "GET /addresses/asha": { body: [] },
      "POST /addresses/asha": { status: 201 },
    };
    const requested = await answerAs(page, answers);

    await page.goto("/log-in?redirect=/orders");
    await waitUntilAwake(page);
    await logIn(page, { email: "asha@example.com", password: "teak and mango" });
    await expect(page.getByRole("row", { name: /A-1.*Date Unavailable.*₹0\.00.*Unknown/ })).toBeVisible();

    // If the customer has no name, the menu shows no line for it.
    const title = page
      .getByRole("complementary")
      .getByRole("paragraph")
      .filter({ hasText: /^Taruva$/ });
    await expect(title).toBeVisible();
    await expect(title.locator("span")).toHaveCount(0);

    await page.getByRole("link", { name: /^View/ }).click();
    for (const words of ["Unknown Product", "Product Name Unavailable", "No Email Available"])
      await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText("Unknown User").first()).toBeVisible();
    await page.getByRole("button", { name: "Cancel Order" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel Order" }).click();
    await expect(page.getByText("Cancellation request submitted.")).toBeVisible();
    await expect(page.getByText("Cancel status").locator("..")).toContainText("Pending");

    // The browser keeps the session and the customer after a reload.
    answers["GET /api/orders/A-1"] = { body: {} };
    await page.reload();
    await expect(page.getByText("No order details found.")).toBeVisible();

    await page.goto("/address");
    await page.getByRole("button", { name: "Add a new address" }).click();
    for (const [label, text] of Object.entries({
      Street: home.street,
      City: home.city,
      Zip: "395002",
    }))
      await page.getByLabel(new RegExp(`^${label}`)).fill(text);
    await page.getByLabel(/^State/).selectOption("Gujarat");
    answers["GET /addresses/asha"] = { body: { addresses: [home] } };
    await page.getByRole("button", { name: "Save address" }).click();
    await expect(page.getByText(home.street)).toBeVisible();
    answers["DELETE /addresses/asha/home"] = { status: 204 };
    answers["GET /addresses/asha"] = { body: [] };
    await page.getByRole("button", { name: `Remove ${home.street}` }).click();
    await page.getByRole("button", { name: "Yes, Remove" }).click();
    await expect(page.getByText("No address yet!")).toBeVisible();
    await expect.poll(() => requested.filter((name) => name === "GET /addresses/asha")).toHaveLength(3);

    // If the backend has no texts, the pages use the built-in texts.
    for (const [address, words] of [
      ["/terms", "Law and jurisdiction"],
      ["/our-story", "Wood that has rested"],
    ] as const) {
      await page.goto("/contact");
      await waitUntilAwake(page);
      await stepTo(page, address);
      await expect(page.getByRole("main")).toContainText(words);
    }
    expect(requested).toEqual(expect.arrayContaining(["GET /api/texts/terms", "GET /api/texts/our-story"]));
    expect(errors).toEqual([]);
  },
);
