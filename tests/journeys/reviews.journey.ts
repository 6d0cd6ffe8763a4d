import type { Page } from "@playwright/test";
import sharp from "sharp";
import { generateCode } from "#platform/ids.ts";
import { waitUntilAwake } from "../screens/steps.ts";
import { writeHistory } from "../support/past-orders.ts";
import { expect, phone, type Shop, test } from "../support/journey-shop.ts";
import { registerAndLogIn } from "../support/visitors.ts";
import { expectUsable } from "./desk-page.ts";

async function receive(page: Page, shop: Shop, productId: string) {
  const { accountId, email } = await registerAndLogIn(page);
  const orderId = `TRV-${generateCode(6)}`;
  const createdAt = new Date(Date.now() - 864e6);
  await writeHistory(shop, accountId, [
    {
      orderId,
      createdAt,
      status: "Delivered",
      lines: [{ title: "A piece", unitPrice: 89_900, quantity: 1, productId }],
      more: { deliveredAt: createdAt, contact: { firstName: "Meera", lastName: "Shah", email } },
    },
  ]);
  await page.goto(`/order-details/${orderId}`);
  await expect(page.getByRole("button", { name: "Write a review" })).toBeVisible();
  return { orderId, accountId, email };
}

const takePhoto = async () => ({
  name: "bowl.jpg",
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 3_000, height: 4_000, channels: 3, background: "#a0522d" } })
    .jpeg()
    .toBuffer(),
});

async function write(page: Page, words: string): Promise<void> {
  await page.getByRole("button", { name: "Write a review" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "How do you like it?" });
  await dialog.getByRole("radio", { name: "5 stars" }).press("ArrowLeft");
  await expect(dialog.getByRole("radio", { name: "4 stars" })).toBeChecked();
  await dialog.getByRole("textbox", { name: /Your review/ }).fill(words);
  await dialog.getByLabel("Add photos").setInputFiles(await takePhoto());
  await expect(dialog.getByRole("img", { name: "Your upload 1 of 1" })).toBeVisible();
  await expectUsable(page);
  await dialog.getByRole("button", { name: "Send the review" }).press("Enter");
  await expect(page.getByText("We check every review before it is shown.")).toBeVisible();
  await expect(page.getByText("Your review is being checked.")).toBeVisible();
}

const readWaiting = async (shop: Shop): Promise<string> => {
  const { output } = await shop.operator("reviews", "--json");
  const [first] = JSON.parse(output) as { id: string; revision: number }[];
  return `${first?.id}@${first?.revision}`;
};

test(
  "a buyer reviews a product by keyboard on a phone, and the product page shows the review after the owner's approval",
  { tag: "@long" },
  async ({ page, shop }) => {
    const productId = "mango-leaf-platter";
    await page.setViewportSize(phone);
    await receive(page, shop, productId);
    await write(page, "Holds a whole salad, and the grain is lovely.");
    await page.goto(`/product-info/${productId}`);
    await waitUntilAwake(page);
    await expect(page.getByRole("heading", { name: "What buyers say" })).toHaveCount(0);

    const id = await readWaiting(shop);
    await shop.operator("reviews", id, "--approve", "--yes");
    await shop.operator("reviews", id, "--reply", "Thank you. A drop of oil keeps it so.");
    await page.reload();
    const reviews = page
      .locator("section", { has: page.getByRole("heading", { name: "What buyers say" }) })
      .last();
    await expect(reviews).toContainText("Holds a whole salad, and the grain is lovely.");
    await expect(reviews).toContainText("4.0, from 1 verified buyer");
    await expect(reviews).toContainText("A drop of oil keeps it so.");
    await reviews.getByRole("button", { name: /^Enlarge photo 1 by / }).press("Enter");
    const large = page.getByRole("dialog", { name: /^Photo by / }).getByRole("img");
    await expect
      .poll(() => large.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([960, 1280]);
    await page.keyboard.press("Escape");
    await reviews.scrollIntoViewIfNeeded();
    await expectUsable(page);
    const facts = await page.locator("script[type='application/ld+json']").allTextContents();
    expect(facts.join(" ")).toContain(
      '"aggregateRating":{"@type":"AggregateRating","ratingValue":4,"reviewCount":1}',
    );
  },
);
