import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { routes } from "../../../server/features.ts";
import { links } from "#contract/links.ts";
import { hashRows } from "../../support/row-hash.ts";
import { logIn as logInByHand } from "../../support/register.ts";
import type { Shop } from "../../support/shop.ts";
import { type Figure, none, type Scenario } from "../scenario.ts";
import { inBrowser } from "./browser.ts";
import { inShop } from "./calls.ts";
import { expectDone, makeVictim, type Victim } from "./victim.ts";

export const foreignPage: Scenario = {
  name: "foreign-page",
  summary: "other sites' pages, one of them on the same host, ask for every call in a customer's browser",
  threat: "T6",
  engines: ["embedded", "server"],
  inShortForm: false,
  run: (stage) =>
    inShop(stage, {}, async (shop) => {
      const victim = await makeVictim(shop);
      await expectDone(
        shop,
        "/api/cart/add",
        { productId: PIECE, quantity: 1 },
        { token: victim.accessToken },
      );
      const foreign = await openForeignSite();
      try {
        return await attackFrom(shop, victim, foreign.port, stage.say);
      } finally {
        await foreign.close();
      }
    }),
};

const PIECE = "acacia-everyday-bowl";
/** What a foreign page must not be able to change: who is in, what is ordered, said and kept. */
const TABLES = [
  "account",
  "address",
  "cart_line",
  "orders",
  "payment",
  "testimonial",
  "contact_message",
  "newsletter_subscriber",
  "password_reset",
];

async function attackFrom(
  shop: Shop,
  victim: Victim,
  port: number,
  say: (line: string) => void,
): Promise<Figure[]> {
  return inBrowser(async (browser) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(shop.url + links.logIn());
    await logInByHand(page, victim);
    await page.waitForURL(`${shop.url}/`);
    const before = await rowsOf(shop);
    const figures: Figure[] = [];
    // Another port of the same host is the same site: the cookie comes along, and only the origin tells them apart.
    for (const host of ["127.0.0.1", "localhost"]) {
      const bait = await context.newPage();
      await bait.goto(`http://${host}:${port}/`);
      const read = await bait.evaluate(pageOfTheAttacker, { shopUrl: shop.url, calls: callsOf(victim) });
      say(`from ${host}: ${read.sent} requests sent, ${read.readable.length} answers readable`);
      figures.push(none(`answers that a page of ${host} could read`, read.readable));
      await bait.close();
    }
    const after = await rowsOf(shop);
    await page.goto(shop.url + links.profile);
    const isIn = await page
      .getByRole("textbox", { name: "First Name" })
      .waitFor({ timeout: 20_000 })
      .then(
        () => true,
        () => false,
      );
    return [
      ...figures,
      none(
        "tables that were changed",
        TABLES.filter((table) => before[table] !== after[table]),
      ),
      { what: "the customer is still logged in", value: isIn ? 1 : 0, atLeast: 1 },
    ];
  });
}

const rowsOf = (shop: Shop): Promise<Record<string, string>> =>
  shop.behindTheCounter(async (db) => {
    const hashes: Record<string, string> = {};
    for (const table of TABLES) hashes[table] = await hashRows({ database: { pool: db.$client } }, table);
    return hashes;
  });

interface ForeignCall {
  method: string;
  path: string;
}

/** Every call of the shop, with the customer's own ids in its path: the attacker may know them. */
const callsOf = (victim: Victim): ForeignCall[] =>
  routes.flatMap(({ endpoint: { method, path, aliases = [] } }) =>
    [path, ...aliases].map((each) => ({ method, path: each.replaceAll(/:\w+/g, victim.accountId) })),
  );

/** Runs in the attacker's page: forms, fetches, pictures and sockets, with everything a body could need. */
async function pageOfTheAttacker({ shopUrl, calls }: { shopUrl: string; calls: ForeignCall[] }) {
  const body: Record<string, unknown> = {
    firstName: "Mallory",
    lastName: "M",
    phoneNumber: "9999999999",
    productId: "acacia-everyday-bowl",
    quantity: 9,
    street: "1",
    city: "Surat",
    state: "Gujarat",
    zipCode: "395002",
    name: "Mallory",
    email: "mallory@example.com",
    message: "planted",
    rating: 1,
    items: [{ productId: "acacia-everyday-bowl", quantity: 1 }],
    shippingAddress: { street: "1", city: "Surat", state: "Gujarat" },
  };
  const readable: string[] = [];
  let sent = 0;
  const ask = async (path: string, init: RequestInit) => {
    sent++;
    const answer = await fetch(shopUrl + path, { credentials: "include", ...init }).catch(() => null);
    const text = answer && answer.type !== "opaque" ? await answer.text().catch(() => "") : "";
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
  await submitForms();
  await openSocket();
  return { sent, readable };

  /** Forms, as they are posted without scripts, and the ones that scripts would post. */
  async function submitForms(): Promise<void> {
    for (const [target, type] of [
      ["/log-in", types[1]],
      ["/contact-us", types[1]],
      ["/forgot-password", types[1]],
      ["/api/auth/logout", types[0]],
      ["/api/orders", types[0]],
      ["/api/testimonials", types[2]],
    ] as const) {
      const frame = document.createElement("iframe");
      frame.name = `frame-${sent}`;
      const element = document.createElement("form");
      Object.assign(element, {
        action: shopUrl + target,
        method: "post",
        enctype: type ?? "",
        target: frame.name,
      });
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
  }

  /** The live connection tells of orders; no one else's page may hear it. */
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

async function openForeignSite() {
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Win a bowl</title>"),
  );
  server.listen(0);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
