import { links } from "#contract/links.ts";
import { expect, test } from "../support/journey-shop.ts";
import { logIn, registerBuyer } from "../support/visitors.ts";
import { checkOut, getTextbox } from "./checkout-page.ts";

/* Browsers resolve all names below `localhost` to this machine. */
test.use({
  settings: {
    PUBLIC_URL: "http://shop.taruva.localhost:{port}",
    API_URL: "http://api.taruva.localhost:{port}",
  },
});

test(
  "a customer logs in, buys, pays and sees the delivery live if the API has its own origin (D90)",
  { tag: ["@front", "@long"] },
  async ({ page, shop }) => {
    const { port } = new URL(shop.url);
    const customer = await registerBuyer(shop.url, `two-origins.${Date.now()}`);
    const called = new Set<string>();
    const errors: string[] = [];
    const record = (address: string) => {
      const { host, pathname } = new URL(address);
      const [, call] = /^\/(api|addresses|socket\.io)\//.exec(pathname) ?? [];
      if (call !== undefined) called.add(`${call} at ${host}`);
    };
    page.on("request", (request) => record(request.url()));
    page.on("websocket", (line) => record(line.url()));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    const open = (path: string) => page.goto(`http://shop.taruva.localhost:${port}${path}`);

    await open(links.logIn());
    await logIn(page, customer);
    await expect(page.getByRole("heading", { name: "Newly Launched" })).toBeVisible();
    await open(links.product("acacia-everyday-bowl"));
    await page.getByRole("button", { name: "Add to Bag" }).first().click();
    await expect(page.getByRole("button", { name: "Shopping Cart, 1 piece" })).toBeVisible();
    await open(links.checkout);
    await expect(getTextbox(page, "Address")).toHaveValue("12 Ring Road");
    await checkOut(page);
    const frame = page.getByRole("dialog", { name: "Pay Online" }).frameLocator("iframe");
    await frame.getByLabel("Card number").fill("4111111111111111");
    await frame.getByLabel("Expiry (MM/YY)").fill("12/30");
    await frame.getByLabel("CVV").fill("123");
    await frame.getByLabel("Name on card").fill("Meera Shah");
    await frame.getByLabel("Name on card").press("Enter");
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader") });
    await expect(row).toContainText("Processing");
    const orderId = await row.getByRole("rowheader").innerText();
    expect((await shop.operator("orders", "deliver", orderId, "--in-person", "--yes")).code).toBe(0);
    await expect(row).toContainText("Delivered");

    const api = `api.taruva.localhost:${port}`;
    expect([...called].toSorted()).toEqual([`addresses at ${api}`, `api at ${api}`, `socket.io at ${api}`]);
    expect(errors).toEqual([]);
  },
);
