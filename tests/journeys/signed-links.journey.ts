import type { Page } from "@playwright/test";
import { expect, type Shop, test } from "../support/journey-shop.ts";
import { ownShop } from "./desk-page.ts";

test.use(ownShop);

const orderForm = {
  email: "asha.links@example.com",
  name: "Asha Patel",
  phone: "9876543210",
  street: "14 Lake View Road",
  city: "Pune",
  state: "Maharashtra",
  pin: "411001",
};

test("T41: the secret of a mailed link is only in its fragment, never in a request URL or a Referer header", async ({
  page,
  shop,
}) => {
  const first = await takeOrder(page, shop);
  const second = await takeOrder(page, shop);
  const sent: string[] = [];
  page.on("request", async (request) => {
    sent.push(request.url().split("#", 1)[0] ?? "", (await request.allHeaders())["referer"] ?? "");
  });

  await page.goto(first.link);
  await expect(page.getByRole("heading", { name: first.orderId })).toBeVisible();
  await expect(page).toHaveTitle(`Order ${first.orderId} | Taruva`);
  await page.reload();
  await page.getByRole("button", { name: "Pay now" }).click();
  await expect(page.locator("iframe[title='Pay Online']")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: first.orderId })).toBeVisible();

  await test.step("a tab can open the link of another order, and shows that order again on return from the payment provider", async () => {
    await page.goto(second.link);
    await expect(page.getByRole("heading", { name: second.orderId })).toBeVisible();
    await page.goto("/pay-order");
    await expect(page.getByRole("heading", { name: second.orderId })).toBeVisible();
  });

  await test.step("if the proxy reports that the shop is unavailable, the page of a mailed link lets the customer try again", async () => {
    await page.route("**/pay-order", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 503, contentType: "text/html", body: "<h1>One moment, please</h1>" })
        : route.fallback(),
    );
    await page.reload();
    await expect(page.getByRole("status")).toHaveText("It could not be opened just now. Please try again.");
    await page.unroute("**/pay-order");
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("heading", { name: second.orderId })).toBeVisible();
  });
  const secrets = [first, second].map(({ link }) => link.slice(link.indexOf("#") + 1));
  expect(sent.filter((each) => secrets.some((secret) => each.includes(secret)))).toEqual([]);
});

async function takeOrder(page: Page, shop: Shop) {
  await page.goto("/products");
  const href = await page.locator("main a[href^='/product-info/']").first().getAttribute("href");
  const options = { ...orderForm, line: `${href?.split("/").at(-1)}:1` };
  const typed = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const { output } = await shop.operator("orders", "take", ...typed, "--yes", "--json");
  const { orderId, paymentLink } = JSON.parse(output) as { orderId: string; paymentLink: string };
  return { orderId, link: paymentLink };
}
