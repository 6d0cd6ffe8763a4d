import { createServer } from "node:http";
import { links } from "#contract/links.ts";
import type { Db } from "#platform/database/database.ts";
import { addToCart } from "#shop/cart/endpoints.ts";
import { routes } from "../../../server/features.ts";
import { hashTables } from "../../support/database.ts";
import { listenLocally } from "../../support/processes.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { logIn as logInByHand } from "../../support/visitors.ts";
import { runInBrowser } from "../browser.ts";
import { createVictim, expectDone, type Victim } from "../calls.ts";
import { runInShop } from "../crowded-shop.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure } from "../scenario.ts";

const PRODUCT = "acacia-everyday-bowl";

/** The shop itself may change these tables during the attack: queue, rate limits, counts, notices and heartbeat. */
const CHANGED_BY_SHOP = [
  "outbox",
  "rate_limit",
  "visit_count",
  "back_in_stock_level",
  "low_stock_notice",
  "owner_digest",
  "shop_process",
];

export const foreignPage: Scenario = {
  name: "foreign-page",
  summary: "pages of other sites, one of them on the same host, make every call in a customer's browser",
  threat: "T6",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const victim = await createVictim(shop);
      const body = { productId: PRODUCT, quantity: 1 };
      await expectDone(shop, addToCart.path, body, { token: victim.accessToken });
      const site = createServer((_request, response) =>
        response
          .writeHead(200, { "content-type": "text/html" })
          .end("<!doctype html><title>Win a bowl</title>"),
      );
      try {
        return await attackFromPage(run, shop, victim, await listenLocally(site));
      } finally {
        site.closeAllConnections();
        site.close();
      }
    }),
};

async function attackFromPage(run: ScenarioRun, shop: Shop, victim: Victim, port: number): Promise<Figure[]> {
  return runInBrowser(async (browser) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(shop.url + links.logIn());
    await logInByHand(page, victim);
    await page.waitForURL(`${shop.url}/`);
    const previousHashes = await shop.withDatabase(hashShop);
    const figures: Figure[] = [];
    // Browsers treat another port of the shop's host as the same site, so they send the cookie. The Origin differs.
    for (const host of ["127.0.0.1", "localhost"]) {
      const bait = await context.newPage();
      await bait.goto(`http://${host}:${port}/`);
      const result = await bait.evaluate(attackInPage, {
        shopUrl: shop.url,
        product: PRODUCT,
        calls: listCalls(victim),
      });
      run.say(`from ${host}: ${result.sent} requests sent, ${result.readable.length} responses readable`);
      figures.push(toNoneFigure(`responses that a page of ${host} could read`, result.readable));
      await bait.close();
    }
    const after = await shop.withDatabase(hashShop);
    await page.goto(shop.url + links.profile);
    const isLoggedIn = await page
      .getByRole("textbox", { name: "First Name" })
      .waitFor({ timeout: 20_000 })
      .then(
        () => true,
        () => false,
      );
    return [
      ...figures,
      toNoneFigure(
        "tables that were changed",
        Object.keys(after).filter((table) => previousHashes[table] !== after[table]),
      ),
      { what: "the customer is still logged in", value: isLoggedIn ? 1 : 0, atLeast: 1 },
    ];
  });
}

const hashShop = ({ $client }: Db) => hashTables($client, CHANGED_BY_SHOP);

/** Returns every API call. Each path parameter is the victim's account id, which an attacker may know. */
const listCalls = ({ accountId }: Victim) =>
  routes.flatMap(({ endpoint: { method, path }, contract: { aliases = [] } }) =>
    [path, ...aliases].map((each) => ({ method, path: each.replaceAll(/:\w+/g, accountId) })),
  );

/** Runs in the attacker's page. Sends the same body with every call. The body has the fields of many calls. */
async function attackInPage({
  shopUrl,
  product,
  calls,
}: {
  shopUrl: string;
  product: string;
  calls: { method: string; path: string }[];
}) {
  const body: Record<string, unknown> = {
    firstName: "Mallory",
    lastName: "M",
    phoneNumber: "9999999999",
    productId: product,
    quantity: 9,
    street: "1",
    city: "Surat",
    state: "Gujarat",
    zipCode: "395002",
    name: "Mallory",
    email: "mallory@example.com",
    message: "planted",
    rating: 1,
    items: [{ productId: product, quantity: 1 }],
    shippingAddress: { street: "1", city: "Surat", state: "Gujarat" },
  };
  const readable: string[] = [];
  let sent = 0;
  const ask = async (path: string, init: RequestInit) => {
    sent++;
    const response = await fetch(shopUrl + path, { credentials: "include", ...init }).catch(() => null);
    const text = response && response.type !== "opaque" ? await response.text().catch(() => "") : "";
    if (text !== "") readable.push(`${init.method ?? "GET"} ${path}: ${text.slice(0, 80)}`);
  };
  const json = JSON.stringify(body);
  const form = new URLSearchParams(
    Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"];
  for (const { method, path } of calls) {
    if (method === "GET") {
      await ask(path, { mode: "no-cors" });
      await ask(path, {});
      continue;
    }
    await ask(path, { method, headers: { "content-type": "application/json" }, body: json });
    await ask(path, { method: "POST", mode: "no-cors", body: json });
    for (const type of types)
      await ask(path, { method: "POST", mode: "no-cors", headers: { "content-type": type }, body: json });
    await ask(path, { method: "POST", mode: "no-cors", body: form });
    navigator.sendBeacon(shopUrl + path, new Blob([json], { type: "text/plain" }));
    sent++;
  }
  for (const [target, enctype] of [
    ["/log-in", types[1]],
    ["/contact-us", types[1]],
    ["/forgot-password", types[1]],
    ["/api/auth/logout", types[0]],
    ["/api/orders", types[0]],
    ["/api/testimonials", types[2]],
  ] as const)
    await submitForm(shopUrl + target, enctype ?? "");
  await openSocket();
  return { sent, readable };

  async function submitForm(action: string, enctype: string): Promise<void> {
    const frame = document.createElement("iframe");
    frame.name = `frame-${sent}`;
    const element = document.createElement("form");
    Object.assign(element, { action, method: "post", enctype, target: frame.name });
    for (const [name, value] of [...form, ["form", "contact"] as const]) {
      const input = document.createElement("input");
      Object.assign(input, { name, value });
      element.append(input);
    }
    document.body.append(frame, element);
    const loaded = new Promise((resolve) => {
      frame.addEventListener("load", resolve, { once: true });
      setTimeout(resolve, 3_000);
    });
    element.submit();
    sent++;
    await loaded;
  }

  async function openSocket(): Promise<void> {
    sent++;
    await new Promise<void>((resolve) => {
      const socket = new WebSocket(`${shopUrl.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
      socket.addEventListener("message", ({ data }) => readable.push(`socket: ${String(data)}`));
      for (const end of ["error", "close"]) socket.addEventListener(end, () => resolve());
      setTimeout(resolve, 3_000);
    });
  }
}
