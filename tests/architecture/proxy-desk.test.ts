import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { request } from "node:https";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOperatorAddress } from "#platform/operator/operator-address.ts";
import { openOperatorSocket, type OperatorSocket } from "#platform/operator/operator-socket.ts";
import { people } from "#shop/people/server/feature.ts";
import { IDLE_HEADER } from "../../desk/calls.ts";
import { serveDesk, type ServedDesk } from "../../desk/server/desk.ts";
import { createTestContext, type TestContext } from "../support/database.ts";
import { findNginx, type ShippedNginx, startShippedNginx } from "../support/nginx.ts";
import { makePasskey, signWithPasskey } from "../support/passkey.ts";
import { findFreePort } from "../support/processes.ts";

/* Checks the desk behind nginx with the files of deploy/nginx. Another server takes the place of the shop. */

const program = findNginx();
const DESK = "https://desk.shop.example";

let context: TestContext;
let socket: OperatorSocket;
let desk: ServedDesk;
let shop: Server;
let nginx: ShippedNginx;
let pages: string;
let https: number;
let askedShop: string[];

beforeAll(async () => {
  if (program === undefined) return;
  context = await createTestContext({ config: { deskUrl: DESK } });
  socket = await openOperatorSocket(context, people.commands ?? [], { people: people.deskPeople });
  pages = mkdtempSync(path.join(os.tmpdir(), "taruva-desk-"));
  writeFileSync(path.join(pages, "index.html"), "<title>Desk</title>");
  desk = await serveDesk({
    address: createOperatorAddress(context.config.dataDir),
    dataDir: context.config.dataDir,
    pages,
    port: 0,
    host: "127.0.0.1",
    url: DESK,
    trustedProxies: ["loopback"],
    osUser: "taruva",
    local: { commands: [], run: async () => ({ outcome: "done", result: {} }) },
  });
  askedShop = [];
  shop = createServer((asked, answer) => {
    askedShop.push(asked.url ?? "");
    answer.end("the shop");
  }).listen(0, "127.0.0.1");
  await once(shop, "listening");
  https = await findFreePort();
  nginx = await startShippedNginx(program, {
    http: await findFreePort(),
    https,
    shop: [(shop.address() as AddressInfo).port],
    desk: desk.port,
  });
});
afterAll(async () => {
  await nginx?.stop();
  shop?.close();
  await desk?.close();
  await socket?.close();
  await context?.close();
  if (pages) rmSync(pages, { recursive: true });
});

async function ask(method: string, url: string, { host = "desk.shop.example", cookie = "", body = {} } = {}) {
  const headers = { host, origin: DESK, "content-type": "application/json", [IDLE_HEADER]: "0", cookie };
  const asking = request({
    port: https,
    method,
    path: url,
    headers,
    rejectUnauthorized: false,
    agent: false,
  });
  asking.end(method === "POST" ? JSON.stringify(body) : undefined);
  const [answer] = (await once(asking, "response")) as [import("node:http").IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
}

type Challenge = Parameters<typeof makePasskey>[0];

describe.skipIf(program === undefined)("the desk behind the nginx configuration of deploy/", () => {
  test("an invited user opens the desk, joins, and signs in with a passkey (D119)", async () => {
    const page = await ask("GET", "/");
    expect(page).toMatchObject({ status: 200, text: "<title>Desk</title>" });
    expect(page.headers).toMatchObject({
      "strict-transport-security": "max-age=31536000",
      "content-security-policy": expect.stringContaining("worker-src 'self'") as string,
    });
    expect((await ask("GET", "/api/session")).status).toBe(401);
    const typed = { args: { name: "Asha" }, options: { invite: "on", role: "owner" }, folder: "/" };
    const { data } = (await people.commands?.[0]?.run(context, typed)) ?? {};
    const invitation = new URL((data as { link: string }).link).hash.slice(1);
    const begun = JSON.parse((await ask("POST", "/api/join/begin", { body: { invitation } })).text) as {
      options: Challenge;
    };
    const { passkey, response } = makePasskey(begun.options, DESK);
    const named = { device: "Phone", browser: "Chrome" };
    expect((await ask("POST", "/api/join", { body: { invitation, ...named, response } })).status).toBe(200);
    const challenge = JSON.parse((await ask("POST", "/api/sign-in/begin")).text) as Challenge;
    const signed = signWithPasskey(passkey, challenge, DESK);
    const signedIn = await ask("POST", "/api/sign-in", { body: { browser: "Chrome", response: signed } });
    const cookie = signedIn.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    const session = await ask("GET", "/api/session", { cookie });
    expect(session.status).toBe(200);
    expect(JSON.parse(session.text)).toMatchObject({ name: "Asha", role: "owner" });
    const { rows } = await context.database.pool.query("select distinct network from desk_session");
    expect(rows).toEqual([{ network: expect.stringMatching(/^127\.0\.0\./) as string }]);
  });

  test("the desk's host name serves no page of the shop, and no other host name serves the desk (T57)", async () => {
    askedShop = [];
    for (const path of ["/api/products/list/", "/api/cart", "/api/orders", "/socket.io/"])
      expect([path, (await ask("GET", path)).text]).not.toEqual([path, "the shop"]);
    expect(askedShop).toEqual([]);
    const ofDesk = ["/api/session", "/api/commands", "/api/me", "/desk.webmanifest", "/"];
    for (const path of ofDesk)
      expect([path, (await ask("GET", path, { host: "shop.example" })).text]).toEqual([path, "the shop"]);
    expect(askedShop).toEqual(ofDesk);
    for (const host of ["evil.example", "localhost", "127.0.0.1", "desk.shop.example.evil.example"])
      expect([host, (await ask("GET", "/", { host })).status]).toEqual([host, 403]);
  });

  test.each(["/api/run", "/api/files", "/api/join", "/api/unknown"])(
    "nginx never stores the request body of a signed-out client on disk: %s (T52)",
    async (path) => {
      const { status } = await ask("POST", path, { body: { invitation: "x".repeat(30_000) } });
      expect([401, 403, 404]).toContain(status);
      expect(nginx.listBodies()).toEqual([]);
    },
  );

  test("nginx answers too many sign-in attempts from one IP address with 429 (T57)", async () => {
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 30 && !statuses.has(429); attempt++)
      statuses.add((await ask("POST", "/api/sign-in/begin")).status);
    expect([...statuses]).toEqual([200, 429]);
    expect((await ask("GET", "/")).status).toBe(200);
  });
});
