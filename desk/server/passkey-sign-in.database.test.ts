import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request, type Server } from "node:http";
import type { Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRefundConfirmation, type Command, defineCommand } from "#platform/operator/command.ts";
import type { OperatorRole } from "#platform/operator/roles.ts";
import { mayTakeLong } from "#platform/limits/slow-clients.ts";
import { createOperatorAddress } from "#platform/operator/operator-address.ts";
import { openOperatorSocket, type OperatorSocket } from "#platform/operator/operator-socket.ts";
import { people } from "#shop/people/server/feature.ts";
import { createTestContext, type TestContext } from "../../tests/support/database.ts";
import { makePasskey, type Passkey, signWithPasskey } from "../../tests/support/passkey.ts";
import { IDLE_HEADER, type RunReply, type Task } from "../calls.ts";
import { serveDesk, type ServedDesk } from "./desk.ts";

/* Tests the desk with passkey sign-in against a real operator socket. The requests look like those of a proxy. */

const URL_OF_DESK = "https://desk.shop.example";

let context: TestContext;
let socket: OperatorSocket;
let desk: ServedDesk;
let pages: string;

const nothing = { args: [], options: {} };
const commands: Command[] = [
  defineCommand({
    noun: "shelf",
    verb: "count",
    summary: "Counts a shelf.",
    examples: ["shelf count"],
    ...nothing,
    reads: true,
    run: async () => ({ message: "Three." }),
  }),
  defineCommand({
    noun: "shelf",
    verb: "price",
    summary: "Sets a price, and the fee that only an owner sets.",
    examples: ["shelf price"],
    args: [],
    options: { fee: { summary: "a setting of money", onlyOwner: true }, title: { summary: "its words" } },
    run: async () => ({ message: "Set." }),
  }),
  defineCommand({
    noun: "shelf",
    verb: "export",
    summary: "Hands out everything.",
    examples: ["shelf export"],
    ...nothing,
    asksPasskey: true,
    run: async () => ({ message: "Handed out." }),
  }),
  defineCommand({
    noun: "shelf",
    verb: "refund",
    summary: "Gives money back.",
    examples: ["shelf refund"],
    args: [{ name: "paise", summary: "how much" }],
    options: {},
    async run(_context, { args, ...said }) {
      const ask = createRefundConfirmation<{ amountPaise: number }>(
        said,
        ({ amountPaise }) => `Give back ${amountPaise}?`,
      );
      ask({ amountPaise: Number(args["paise"]) });
      return { message: "Given back." };
    },
  }),
  ...(people.commands ?? []),
];

beforeAll(async () => {
  context = await createTestContext({ config: { deskUrl: URL_OF_DESK } });
  pages = mkdtempSync(path.join(os.tmpdir(), "taruva-desk-"));
  writeFileSync(path.join(pages, "index.html"), "<title>Desk</title>");
  socket = await openOperatorSocket(context, commands, { people: people.deskPeople });
  desk = await serveDesk({
    address: createOperatorAddress(context.config.dataDir),
    dataDir: context.config.dataDir,
    pages,
    port: 0,
    host: "127.0.0.1",
    url: URL_OF_DESK,
    trustedProxies: ["loopback"],
    osUser: "taruva",
    local: { commands: [], run: async () => ({ outcome: "done", result: {} }) },
  });
});
beforeEach(() => context.wipe());
afterAll(async () => {
  await desk.close();
  await socket.close();
  await context.close();
  rmSync(pages, { recursive: true });
});

interface RequestInput {
  method?: string;
  body?: unknown;
  headers?: Record<string, string | string[] | undefined>;
}

async function ask(url: string, options: RequestInput = {}) {
  const { body } = options;
  const sentBody = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const length = sentBody === undefined ? undefined : Buffer.byteLength(sentBody);
  const { asking, answered } = startAsking(url, length, options);
  asking.end(sentBody);
  return answered();
}

/** Sends the headers of a request. */
function startAsking(url: string, length: number | undefined, { method = "GET", headers }: RequestInput) {
  const all = {
    host: "desk.shop.example",
    "x-forwarded-proto": "https",
    "x-forwarded-for": "203.0.113.7",
    origin: URL_OF_DESK,
    "content-type": "application/json",
    "sec-fetch-site": "same-origin",
    [IDLE_HEADER]: "0",
    "content-length": length === undefined ? undefined : String(length),
    ...headers,
  };
  const sent = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, one] as const),
  );
  const asking = request({
    host: "127.0.0.1",
    port: desk.port,
    path: url,
    method,
    setHost: false,
    headers: sent.flat(),
  });
  const arrived = Promise.withResolvers<IncomingMessage>();
  asking.on("response", arrived.resolve).on("error", arrived.reject);
  const answered = async () => {
    const answer = await arrived.promise;
    const responseText = await text(answer);
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      text: responseText,
      json: () => JSON.parse(responseText) as unknown,
    };
  };
  return { asking, answered };
}

const post = (url: string, body: unknown, headers: RequestInput["headers"] = {}) =>
  ask(url, { method: "POST", body, headers });

interface Member {
  passkey: Passkey;
  cookie: string;
}

async function join(name: string, role: OperatorRole): Promise<Member> {
  const typed = { args: { name }, options: { invite: "on", role }, folder: "/" };
  const { data } = (await people.commands?.[0]?.run(context, typed)) ?? {};
  const invitation = new URL((data as { link: string }).link).hash.slice(1);
  const begun = (await post("/api/join/begin", { invitation })).json() as {
    options: Parameters<typeof makePasskey>[0];
  };
  const { passkey, response } = makePasskey(begun.options, URL_OF_DESK);
  const joined = await post("/api/join", { invitation, device: "Phone", browser: "Chrome", response });
  return { passkey, cookie: readCookie(joined) };
}

const readCookie = ({ headers }: Awaited<ReturnType<typeof ask>>): string =>
  headers["set-cookie"]?.[0]?.split(";")[0] ?? "";

async function signIn(passkey: Passkey) {
  const options = (await post("/api/sign-in/begin", {})).json() as { challenge: string };
  return post("/api/sign-in", {
    browser: "Chrome",
    response: signWithPasskey(passkey, options, URL_OF_DESK),
  });
}

async function prove({ passkey, cookie }: Member) {
  const options = (await post("/api/prove/begin", {}, { cookie })).json() as { challenge: string };
  return post("/api/prove", { response: signWithPasskey(passkey, options, URL_OF_DESK) }, { cookie });
}

async function run(cookie: string, verb: string, more: object = {}, noun = "shelf"): Promise<RunReply> {
  const body = { task: crypto.randomUUID(), noun, verb, ...more };
  const { text: responseText } = await post("/api/run", body, { cookie });
  return JSON.parse(responseText.trim().split("\n").at(-1) ?? "") as RunReply;
}

const readRecord = async () =>
  (
    await context.database.pool.query(
      "select name, role, command, outcome from operator_audit where command like 'shelf%' order by id",
    )
  ).rows as unknown[];

test("T23: a slow request without a session ends at Node's limit of five minutes, but a user's upload does not", async () => {
  const { cookie } = await join("Asha", "manager");
  const askSlowly = async (
    url: string,
    headers: NonNullable<RequestInput["headers"]>,
    mayBeSlow: boolean,
  ) => {
    let started: { request: IncomingMessage; server: Server; socket: Socket } | undefined;
    const note = (message: unknown) => {
      const candidate = message as NonNullable<typeof started>;
      if (candidate.request.url === url) started = candidate;
    };
    subscribe("http.server.request.start", note);
    const { asking, answered } = startAsking(url, 2, { method: "POST", headers });
    asking.write("{");
    await expect.poll(() => started && mayTakeLong(started.socket)).toBe(mayBeSlow);
    unsubscribe("http.server.request.start", note);
    const tooSlow = Object.assign(new Error("too slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    started?.server.emit("clientError", tooSlow, started.socket);
    asking.end("}");
    return (await answered()).status;
  };
  const file = { cookie, "content-type": "application/octet-stream" };
  expect(await askSlowly("/api/files?name=bowl.jpg", file, true)).toBe(200);
  expect(await askSlowly("/api/sign-in", {}, false)).toBe(408);
});

describe("signing in at the remote desk (D119, T57)", () => {
  test("a user signs in with a passkey, and the user's command is recorded with the user's name", async () => {
    const { passkey } = await join("Asha", "manager");
    const signedIn = await signIn(passkey);
    expect(signedIn.headers["set-cookie"]).toEqual([
      expect.stringMatching(
        /^__Host-desk=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
      ),
    ]);
    expect(signedIn.text).toBe("{}");
    const cookie = readCookie(signedIn);
    expect((await ask("/api/session", { headers: { cookie } })).json()).toMatchObject({
      name: "Asha",
      role: "manager",
      entrance: "passkey",
    });
    expect(await run(cookie, "price")).toMatchObject({ outcome: "done" });
    expect(await readRecord()).toEqual([
      { name: "Asha", role: "manager", command: "shelf price", outcome: "done" },
    ]);
  });

  test("a request without a session, with a made-up session or with two cookies gets no data", async () => {
    const { cookie } = await join("Asha", "owner");
    for (const stolen of [
      undefined,
      "__Host-desk=",
      `__Host-desk=${"A".repeat(43)}`,
      `${cookie}; ${cookie}`,
    ]) {
      for (const url of [
        "/api/session",
        "/api/commands",
        "/api/tasks",
        "/api/news",
        "/api/me",
        "/pictures/x.jpg",
      ])
        expect(await ask(url, { headers: { cookie: stolen } }), url).toMatchObject({ status: 401 });
      for (const url of ["/api/view", "/api/run", "/api/files", "/api/prove/begin", "/api/sign-out"])
        expect((await post(url, {}, { cookie: stolen })).status, url).toBeGreaterThanOrEqual(401);
    }
  });

  test("the response to a signed-out browser contains only an error and how to sign in", async () => {
    expect((await ask("/api/session")).json()).toEqual({
      error: { code: "signed out", message: "You are signed out.", entrance: "passkey" },
    });
    expect((await post("/api/join/begin", { invitation: "x" })).status).toBe(403);
  });

  test("sign-in attempts are counted by the IP address that the proxy reports, not by an address in the request body", async () => {
    const limited = async (headers: RequestInput["headers"]) =>
      (
        await Promise.all(
          Array.from({ length: 45 }, (_, at) =>
            post("/api/sign-in/begin", { ip: `198.51.100.${at}` }, headers),
          ),
        )
      ).filter(({ status }) => status === 429).length;
    expect(await limited({ "x-forwarded-for": "198.51.100.99" })).toBeGreaterThanOrEqual(5);
    // If the proxy does not send the visitor's address, all visitors have the proxy's address and share one limit.
    expect(await limited({ "x-forwarded-for": undefined })).toBeGreaterThanOrEqual(5);
  });
});

describe("requests that do not come from the desk's own page (T57)", () => {
  test.each<[string, RequestInput["headers"]]>([
    ["another host name", { host: "desk.evil.example" }],
    ["the address of the machine", { host: "127.0.0.1:4400" }],
    ["the shop's host name", { host: "shop.example" }],
    ["another port", { host: "desk.shop.example:8443" }],
    ["two host names", { host: ["desk.shop.example", "evil.example"] }],
    ["a name in X-Forwarded-Host only", { host: "evil.example", "x-forwarded-host": "desk.shop.example" }],
    ["plain http", { "x-forwarded-proto": "http" }],
    ["a proxy that sends no X-Forwarded-Proto", { "x-forwarded-proto": undefined }],
    ["another origin", { origin: "https://shop.example" }],
    ["a page without an origin", { origin: "null" }],
    ["a page of the same site", { "sec-fetch-site": "same-site" }],
    ["another site's frame or picture", { "sec-fetch-site": "cross-site" }],
    ["a form or picture, which does not send the desk's header", { [IDLE_HEADER]: undefined }],
  ])("a request of another host or page is refused, with or without a session: %s", async (_, headers) => {
    const { cookie } = await join("Asha", "owner");
    expect(await ask("/api/tasks", { headers: { cookie, ...headers } })).toMatchObject({ status: 403 });
    const act = { task: crypto.randomUUID(), noun: "shelf", verb: "price" };
    expect(await post("/api/run", act, { cookie, ...headers })).toMatchObject({ status: 403 });
    expect(await ask("/api/tasks", { headers: { ...headers } })).toMatchObject({ status: 403 });
    expect(await post("/api/sign-in/begin", {}, headers)).toMatchObject({ status: 403 });
    expect(await readRecord()).toEqual([]);
  });

  test("a POST request without an Origin header, or with the content type of a form, is refused", async () => {
    const { cookie } = await join("Asha", "owner");
    const body = JSON.stringify({ task: crypto.randomUUID(), noun: "shelf", verb: "price" });
    expect((await post("/api/run", body, { cookie, origin: undefined })).status).toBe(403);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json;charset=x"])
      for (const url of ["/api/run", "/api/view", "/api/sign-in/begin", "/api/sign-out"])
        expect((await post(url, body, { cookie, "content-type": type })).status, url).toBe(415);
    expect(await readRecord()).toEqual([]);
  });

  test("a link from another page to a URL that begins with two slashes gets the desk's page and no data", async () => {
    const { cookie } = await join("Asha", "owner");
    const link = {
      cookie,
      origin: undefined,
      [IDLE_HEADER]: undefined,
      "sec-fetch-site": "same-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    expect((await ask("/api/me", { headers: link })).status).toBe(403);
    expect((await ask("//host/api/me", { headers: link })).text).toBe("<title>Desk</title>");
  });

  test("the desk's pages, data and errors cannot be framed by another page and are not cached", async () => {
    const { cookie } = await join("Asha", "owner");
    const act = { task: crypto.randomUUID(), noun: "shelf", verb: "count" };
    const responses = [
      await ask("/"),
      await ask("/orders/TRV-7K3M9Q"),
      await ask("/x.jpg"),
      await ask("/api/session"),
      await ask("/api/session", { headers: { host: "evil.example" } }),
      await post("/api/sign-in/begin", {}),
      await ask("/api/session", { headers: { cookie } }),
      await ask("/api/commands", { headers: { cookie } }),
      await ask("/api/none", { headers: { cookie } }),
      await post("/api/run", act, { cookie }),
      await post("/api/run", "{", { cookie }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([
      200, 200, 404, 401, 403, 200, 200, 200, 404, 200, 400,
    ]);
    for (const { headers } of responses) {
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "x-frame-options": "DENY",
        "strict-transport-security": "max-age=31536000",
      });
    }
  });
});

describe("permissions at the remote desk (T57)", () => {
  test("the role of a desk user is read from the session, not from the request", async () => {
    const { cookie } = await join("Ravi", "packer");
    const claims = { role: "owner", name: "Asha", session: "x", isProved: true, confirmed: true };
    expect(await run(cookie, "price", claims)).toMatchObject({ outcome: "unknown" });
    const list = (await ask("/api/commands", { headers: { cookie } })).json();
    expect(list).toEqual([]);
    expect(await run(cookie, "", claims, "people")).toMatchObject({ outcome: "unknown" });
  });

  test("a manager cannot use the commands and options that are only for the owner, such as those for the team", async () => {
    const { cookie } = await join("Meera", "manager");
    const title = { options: { title: "Bowl" } };
    expect(await run(cookie, "price", title)).toMatchObject({ outcome: "done" });
    expect(await run(cookie, "price", { options: { fee: "0" } })).toEqual({
      outcome: "refused",
      message: "Fee: Only the owner can use this.",
      fields: { fee: "Only the owner can use this." },
    });
    const eve = { args: { name: "Eve" }, options: { invite: "on", role: "owner" } };
    expect(await run(cookie, "", eve, "people")).toMatchObject({ outcome: "unknown" });
    const list = (await ask("/api/commands", { headers: { cookie } })).json() as { noun: string }[];
    expect(list.map(({ noun }) => noun)).not.toContain("people");
  });

  test("a changed role and the removal of a user apply from the next request", async () => {
    await join("Asha", "owner");
    const { cookie } = await join("Ravi", "owner");
    const say = (options: Record<string, string>) =>
      people.commands?.[0]?.run(context, { args: { name: "Ravi" }, options, folder: "/", confirmed: true });
    await say({ role: "packer" });
    expect(await run(cookie, "price")).toMatchObject({ outcome: "unknown" });
    await say({ remove: "on" });
    expect(await ask("/api/tasks", { headers: { cookie } })).toMatchObject({ status: 401 });
    expect(await readRecord()).toEqual([]);
  });

  test("a user does not see other users' tasks and results", async () => {
    const asha = await join("Asha", "owner");
    const ravi = await join("Ravi", "owner");
    await run(asha.cookie, "price");
    const list = async (cookie: string) =>
      (await ask("/api/tasks", { headers: { cookie } })).json() as Task[];
    expect(await list(asha.cookie)).toHaveLength(1);
    expect(await list(ravi.cookie)).toEqual([]);
    const [task] = await list(asha.cookie);
    expect(
      await ask(`/api/files?task=${task?.task}&name=x`, { headers: { cookie: ravi.cookie } }),
    ).toMatchObject({
      status: 404,
    });
  });

  test("exports of data and large refunds ask for the passkey again, and a small refund does not", async () => {
    const asha = await join("Asha", "owner");
    const refund = (paise: number) =>
      run(asha.cookie, "refund", { args: { paise: String(paise) }, confirmed: true });
    expect(await refund(500_000)).toMatchObject({ outcome: "done" });
    expect(await refund(500_001)).toMatchObject({ outcome: "passkey" });
    expect(await run(asha.cookie, "export")).toMatchObject({ outcome: "passkey" });
    expect(
      await run(
        asha.cookie,
        "",
        { args: { name: "Asha" }, options: { remove: "on" }, confirmed: true },
        "people",
      ),
    ).toMatchObject({
      outcome: "passkey",
    });
    expect(await readRecord()).toHaveLength(1);
    expect((await prove(asha)).status).toBe(200);
    expect(await refund(500_001)).toMatchObject({ outcome: "done" });
    expect(await run(asha.cookie, "export")).toMatchObject({ outcome: "done" });
    // A confirmation is only valid in the browser in which the user made it.
    const other = readCookie(await signIn(asha.passkey));
    expect(await run(other, "export")).toMatchObject({ outcome: "passkey" });
  });

  test("signing out ends the session on the server, not only the cookie", async () => {
    const { cookie } = await join("Asha", "owner");
    const ended = await ask("/api/session", { method: "DELETE", headers: { cookie } });
    expect(ended.headers["set-cookie"]?.[0]).toMatch(/^__Host-desk=; .*Max-Age=0$/);
    expect(await ask("/api/tasks", { headers: { cookie } })).toMatchObject({ status: 401 });
  });
});
