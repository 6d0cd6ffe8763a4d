import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, phone, type Shop, test } from "../support/shop.ts";
import { registerBuyer, waitForMail } from "../support/visitors.ts";
import { expectUsable, ownShop } from "./desk-page.ts";

test.use(ownShop);

const said = {
  email: "asha.links@example.com",
  name: "Asha Patel",
  phone: "9876543210",
  street: "14 Lake View Road",
  city: "Pune",
  state: "Maharashtra",
  pin: "411001",
};

test("T41: a mailed link opens by its fragment, which is in no request address, no Referer and no error page of a proxy", async ({
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

  await test.step("opens another link in the same tab, and returns from a provider's page", async () => {
    await page.goto(second.link);
    await expect(page.getByRole("heading", { name: second.orderId })).toBeVisible();
    await page.goto("/pay-order");
    await expect(page.getByRole("heading", { name: second.orderId })).toBeVisible();
  });

  await test.step("the form keeps the link when a proxy answers that the shop is away", async () => {
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

test("T49: the owner sets a stock and adds a photograph by the links in a mail, on a phone without scripts", async ({
  browser,
  shop,
  page: scripted,
}) => {
  const productId = "acacia-napkin-holder";
  await shop.operator("links", "mail", productId);
  const readMail = async () => {
    const { output } = await shop.operator("mail", "last", "--json");
    return (JSON.parse(output) as { text: string }).text;
  };
  await expect.poll(readMail).toContain("Add photographs");
  const [add = "", count = ""] = (await readMail()).match(/https?:\S+\/owner#\S+/g) ?? [];
  await scripted.setViewportSize(phone);
  for (const link of [add, count]) {
    // A new fragment alone would load the page a second time while axe reads it.
    await scripted.goto("about:blank");
    await scripted.goto(new URL(link).pathname + new URL(link).hash);
    await expect(scripted.getByRole("heading", { level: 1 })).not.toHaveText("Decide, count, add");
    await expectUsable(scripted);
  }
  const context = await browser.newContext({ viewport: phone, javaScriptEnabled: false });
  const page = await context.newPage();
  const openByHand = async (link: string) => {
    await page.goto(`${shop.url}/owner`);
    await page.getByLabel("Link from the mail").fill(link);
    await page.getByRole("button", { name: "Open" }).click();
  };

  await openByHand(count);
  await page.getByLabel("Pieces").fill("17");
  await page.getByRole("button", { name: "Write it down" }).click();
  await expect(page.getByRole("heading", { name: "Done" })).toBeVisible();
  await openByHand(count);
  await expect(page.getByText("a link of a mail works once")).toBeVisible();

  await openByHand(add);
  const photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: "#a0703c" } })
    .jpeg()
    .toBuffer();
  await page
    .getByLabel("Photograph", { exact: true })
    .setInputFiles({ name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: photo });
  await page.getByRole("button", { name: "Add it" }).click();
  await expect(page.getByText("pictures now")).toBeVisible();
  const { output } = await shop.operator("products", "details", productId, "--json");
  expect(output).toMatch(new RegExp(`${productId}-[0-9a-f]+\\.jpg`));
  expect((await shop.operator("audit", "list", "--of", "operators")).output).toMatch(
    /link from mail +products pictures/,
  );
  await context.close();
});

test("T49: the owner approves a cancellation once by the link in its mail, after a question", async ({
  browser,
  page,
  shop,
}) => {
  const buyer = await registerBuyer(shop.url, `links.${Date.now()}`);
  const orderId = await buyer.order("teak-soup-bowls-pair", 1);
  await buyer.pay(orderId);
  await buyer.ask(`${orderId}/cancel`, { reasons: ["Late delivery"], comments: "The party is on Friday." });
  const mail = await waitForMail(shop, ownShop.settings.MAIL_TO, new RegExp(`request to cancel ${orderId}`));
  const link = /https?:\S+\/owner#\S+/.exec(mail.text)?.[0] ?? "";
  const readStatus = async () => (await shop.operator("orders", "show", orderId, "--json")).output;
  await page.setViewportSize(phone);

  await test.step("a mail scanner that opens it, and even posts it, changes nothing", async () => {
    const context = await browser.newContext();
    const scanner = await context.newPage();
    await scanner.goto(link);
    await expect(scanner.getByRole("heading", { name: orderId })).toBeVisible();
    await context.close();
    expect(await readStatus()).toContain('"Processing"');
  });

  await page.goto(link);
  await expect(page.getByText("“The party is on Friday.”")).toBeVisible();
  await test.step("a refusal keeps what was typed, and the link", async () => {
    // The browser itself would ask for words.
    await page
      .locator("form", { hasText: "Keep the order" })
      .evaluate((form) => form.setAttribute("novalidate", ""));
    await page.getByLabel("Why not? Its customer reads this.").fill(" ");
    await page.getByRole("button", { name: "Keep the order" }).click();
    await expect(page.getByRole("alert")).toContainText("--words");
  });
  await test.step("typed text is kept when the owner returns from the question", async () => {
    const words = page.getByLabel("Why not? Its customer reads this.");
    await words.fill("It is packed.");
    await page.getByRole("button", { name: "Keep the order" }).click();
    await page.getByRole("button", { name: "No, go back" }).click();
    await expect(words).toHaveValue("It is packed.");
  });
  await page.getByRole("button", { name: "Agree: cancel the order" }).click();
  await expect(page.getByRole("heading", { name: "Is that right?" })).toBeVisible();
  await expect(page.getByText("goes back")).toBeVisible();
  await expectUsable(page);
  expect(await readStatus()).toContain('"Processing"');
  await page.getByRole("button", { name: "Yes, do it" }).click();
  await expect(page.getByRole("heading", { name: "Done" })).toBeVisible();
  await expect(page.getByText(`${orderId} is cancelled. Its customer gets a mail.`)).toBeVisible();
  await expectUsable(page);
  await expect.poll(readStatus).toContain('"Cancelled"');
  await waitForMail(shop, "meera@example.com", /is on its way back to you/);

  await test.step("the second use of a link shows that it was used, and the decision", async () => {
    await page.goto("about:blank");
    await page.goto(link);
    await expect(
      page.getByText("a link of a mail works once. It was decided before: Approved."),
    ).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
    await expectUsable(page);
  });
  expect((await shop.operator("audit", "list", "--of", "operators")).output).toMatch(
    /link from mail +cancellations approve/,
  );
});

async function takeOrder(page: Page, shop: Shop) {
  await page.goto("/products");
  const href = await page.locator("main a[href^='/product-info/']").first().getAttribute("href");
  const options = { ...said, line: `${href?.split("/").at(-1)}:1` };
  const typed = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const { output } = await shop.operator("orders", "take", ...typed, "--yes", "--json");
  const { orderId, paymentLink } = JSON.parse(output) as { orderId: string; paymentLink: string };
  return { orderId, link: paymentLink };
}
