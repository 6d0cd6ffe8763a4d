import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { createRegularCustomer } from "../support/regular-customer.ts";
import { expect, phone, test } from "../support/shop.ts";
import { expectUsable, findInPalette, openDesk } from "./desk-page.ts";

/* The owner's desk: the command line with a face. */

test.describe.configure({ timeout: 120_000 });

test("the owner opens the desk by an address that works once, and has every command in it", async ({
  page,
  shop,
  browser,
}) => {
  const { orders } = await createRegularCustomer(shop.url, `desk.${Date.now()}`);
  const desk = await shop.desk("--as", "Asha");
  await openDesk(page, desk.address);
  expect(page.url()).not.toContain("#");

  await test.step("who finds the address afterwards gets nothing, and a new one opens another browser", async () => {
    const other = await browser.newContext();
    const thief = await other.newPage();
    await thief.goto(desk.address);
    await expect(thief.getByText("This address was used already, or is too old.")).toBeVisible();
    await expect(thief.getByRole("navigation")).toHaveCount(0);
    await openDesk(thief, await desk.again());
    await other.close();
  });

  await test.step("the shop itself serves no file of it", async () => {
    const listBuilt = (name: string) => {
      const folder = resolve(import.meta.dirname, "../../dist", name);
      return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.\w+$/.test(file));
    };
    // The name of a file says what is in it: only fonts are the shop's too.
    const shops = new Set(listBuilt("client"));
    const desks = listBuilt("desk/client").filter((file) => file === "index.html" || !shops.has(file));
    expect(desks.length).toBeGreaterThan(10);
    const addresses = ["desk", "operator", ...desks.flatMap((name) => [name, `desk/${name}`])];
    const statuses = await Promise.all(
      addresses.map(async (each) => (await fetch(`${shop.url}/${each}`, { redirect: "manual" })).status),
    );
    expect(statuses).toEqual(addresses.map(() => 404));
  });

  await test.step("what waits stands on Today", async () => {
    await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
    await expect(page.getByRole("link", { name: orders.paid })).toBeVisible();
    await expectUsable(page);
  });

  await test.step("an order is found by its number", async () => {
    await findInPalette(page, orders.paid, orders.paid);
    await expect(page.getByRole("heading", { name: orders.paid, level: 1 })).toBeVisible();
  });

  await test.step("a command is found by its words, asks its question, and is done", async () => {
    await findInPalette(page, "write beside order", "orders note");
    await page.getByRole("combobox", { name: "Order" }).fill(orders.paid);
    await page.getByLabel("Words").fill(`<img src=x onerror="alert(1)"> & "wrap it"`);
    await page.getByRole("button", { name: "Note" }).click();
    await expect(page.getByText("Noted.")).toBeVisible();
    await expectUsable(page);
    await findInPalette(page, "cancel fulfil", "orders cancel");
    await page.getByRole("combobox", { name: "Order" }).fill(orders.unpaid);
    await page.getByLabel("Reason").fill("the last piece cracked");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(`Cancel ${orders.unpaid} of `);
    await question.getByRole("button", { name: "No" }).click();
    expect((await shop.operator("orders", "show", orders.unpaid)).output).toContain("Pending");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await question.getByRole("button", { name: "Yes, do it" }).click();
    await expect(page.getByText(`${orders.unpaid} is cancelled.`)).toBeVisible();
  });

  await test.step("hostile words are words, and the record says who did it", async () => {
    await page.goto(`${new URL(desk.address).origin}/do/orders/show?orderId=${orders.paid}`);
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByText('<img src=x onerror="alert(1)"> & "wrap it"')).toBeVisible();
    const { output } = await shop.operator("audit", "list", "--of", "operators");
    expect(output).toMatch(/Asha \(operator \S+\) +orders cancel .+desk of the owner/);
  });

  await test.step("wrong words are refused with what to write", async () => {
    await findInPalette(page, "gives money back", "orders refund");
    await page.getByRole("combobox", { name: "Order" }).fill("TRV-NOPE00");
    await page.getByLabel("Amount").fill("much");
    await page.getByLabel("Reason").fill("a crack");
    await page.getByRole("button", { name: "Refund" }).click();
    await expect(page.getByRole("alert")).toContainText("Write rupees like 1499.50");
  });

  await test.step("all screens can be used by anyone", async () => {
    for (const screen of ["/commands", "/tasks"]) {
      await page.goto(new URL(desk.address).origin + screen);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectUsable(page);
    }
  });

  await test.step("the desk says what is true while the shop is away, and when it is back", async () => {
    await shop.kill();
    await expect(page.getByText("The shop is not running.")).toBeVisible();
    await shop.open();
    await expect(page.getByText("The shop is not running.")).toHaveCount(0);
    await desk.close();
    await expect(page.getByText("The desk does not answer.")).toBeVisible();
  });
});

test("a page of another port, which is sent the cookie, reads and changes nothing (T47)", async ({
  page,
  context,
  shop,
}) => {
  const desk = await shop.desk("--as", "Asha");
  await openDesk(page, desk.address);
  const { origin } = new URL(desk.address);
  const sent: (string | undefined)[] = [];
  const stranger = createServer((request, response) => {
    sent.push(request.headers.cookie);
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Stranger</title>");
  }).listen(0, "127.0.0.1");
  await once(stranger, "listening");
  const { port } = stranger.address() as AddressInfo;
  const tab = await context.newPage();
  await tab.goto(`http://127.0.0.1:${port}/`);
  await tab.reload();
  // That is why the cookie alone opens nothing.
  expect(sent.join()).toContain("taruva-desk-");
  const tried = await tab.evaluate(async (desk) => {
    const attempts = ["/api/session", "/api/commands", "/api/tasks", "/"].map((path) =>
      fetch(desk + path, { credentials: "include" }).then(
        (answer) => answer.text(),
        () => "refused",
      ),
    );
    const posts = ["/api/run", "/api/view"].map((path) =>
      fetch(desk + path, {
        method: "POST",
        credentials: "include",
        mode: "no-cors",
        body: '{"noun":"today","verb":""}',
      }).then(
        (answer) => answer.text(),
        () => "refused",
      ),
    );
    const frame = document.createElement("iframe");
    frame.src = desk;
    document.body.append(frame);
    await new Promise((done) => frame.addEventListener("load", done));
    const picture = new Image();
    picture.src = `${desk}/assets/icon.svg`;
    const isShown = await picture.decode().then(
      () => true,
      () => false,
    );
    return { read: (await Promise.all([...attempts, ...posts])).join(""), isShown };
  }, origin);
  expect(tried.read.replaceAll("refused", "")).toBe("");
  expect(tried.isShown).toBe(false);
  const cookie = sent.at(-1) ?? "";
  const stolen = await fetch(`${origin}/api/tasks`, { headers: { cookie, origin } });
  expect(stolen.status).toBe(401);
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Desk" })).toBeVisible();
  stranger.close();
});

test("the shop itself answers nothing of the desk", { tag: "@front" }, async ({ page, shop }) => {
  for (const path of ["/desk", "/api/commands", "/api/run", "/api/tasks", "/api/news", "/news", "/commands"])
    expect((await fetch(shop.url + path)).status, path).toBe(404);
  await page.goto("/");
  const files = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(files.filter((name) => /\bdesk\b/.test(name))).toEqual([]);
});

test.describe("at a phone", () => {
  test.use({ viewport: phone, hasTouch: true });

  test("what the menu has no room for is behind 'More'", async ({ page, shop }) => {
    await openDesk(page, (await shop.desk("--as", "Asha")).address);
    const menu = page.getByRole("navigation", { name: "Desk" });
    const more = menu.getByRole("button", { name: "More" });
    const books = menu.getByRole("link", { name: "Books" });
    await expect(menu.getByRole("link")).toHaveCount(4);
    await more.click();
    await expect(books).toBeInViewport();
    await expectUsable(page);
    await page.keyboard.press("Escape");
    await expect(books).toBeHidden();
    await more.click();
    await books.click();
    await expect(page.getByRole("heading", { name: "Books", level: 1 })).toBeVisible();
    await expect(books).toBeHidden();
    await more.click();
    await expect(books).toHaveAttribute("aria-current", "page");
  });
});
