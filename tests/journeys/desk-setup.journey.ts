import { expect, phone, test } from "../support/journey-shop.ts";
import { expectUsable, openDesk } from "./desk-page.ts";

test.use({ settings: { MAIL_TO: "new-owner@example.com" } });

test("a new owner sets name, GSTIN, shipping fee and a policy text at the desk, and the shop uses them (D118)", async ({
  page,
  shop,
}) => {
  await page.setViewportSize(phone);
  const origin = await openDesk(page, shop);
  const save = () => page.getByRole("button", { name: "Save" }).first().click();
  const readShop = async (path: string) => (await fetch(`${shop.url}${path}`)).text();
  await expect(page.getByRole("heading", { name: /^Before you open/ })).toBeVisible();
  await expectUsable(page);

  await page.getByRole("link", { name: "Name and look" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Lake Pottery");
  await expectUsable(page);
  const seller = page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Seller" });
  await test.step("the browser asks before a tab with unsaved values is closed", async () => {
    const asked = page.waitForEvent("dialog").then(async (dialog) => {
      await dialog.dismiss();
      return dialog.type();
    });
    await page.close({ runBeforeUnload: true });
    expect(await asked).toBe("beforeunload");
    await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Lake Pottery");
  });
  await save();
  await expect(page.getByText('name "Taruva" → "Lake Pottery"').first()).toBeVisible();

  await seller.click();
  const gstin = page.getByLabel("GSTIN");
  await expect(gstin).toHaveAccessibleDescription(/^Still a sample/);
  await gstin.fill("24ABCDE1234F1Z5");
  await page.getByLabel("State", { exact: true }).selectOption("Gujarat");
  await page.getByLabel("PIN").fill("395002");
  await save();
  await expect(gstin).toHaveAccessibleDescription(/GSTIN has a typing mistake/);
  await expect(gstin).toBeFocused();
  await expectUsable(page);
  await gstin.fill("24ABCDE1234F1Z6");
  await save();
  await expect(gstin).not.toHaveAccessibleDescription(/^Still a sample/);
  await expect(page.getByRole("button", { name: "Start with Legal name" })).toBeVisible();

  await page.goto(`${origin}/settings/selling`);
  await page.getByRole("button", { name: "Change What shipping costs" }).click();
  await page.getByRole("combobox", { name: "Shipping" }).selectOption("A fee on each order");
  await page.getByLabel("Shipping fee (₹)").fill("₹1,080");
  await save();
  await expect(page.getByText("shipping fee none → ₹1,080").first()).toBeVisible();
  await expectUsable(page);

  await page.goto(`${origin}/settings/texts?text=terms`);
  await page.getByRole("textbox", { name: "Title" }).fill("Our terms");
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("");
  await text.pressSequentially("Clay of one valley, by \nThe law of India.");
  await test.step("the text editor's buttons insert at the cursor, and Ctrl-Z removes a new heading", async () => {
    await page.getByRole("button", { name: "Heading", exact: true }).click();
    await expect(page.getByRole("heading", { name: "The law of India." })).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(page.getByRole("heading", { name: "The law of India." })).toBeHidden();
    await text.press("Home");
    await text.press("ArrowUp");
    await text.press("End");
    await page.getByRole("button", { name: "Insert a value" }).click();
    await page.getByRole("button", { name: "Shop Lake Pottery" }).click();
    await page.keyboard.type("!");
    await expect(text).toHaveText("Clay of one valley, by Lake Pottery!The law of India.");
  });
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(
    page.frameLocator("iframe").getByText("Clay of one valley, by Lake Pottery!").first(),
  ).toBeVisible();
  expect(await readShop("/terms"), "a preview changes nothing").not.toContain("Clay of one valley");
  await expect(page.locator("section:has(iframe)")).toHaveAttribute("aria-busy", "false");
  await expectUsable(page);
  await save();
  await expect(page.getByRole("button", { name: "Restore the standard text" })).toBeVisible();

  await page.goto(`${origin}/settings/texts?text=mails/order-paid`);
  await page.getByRole("textbox", { name: "Heading" }).fill("Thank you for your order");
  await page.getByRole("button", { name: "Preview" }).click();
  const heading = page.frameLocator("iframe").getByRole("heading", { name: "Thank you for your order" });
  await expect(heading, "the preview has the styles of the e-mail").toHaveCSS("font-size", "28px");
  await page.getByRole("button", { name: "Discard" }).click();

  // In a cluster, another process may answer, which sees the change a little later.
  await expect.poll(() => readShop("/terms")).toContain("Clay of one valley");
  await expect.poll(() => readShop("/shipping-policy")).toContain("₹1,080");
  expect((await shop.operator("seller")).output).toContain("24ABCDE1234F1Z6");
});
