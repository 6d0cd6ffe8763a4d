import type { Page } from "@playwright/test";
import { expect, phone, test } from "../support/journey-shop.ts";
import { waitForMail } from "../support/visitors.ts";

const BOWL = "mango-wave-rim-bowl";
const createAddress = (who: string) => `${who}.${Date.now()}@example.com`;
const getBox = (page: Page) => page.getByRole("form", { name: "Notify me when it is back" });
const getField = (page: Page) => getBox(page).getByRole("textbox", { name: "Your e-mail address" });

const waitForCode = (page: Page) =>
  expect
    .poll(() =>
      getField(page).evaluate((field) => Object.keys(field).some((key) => key.startsWith("__react"))),
    )
    .toBe(true);

const findLink = (text: string): string => /http\S*(\/back-in-stock#\S+)/.exec(text)?.[1] ?? "";

test.use({ viewport: phone });
test(
  "a visitor gets one mail when a sold-out bowl is back in stock, and can unsubscribe (§2.6, D22)",
  { tag: "@long" },
  async ({ page, shop }) => {
    const asha = createAddress("asha.waits");
    await shop.operator("products", "set", BOWL, "--stock", "0");
    await page.goto(`/product-info/${BOWL}`);
    await waitForCode(page);

    await getField(page).fill(asha);
    await getField(page).press("Enter");
    await expect(getBox(page).getByRole("status")).toContainText("We'll e-mail you when this piece is back.");

    await test.step("the owner sees the visitor's request and adds stock, and the back-in-stock mail is sent", async () => {
      expect((await shop.operator("report", "stock")).output).toContain(BOWL);
      await shop.operator("products", "set", BOWL, "--stock", "4");
      await expect
        .poll(async () => (await shop.operator("mail", "--last", "--to", asha)).output, {
          timeout: 90_000,
        })
        .toContain("is back");
      await page.reload();
      await expect(getBox(page)).toHaveCount(0);
    });

    await test.step("the link in the back-in-stock mail unsubscribes the visitor", async () => {
      const { text } = await waitForMail(shop, asha, /^Back again: /);
      await page.goto(findLink(text));
      await page.getByRole("button", { name: "Stop these e-mails" }).click();
      await expect(page.getByRole("heading", { name: "You've unsubscribed" })).toBeVisible();
    });
  },
);
