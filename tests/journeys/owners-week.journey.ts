import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { toIsoDay } from "#contract/dates.ts";
import type { GstReturn } from "#shop/invoices/server/gst-return/gst-return.ts";
import { testWithFolder } from "../support/own-folder.ts";
import { readPdfTexts } from "../support/read-pdf.ts";
import { flattenRecomputed, flattenReturn, recomputeBooks } from "../support/recompute-books.ts";
import { registerBuyer } from "../support/regular-customer.ts";
import { sampleSeller } from "../support/samples.ts";
import { expect, phone, type Shop } from "../support/shop.ts";
import { confirm, expectUsable, openDesk } from "./desk-page.ts";

/*
 * The first week of a new shop with another name, all of it at the desk: four new products, twenty orders in every state, a
 * mistake that is undone, and the month's books; packing and a product's picture on a phone.
 */

const root = path.resolve(import.meta.dirname, "../..");

/** The shop of somebody else: its name, sign, colours and fonts, taxes, coupon, fee and rules, and no goods yet. */
const ownFiles: Readonly<Record<string, unknown>> = {
  "products.json": [],
  "logo.svg": '<svg viewBox="0 0 24 8"><path d="M0 0h24v8H0z" fill="currentColor"/></svg>',
  "logo-mark.svg": '<svg viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="currentColor"/></svg>',
  "brand.json": { colours: { main: "#123a5c" }, fonts: { heading: "Lora", text: "Nunito Sans" } },
  "seller.json": {
    ...sampleSeller,
    tradeName: "Mitti",
    legalName: "Mitti Wood LLP",
    email: "hello@mitti.test",
    grievanceOfficer: { ...sampleSeller.grievanceOfficer, email: "asha@mitti.test" },
    socialLinks: [],
    taxRates: { cgst: 9, sgst: 9 },
    coupon: { name: "#HELLO", percent: 5, from: 1_000 },
  },
  "taxes.json": { rates: [{ hsn: "4419", rate: 5 }] },
  "rules.json": {
    cancelWithinHours: 48,
    returnWithinDays: 10,
    shippingFee: 60,
    freeShippingFrom: 1_000,
  },
};

const test = testWithFolder(async (folder) => {
  const story = await readFile(path.join(folder, "story.json"), "utf8");
  await writeFile(path.join(folder, "story.json"), story.replaceAll("Taruva", "Mitti"));
  for (const [file, content] of Object.entries(ownFiles))
    await writeFile(path.join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
});

test.describe.configure({ timeout: 200_000 });

interface OwnProduct {
  id: string;
  title: string;
  picture: string;
  price: string;
  kind: string;
  /** It has the 5 % of this heading; the others have the shop's own 18 %. */
  isOf4419: boolean;
}

const goods: readonly OwnProduct[] = [
  { title: "Breakfast Tray", picture: "teak-breakfast-tray-arched-1.jpg", price: "1499", kind: "Tray" },
  { title: "Tissue Box", picture: "teak-tissue-box-1.jpg", price: "1299", kind: "Tissue Box" },
  { title: "Lazy Susan", picture: "teak-lazy-susan-rimmed-1.jpg", price: "2199", kind: "Lazy Susan" },
  { title: "Napkin Holder", picture: "acacia-napkin-holder-1.jpg", price: "649", kind: "Napkin Holder" },
].map((each, at) => ({
  ...each,
  isOf4419: at % 2 === 0,
  id: each.title.toLowerCase().replaceAll(" ", "-"),
}));

const photograph = (name: string) => path.join(root, "catalogue/products", name);

test(
  "an owner runs the first week of a new shop wholly at the desk",
  { tag: ["@long", "@history"] },
  async ({ page, shop, browser }) => {
    page.setDefaultTimeout(20_000);
    const origin = await openDesk(page, shop);

    await test.step("four products are made of photographs and words, and shown", async () => {
      for (const product of goods) await addProduct(page, origin, product);
      const listing = await (await fetch(`${shop.url}/products`)).text();
      for (const { title } of goods) expect(listing).toContain(title);
      for (const address of ["/", "/products", "/our-story", "/track"])
        expect.soft(/taruva/i.test(await (await fetch(shop.url + address)).text()), address).toBe(false);
      const policy = await (await fetch(`${shop.url}/refund-policy`)).text();
      expect(policy).toContain("open for 48 hours after you have placed the order");
      expect(await (await fetch(`${shop.url}/shipping-policy`)).text()).toContain("₹60");
    });

    await test.step("half of them have the tariff heading with a rate of its own", async () => {
      await page.goto(`${origin}/products`);
      for (const { title } of goods.filter((each) => each.isOf4419))
        await page.getByRole("checkbox", { name: `Choose ${title}` }).check();
      await page
        .getByRole("region", { name: "Chosen products" })
        .getByRole("button", { name: "Change" })
        .click();
      const dialog = page.getByRole("dialog", { name: "Change 2 products" });
      await dialog.getByLabel("What is to be changed").selectOption("Shelf and HSN");
      await dialog.getByRole("combobox", { name: "HSN" }).fill("4419");
      await dialog.getByRole("button", { name: "Change", exact: true }).click();
      await confirm(page);
      await expect(dialog).toHaveCount(0);
    });

    const { paid, unpaid, ask } = await sellTwenty(shop);

    await test.step("today says what waits", async () => {
      await page.goto(origin);
      await expect(page.getByText(`${paid.length} orders to pack`)).toBeVisible();
      await expectUsable(page);
    });

    await test.step("a price is mistyped for all, and taken back as one", async () => {
      await page.goto(`${origin}/products`);
      await page.getByRole("checkbox", { name: "Choose all of them" }).check();
      await page
        .getByRole("region", { name: "Chosen products" })
        .getByRole("button", { name: "Change" })
        .click();
      await page.getByRole("dialog").getByLabel("Price").fill("-90%");
      await page.getByRole("dialog").getByRole("button", { name: "Change", exact: true }).click();
      await confirm(page);
      await expect(page.getByText("₹149.90")).toBeVisible();
      await page.getByRole("link", { name: "Breakfast Tray" }).click();
      await page.getByRole("button", { name: "Take back" }).first().click();
      await expect(page.getByRole("alertdialog")).toContainText("₹149.90 → ₹1499.00");
      await confirm(page);
      await page.goto(`${origin}/products`);
      await expect(page.getByText("₹1499.00")).toBeVisible();
      await expect(page.getByText("₹649.00")).toBeVisible();
    });

    const [first = "", second = "", third = "", fourth = "", ...rest] = paid;

    await test.step("three customers think again: one is let go, one is not, one waits", async () => {
      for (const orderId of [first, second, third])
        await ask(orderId, "cancel", { reasons: ["Found cheaper"], comments: "" });
      await page.goto(`${origin}/orders/${first}`);
      await page.getByRole("button", { name: "Agree to cancel" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Agree to cancel" }).click();
      await confirm(page);
      await expect(page.getByText("Cancelled").first()).toBeVisible();
      await page.goto(`${origin}/orders/${second}`);
      await page.getByRole("button", { name: "Decline to cancel" }).click();
      await page.getByLabel("Words").fill("Your tray is packed already.");
      await page.getByRole("dialog").getByRole("button", { name: "Decline to cancel" }).click();
      await confirm(page);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.goto(origin);
      await expect(page.getByRole("link", { name: third })).toBeVisible();
    });

    await test.step("an address is put right, and a note written", async () => {
      await page.goto(`${origin}/orders/${fourth}`);
      await page.getByRole("button", { name: "Correct the address" }).click();
      await page.getByRole("dialog").getByLabel("Street").fill("14 Lake View Road");
      await page.getByRole("dialog").getByRole("button", { name: "Correct the address" }).click();
      await expect(page.getByText("14 Lake View Road").first()).toBeVisible();
      await page.getByRole("button", { name: "Note" }).click();
      await page.getByRole("dialog").getByRole("textbox").fill("Ring the bell twice.");
      await page.getByRole("dialog").getByRole("button", { name: "Note" }).click();
      await expect(page.getByText("Ring the bell twice.")).toBeVisible();
    });

    const [byList, byHand] = [rest.slice(0, 6), rest.slice(6, 10)];

    await test.step("six parcels leave by the courier's list, and five of them arrive", async () => {
      await page.goto(`${origin}/orders`);
      await page.getByRole("button", { name: "Couriers’ lists" }).click();
      const dialog = page.getByRole("dialog", { name: "A courier’s list" });
      const give = (rows: string[]) =>
        dialog.locator("input[type=file]").setInputFiles({
          name: "list.csv",
          mimeType: "text/csv",
          buffer: Buffer.from(rows.join("\n")),
        });
      await give([
        "order,courier,number",
        ...byList.map((orderId, at) => `${orderId},Delhivery,90000000${10 + at}`),
      ]);
      await dialog.getByRole("button", { name: "Dispatch" }).click();
      await confirm(page);
      await expect(dialog).toContainText("6 parcels sent; each customer has a mail.");
      await dialog.getByLabel("What it says").selectOption("Which parcels have arrived");
      await give(["order", ...byList.slice(0, 5)]);
      await dialog.getByRole("button", { name: "Have arrived" }).click();
      await confirm(page);
      await expect(dialog).toContainText("5 orders delivered");
    });

    await test.step("four more are printed in one file and sent with copied numbers", async () => {
      await page.goto(`${origin}/orders?group=to-pack`);
      for (const orderId of byHand) await page.getByRole("checkbox", { name: `Choose ${orderId}` }).check();
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Print slips and labels" }).click();
      const papers = await readFile(await (await downloading).path());
      expect(await readPdfTexts(papers)).toHaveLength(8);
      await page.getByRole("button", { name: "Dispatch" }).click();
      const dialog = page.getByRole("dialog", { name: "Dispatch 4 parcels" });
      await dialog.getByRole("combobox", { name: "Courier" }).fill("DTDC");
      await dialog
        .getByRole("textbox")
        .nth(0)
        .evaluate(
          (field, numbers) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", numbers);
            field.dispatchEvent(
              new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
            );
          },
          byHand.map((_, at) => `X70000${10 + at}`).join("\n"),
        );
      await dialog.getByRole("button", { name: "Dispatch" }).click();
      await confirm(page);
      await expect(page.getByText("4 parcels sent; each customer has a mail.")).toBeVisible();
    });

    await test.step("one comes back, and its money goes; a crack in another is made good", async () => {
      const [back = "", cracked = ""] = byList;
      await ask(back, "return", {
        reasons: ["Other"],
        comments: "Too large for our table.",
        pieces: [{ productId: goods[0]?.id, quantity: 1 }],
      });
      await page.goto(`${origin}/orders/${back}`);
      for (const act of ["Accept the return", "Pieces are here"]) {
        await page.getByRole("button", { name: act }).click();
        await page.getByRole("dialog").getByRole("button", { name: act }).click();
        await confirm(page);
        await expect(page.getByRole("dialog")).toHaveCount(0);
      }
      await page.getByRole("button", { name: "Refund the return" }).click();
      await page.getByRole("checkbox", { name: "Restock", exact: true }).check();
      await page.getByRole("dialog").getByRole("button", { name: "Refund the return" }).click();
      await confirm(page);
      await expect(page.getByRole("button", { name: /Credit note/ })).toBeVisible();

      await page.goto(`${origin}/orders/${cracked}`);
      await page.getByRole("button", { name: "Refund" }).click();
      await page.getByRole("dialog").getByLabel("Amount").fill("150");
      await page.getByLabel("Reason").fill("a crack");
      await page.getByRole("dialog").getByRole("button", { name: "Refund" }).click();
      await confirm(page);
      await expect(page.getByText(/₹150.00 goes back to its customer/)).toBeVisible();
    });

    await test.step("at a phone a packer sends one, and the owner adds a picture", async () => {
      const small = await browser.newPage({ viewport: phone, hasTouch: true });
      await openDesk(small, shop, { role: "packer" });
      await small.getByRole("link", { name: fourth }).click();
      await expect(small.getByText("14 Lake View Road")).toBeVisible();
      await small.getByRole("button", { name: "Dispatch" }).click();
      await small.getByLabel("Courier").fill("DTDC");
      await small.getByRole("textbox", { name: "Number" }).fill("X8000001");
      await small.getByRole("dialog").getByRole("button", { name: "Dispatch" }).click();
      await confirm(small);
      await expect(small.getByText("Sent with DTDC")).toBeVisible();
      await openDesk(small, shop, { screen: `/products/${goods[0]?.id}` });
      await small.getByRole("button", { name: "Add pictures" }).click();
      await small.locator("input[type=file]").setInputFiles(photograph("teak-breakfast-tray-arched-2.jpg"));
      await small.getByRole("button", { name: "Save" }).click();
      await expect(small.getByRole("button", { name: /^Describe/ })).toHaveCount(2);
      await expectUsable(small);
      await small.close();
    });

    await test.step("the month's books have it all, and they agree", async () => {
      await page.goto(`${origin}/books`);
      await expect(page.getByRole("img", { name: /^Sales by day/ })).toBeVisible();
      await page.getByText("As a table").click();
      const month = toIsoDay(new Date()).slice(0, 7);
      const { output } = await shop.operator("report", "sales", "--month", month, "--json");
      const { rows } = JSON.parse(output) as { rows: (string | number)[][] };
      // One invoice for each order that was paid, and a credit note each for what was cancelled, returned and made good.
      expect(rows).toHaveLength(paid.length + 3);
      await expect(page.getByRole("table", { name: "Goods sold, by category" })).toContainText("₹");
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Orders as CSV" }).click();
      const written = await readFile(await (await downloading).path(), "utf8");
      for (const orderId of paid) expect(written).toContain(orderId);
      expect(unpaid).toHaveLength(3);
      await page.getByRole("button", { name: "Make GSTR-1" }).click();
      await expect(page.getByRole("button", { name: /gstr1.*json/ })).toBeVisible();
      await expectUsable(page);
      expect((await shop.operator("stock", "audit")).output).toContain("agrees");
      expect((await shop.operator("invoices", "audit")).output).toContain("no gap");

      // Computed a second time from the rows.
      const { gstr1 } = JSON.parse(
        (await shop.operator("report", "gstr1", "--month", month, "--json")).output,
      ) as { gstr1: GstReturn };
      const again = await shop.withDatabase((db) => recomputeBooks({ db }, month));
      expect(again.some(({ rate }) => rate === 5) && again.some(({ rate }) => rate === 18)).toBe(true);
      expect(flattenReturn(gstr1)).toEqual(flattenRecomputed(again));
    });

    await test.step("the record names who did what", async () => {
      const { output } = await shop.operator("audit", "list", "--of", "operators", "--limit", "200");
      expect(output).toMatch(/Asha \(operator \S+\) +products add/);
      expect(output).toMatch(/Ravi \(operator \S+\) +orders dispatch .+desk of the packer/);
    });
  },
);

/** Adds a product with its photograph and shows it in the shop. */
async function addProduct(page: Page, origin: string, { title, picture, price, kind }: OwnProduct) {
  await page.goto(`${origin}/products/new`);
  await page.getByLabel("Title").fill(title);
  await page.locator("input[type=file]").setInputFiles(photograph(picture));
  await page.getByLabel("Price").fill(price);
  await page.getByRole("combobox", { name: "Category", exact: true }).fill("Serveware");
  await page.getByRole("combobox", { name: "Subcategory" }).fill(kind);
  await page.getByLabel("Materials").fill("Teak wood");
  await page.getByLabel("Description").fill(`Our own ${title.toLowerCase()}.`);
  await page.getByRole("button", { name: "Add the product" }).click();
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Show in the shop" }).click();
  await expect(page.getByRole("link", { name: "See it in the shop" })).toBeVisible();
}

/** Places twenty orders of four customers and pays all but three. `ask` sends a request about an order as its customer. */
async function sellTwenty(shop: Shop) {
  const paid: string[] = [];
  const unpaid: string[] = [];
  const customers = new Map<string, Awaited<ReturnType<typeof registerBuyer>>>();
  for (let customer = 0; customer < 4; customer++) {
    const buyer = await registerBuyer(shop.url, `week.${customer}.${Date.now()}`);
    for (let at = 0; at < 5; at++) {
      const product = goods[at === 0 ? 0 : (customer + at) % goods.length];
      const orderId = await buyer.order(product?.id ?? "", 1);
      customers.set(orderId, buyer);
      if (at === 4 && customer < 3) {
        unpaid.push(orderId);
        continue;
      }
      await buyer.pay(orderId);
      paid.push(orderId);
    }
  }
  const ask = async (orderId: string, about: string, what: object) =>
    customers.get(orderId)?.ask(`${orderId}/${about}`, what);
  return { paid, unpaid, ask };
}
