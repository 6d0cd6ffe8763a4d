import { readFile } from "node:fs/promises";
import { expect, type Shop, test } from "../support/journey-shop.ts";
import { createRegularCustomer, waitForMail } from "../support/visitors.ts";
import { confirm, expectUsable, openDesk } from "./desk-page.ts";

async function send(shop: Shop, path: string, body: object, token?: string): Promise<void> {
  const answer = await fetch(shop.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

async function operate(shop: Shop, ...words: string[]): Promise<void> {
  const { code, output } = await shop.operator(...words);
  expect(code, output).toBe(0);
}

test("the owner answers a message by mail from the desk", { tag: "@long" }, async ({ page, shop }) => {
  const email = `ravi.${Date.now()}@example.com`;
  const origin = await openDesk(page, shop, { screen: "/people/messages" });
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await test.step("a new contact message appears at the desk without a reload", async () => {
    await send(shop, "/api/contact", { name: "Ravi <b>", email, message: "Is it safe?\n<script>1</script>" });
    await expect(page.getByText("New message: open Messages under People")).toBeVisible();
    await expect(page.getByText("<script>1</script>")).toBeVisible();
    await expectUsable(page);
  });
  await test.step("the owner answers a contact message, and the form says to whom", async () => {
    await page.getByRole("button", { name: "Answer Ravi" }).click();
    await page
      .getByRole("textbox", { name: "Your answer" })
      .fill("Yes, on both sides.\n\nA drop of oil helps.");
    await expectUsable(page);
    await expect(page.getByRole("dialog")).toContainText(`Send this answer to Ravi <b> <${email}>?`);
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText(email)).toHaveCount(0);
    const mail = await waitForMail(shop, email, /^Reply to your message to Taruva/);
    for (const words of ["Yes, on both sides.", "A drop of oil helps.", "Is it safe?"])
      expect(mail.text).toContain(words);
  });
  await test.step("an answered contact message shows its answer", async () => {
    await page.goto(`${origin}/people/messages?group=all`);
    await page.getByLabel("Find messages").fill(email);
    await expect(page.getByText("A drop of oil helps.")).toBeVisible();
    await expect(page.getByText("Answered", { exact: true })).toHaveCount(1);
    await page.getByRole("link", { name: "Ravi <b>", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("There is no account with");
    await expect(page.getByText("A drop of oil helps.")).toBeVisible();
    await expectUsable(page);
  });
});

test(
  "the owner finds a customer by search, opens their page, and downloads their data",
  { tag: "@long" },
  async ({ page, shop }) => {
    const customer = await createRegularCustomer(shop.url, `people.${Date.now()}`);
    await openDesk(page, shop, { screen: "/people" });
    await expect(page.getByRole("table", { name: "Customers" })).toBeVisible();
    await expectUsable(page);
    await page.keyboard.press("/");
    await page.keyboard.type(customer.email.slice(0, 20).toUpperCase());
    await expect(page.getByRole("row")).toHaveCount(2);
    await page.getByRole("link", { name: "Meera Shah" }).press("Enter");
    await expect(page.getByRole("heading", { name: "Meera Shah", level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: customer.orders.paid })).toBeVisible();
    await expect(page.getByText("12 Ring Road, Surat, Gujarat 395002")).toBeVisible();
    await expectUsable(page);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Meera Shah", level: 1 })).toBeVisible();

    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download all their data" }).click();
    const download = await downloading;
    expect(JSON.parse(await readFile(await download.path(), "utf8"))).toMatchObject({
      profile: { email: customer.email },
    });
    await expect(page.getByRole("button", { name: "Delete the account" })).toBeDisabled();
    await expect(page.getByText("has an open order. Deliver or cancel it first")).toBeVisible();
    expect((await shop.operator("customers", "show", customer.email)).code).toBe(0);
  },
);

test(
  "the owner approves and answers reviews, hides testimonials, and downloads the list of newsletter subscribers",
  { tag: "@long" },
  async ({ page, shop }) => {
    const { accessToken, orders, email } = await createRegularCustomer(shop.url, `words.${Date.now()}`);
    await operate(
      shop,
      "orders",
      "dispatch",
      orders.paid,
      "--courier",
      "Delhivery",
      "--number",
      "1234567890",
      "--yes",
    );
    await operate(shop, "orders", "deliver", orders.paid, "--yes");
    const productId = "aranya-acacia-serving-tray-brass";
    await send(shop, "/api/reviews", { productId, rating: 4, message: "A fine tray" }, accessToken);
    await send(shop, "/api/testimonials", { rating: 5, message: "A bowl for life" }, accessToken);
    await send(shop, "/api/newsletter", { email });
    const origin = await openDesk(page, shop, { screen: "/people/reviews" });

    await test.step("the owner approves and answers a product review", async () => {
      await expect(page.getByText("A fine tray")).toBeVisible();
      await expectUsable(page);
      await page.getByRole("link", { name: "Today" }).click();
      await page
        .getByRole("listitem")
        .filter({ hasText: "rated the product with 4 stars" })
        .getByRole("link")
        .click();
      await page.getByRole("button", { name: /^Show/ }).click();
      await expect(page.getByText("No review waits for you.")).toBeVisible();
      await page.getByRole("button", { name: "All", exact: true }).click();
      await page.getByRole("button", { name: /^Answer/ }).click();
      await page.getByRole("textbox", { name: "Your answer" }).fill("Thank you, Meera.");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Thank you, Meera.")).toBeVisible();
      await expect(page.getByText("Shown", { exact: true })).toBeVisible();
      await expectUsable(page);
    });
    await test.step("the owner hides a testimonial", async () => {
      await page.getByRole("button", { name: "Testimonials" }).click();
      const entry = page.getByRole("listitem").filter({ hasText: "A bowl for life" });
      await entry.getByRole("button", { name: /^Hide/ }).click();
      await expect(entry.getByText("Hidden", { exact: true })).toBeVisible();
      await expectUsable(page);
      await entry.getByRole("button", { name: /^Show/ }).click();
      await expect(entry.getByText("Hidden", { exact: true })).toHaveCount(0);
    });
    await test.step("the owner downloads the list of newsletter subscribers", async () => {
      await page.goto(`${origin}/people/newsletter`);
      await expect(page.getByRole("rowheader", { name: email })).toBeVisible();
      await expect(page.getByText(/subscribers?, \d+ new/)).toBeVisible();
      await expectUsable(page);
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download as CSV" }).click();
      expect(await readFile(await (await downloading).path(), "utf8")).toContain(email);
      await page.getByRole("button", { name: `Remove ${email}` }).click();
      await confirm(page);
      await expect(page.getByRole("rowheader", { name: email })).toHaveCount(0);
    });
  },
);
