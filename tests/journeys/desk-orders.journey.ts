import { readFile } from "node:fs/promises";
import { readPdfTexts } from "../support/read-pdf.ts";
import { expect, phone, type Shop, test } from "../support/journey-shop.ts";
import { createRegularCustomer, registerBuyer } from "../support/visitors.ts";
import { expectUsable, openDesk } from "./desk-page.ts";

const createCustomer = (shop: Shop, name: string) => createRegularCustomer(shop.url, `${name}.${Date.now()}`);

test(
  "the owner finds several orders, prints and dispatches them together",
  { tag: "@long" },
  async ({ page, shop }) => {
    const one = await createCustomer(shop, "desk.one");
    await openDesk(page, shop, { screen: "/orders?group=to-pack" });
    await expect(page.getByRole("link", { name: one.orders.paid })).toBeVisible();

    await test.step("a new order appears at the desk without a reload", async () => {
      const two = await createCustomer(shop, "desk.two");
      await expect(page.getByRole("link", { name: two.orders.paid })).toBeVisible();
      await expect(page.getByText(`${two.orders.paid} is paid`)).toBeVisible();
    });

    await test.step("the owner finds orders while typing, and selects them with keys", async () => {
      await expectUsable(page);
      await page.keyboard.press("/");
      await page.keyboard.type("meera bras");
      await expect(page).toHaveURL(/search=meera\+bras/);
      await page.getByRole("checkbox", { name: `Choose ${one.orders.paid}` }).focus();
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      await expect(page.getByText("2 orders chosen")).toBeVisible();
      await expectUsable(page);
    });

    await test.step("the owner downloads packing slips and labels of several orders as one file", async () => {
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Print slips and labels" }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe("parcels.pdf");
      const pages = await readPdfTexts(await readFile(await download.path()));
      expect(pages).toHaveLength(2);
      for (const sheet of pages) expect(sheet).toMatch(/Packing slip.*If undelivered, return to/s);
    });

    await test.step("the owner pastes a list of tracking numbers, which dispatches all selected orders", async () => {
      await page.getByRole("button", { name: "Dispatch" }).click();
      const dialog = page.getByRole("dialog", { name: "Dispatch 2 parcels" });
      await expectUsable(page);
      await dialog.getByRole("combobox", { name: "Courier", exact: true }).selectOption("Delhivery");
      await dialog
        .getByRole("textbox")
        .nth(0)
        .evaluate((field) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", "1111111111\n2222222222\n");
          field.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
          );
        });
      await dialog.getByRole("button", { name: "Dispatch" }).click();
      await expect(dialog).toContainText("Mark 2 parcels as dispatched?");
      await dialog.getByRole("button", { name: "Dispatch" }).click();
      await expect(
        page.getByText("2 parcels marked as dispatched. Each customer gets an e-mail."),
      ).toBeVisible();
      const show = async () => (await shop.operator("orders", "show", one.orders.paid)).output;
      expect(await show()).toMatch(/Delhivery.*\d{10}/);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(page.getByText("2 changes were undone.")).toBeVisible();
      expect(await show()).not.toContain("Delhivery");
    });
  },
);

test(
  "the dispatch form keeps typed tracking numbers and shows parcels that another operator dispatched in the meantime",
  { tag: "@long" },
  async ({ page, shop }) => {
    const { orders: one } = await createCustomer(shop, "desk.meanwhile.one");
    const { orders: two } = await createCustomer(shop, "desk.meanwhile.two");
    await openDesk(page, shop, { screen: "/orders?group=to-pack" });
    await page.getByRole("checkbox", { name: `Choose ${one.paid}` }).check();
    await page.getByRole("checkbox", { name: `Choose ${two.paid}` }).check();
    await page.getByRole("button", { name: "Dispatch" }).click();
    const dialog = page.getByRole("dialog", { name: "Dispatch 2 parcels" });
    const field = (orderId: string) => dialog.getByRole("textbox", { name: orderId });
    await dialog.getByRole("combobox", { name: "Courier", exact: true }).selectOption("DTDC");
    await field(one.paid).fill("3333333333");
    await field(two.paid).fill("4444444444");
    const send = (orderId: string, number: string) =>
      shop.operator("orders", "dispatch", orderId, "--courier", "Gati", "--number", number, "--yes");

    await send(one.paid, "71");
    await expect(dialog).toContainText("The order was sent in the meantime with Gati, number 71.");
    await expect(field(one.paid)).toHaveValue("3333333333");
    await dialog.getByRole("button", { name: "Dispatch" }).click();
    await expect(dialog).toContainText("Mark 1 parcel as dispatched?");
    await dialog.getByRole("button", { name: "Back" }).click();

    await send(two.paid, "72");
    await expect(dialog).toContainText("The order was sent in the meantime with Gati, number 72.");
    await expect(dialog).toContainText(
      "All of these orders changed in the meantime, so no parcel can be marked as dispatched here.",
    );
    await expect(field(two.paid)).toHaveValue("4444444444");
    await expect(dialog.getByRole("button", { name: "Dispatch" })).toBeDisabled();
    for (const [orderId, number] of [[one.paid, "71"] as const, [two.paid, "72"] as const])
      expect((await shop.operator("orders", "show", orderId)).output).toContain(`Gati, ${number}`);
  },
);

test("the owner enters a phone order at the desk", { tag: "@long" }, async ({ page, shop }) => {
  await openDesk(page, shop, { screen: "/orders" });
  await page.getByRole("link", { name: "Order by phone" }).click();
  await expect(page.getByRole("heading", { name: "Order by phone" })).toBeVisible();
  await expectUsable(page);

  await test.step("the owner finds products by title and enters quantities", async () => {
    const find = page.getByRole("textbox", { name: "Find a product" });
    await find.fill("everyday bowl");
    await expectUsable(page);
    await page.getByRole("button", { name: /^Add Roz Acacia Everyday Bowl/ }).click();
    await expect(find).toBeFocused();
    await page.getByRole("button", { name: "Increase quantity of Roz Acacia Everyday Bowl" }).click();
    await find.fill("napkin holder");
    await expect(page.getByRole("button", { name: /^Add .*Napkin Holder/ })).toBeVisible();
    await find.press("Enter");
    await expect(page.getByRole("button", { name: /^Remove .*Napkin Holder/ })).toBeVisible();
    await page.getByRole("button", { name: /^Remove .*Napkin Holder/ }).click();
    await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(1);
  });

  await test.step("the confirmation shows the order's pieces and city, and no order is placed before the owner confirms", async () => {
    const formValues = {
      Name: "Leela Rao",
      Phone: "9876543210",
      "E-mail": "leela.phone@example.com",
      Street: "3 Temple Street",
      PIN: "570001",
    };
    for (const [label, text] of Object.entries(formValues))
      await page.getByRole("textbox", { name: label, exact: true }).fill(text);
    // The form derives the city and the state from the PIN code.
    await expect(page.getByLabel("State")).toHaveValue("Karnataka");
    await expect(page.getByRole("textbox", { name: "City", exact: true })).toHaveValue("Mysuru");
    await expect(page.getByLabel("GSTIN")).toBeHidden();
    await page.getByText("Invoice to a company").click();
    await expect(page.getByLabel("GSTIN")).toBeVisible();
    await page.getByText("Delivery day, notes, time to pay").click();
    await page.getByLabel("Notes").fill("She will call again");
    await expect(page.getByText("Place this order?")).toContainText("2 × Roz Acacia Everyday Bowl");
    await expect(page.getByText("Place this order?")).toContainText("Mysuru");
    await expectUsable(page);
    expect((await shop.operator("orders", "list", "--search", "Leela")).output).toContain("No orders match.");
  });

  await test.step("on a phone, a refusal is shown above the menu and disappears after a change", async () => {
    const size = page.viewportSize() ?? phone;
    await page.setViewportSize(phone);
    const day = page.getByLabel("Not before");
    const refusal = page.getByText(/^Choose a day from /);
    await day.fill("2020-01-01");
    await page.getByRole("button", { name: /^Place the order/ }).click();
    await expect(refusal).toHaveCount(1);
    const menu = await page.getByRole("navigation", { name: "Desk" }).boundingBox();
    await expect
      .poll(async () => {
        const box = await refusal.boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0);
      })
      .toBeLessThanOrEqual(menu?.y ?? 0);
    await day.fill("");
    await expect(refusal).toHaveCount(0);
    await page.setViewportSize(size);
    // The click waits until the question is shown below the form.
    await page.getByRole("button", { name: /^Place the order/ }).click();
  });

  await test.step("the placed order opens, with the next step and the link to pay", async () => {
    await expect(page.getByRole("heading", { name: /^TRV-/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Place the order/ })).toHaveCount(0);
    await expect(page.getByText("Unpaid", { exact: true })).toBeVisible();
    await expect(page.getByText("The shop e-mailed Leela the link to pay.")).toBeVisible();
    const href = await page.getByRole("link", { name: "Send the link on WhatsApp" }).getAttribute("href");
    const { pathname, searchParams } = new URL(href ?? "");
    expect(pathname).toBe("/919876543210");
    expect(searchParams.get("text")).toMatch(
      /^Hello Leela, .* The link to pay ₹[\d,.]+: http\S+\/pay-order#\S+$/,
    );
    await expect(page.getByText("3 Temple Street")).toBeVisible();
    await expectUsable(page);
  });
});

test.describe(() => {
  test.use({ viewport: phone, hasTouch: true });

  test("on a phone a packer dispatches a part of an order, sees no prices, and can open no other screen of the owner (T47)", async ({
    page,
    shop,
  }) => {
    const buyer = await registerBuyer(shop.url, `desk.packer.${Date.now()}`);
    const order = await buyer.order("acacia-everyday-bowl", 3);
    await buyer.pay(order);
    const seen: string[] = [];
    // The browser discards a response when the page navigates, so read it in the route handler.
    await page.route("**/api/view**", async (route) => {
      const response = await route.fetch();
      seen.push(await response.text());
      await route.fulfill({ response });
    });
    const origin = await openDesk(page, shop, { role: "packer" });
    await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Desk" }).getByRole("link")).toHaveText(["Orders"]);

    await test.step("the packer dispatches one of three pieces and sees no price", async () => {
      await page.getByRole("link", { name: order }).click();
      await expect(page.getByText("12 Ring Road")).toBeVisible();
      await expectUsable(page);
      for (const name of ["Refund", "Cancel", "Correct the address", "Write on WhatsApp"])
        await expect(page.getByRole("button", { name })).toHaveCount(0);
      await page.getByRole("button", { name: "Dispatch" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Courier").selectOption("DTDC");
      await dialog.getByRole("textbox", { name: "Number" }).fill("PART1");
      await dialog.getByRole("button", { name: "Some pieces" }).click();
      const pieces = dialog.getByRole("group", { name: "Pieces" }).getByRole("combobox");
      await pieces.selectOption("1 of 3");
      await expect(pieces).toHaveValue("1");
      await expectUsable(page);
      await expect(dialog.getByText(/^Mark 1 × .* as dispatched with DTDC, number PART1\?/)).toBeVisible();
      await dialog.getByRole("button", { name: "Dispatch" }).click();
      await expect(page.getByText("Sent with DTDC")).toBeVisible();
      expect(seen.length).toBeGreaterThan(1);
      expect(seen.join("")).not.toMatch(/payable|subtotal|@example\.com|₹/);
      const { output } = await shop.operator("orders", "pack");
      expect(output).toMatch(new RegExp(`${order} .*: 2 × .*\n +The rest of the order`));
    });
    await page.goto(`${origin}/books`);
    await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible();
  });
});
