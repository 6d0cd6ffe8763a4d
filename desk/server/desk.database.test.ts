import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CommandRefused, defineCommand, onlyMessage } from "#platform/operator/command.ts";
import { createOperatorAddress } from "#platform/operator/operator-address.ts";
import { openOperatorSocket, type OperatorSocket } from "#platform/operator/operator-socket.ts";
import type { OperatorRole } from "#platform/operator/protocol.ts";
import { createTestContext, type TestContext } from "../../tests/support/database.ts";
import { type RunReply, type SignedIn, type Task, TOKEN_HEADER } from "../calls.ts";
import { openDesk, type OpenDesk } from "./desk.ts";

/* The desk's process before a real operator's socket with a few commands behind it. */

let context: TestContext;
let socket: OperatorSocket;
let pages: string;
let desk: OpenDesk;
let packers: OpenDesk;
let price = "₹100";
const begun = Promise.withResolvers<void>();
const enough = Promise.withResolvers<void>();

const nothing = { args: [], options: {} };
const commands = [
  defineCommand({
    noun: "shelf",
    verb: "count",
    summary: "Counts a shelf.",
    examples: ["shelf count"],
    ...nothing,
    reads: true,
    forPacker: ({ data }) => ({ data: { pieces: (data as { pieces: number }).pieces } }),
    run: async () => ({ message: "₹900 lies there", data: { pieces: 3, worth: 90_000 } }),
  }),
  defineCommand({
    noun: "shelf",
    verb: "label",
    summary: "Writes a label.",
    examples: ["shelf label"],
    args: [{ name: "text", summary: "a file with its text" }],
    options: {},
    forPacker: onlyMessage,
    async run(_context, { args, folder }) {
      await writeFile(path.join(folder, "label.txt"), readFileSync(args["text"] ?? "", "utf8").toUpperCase());
      return { message: "Written.", data: { customer: "asha@example.com" } };
    },
  }),
  defineCommand({
    noun: "shelf",
    verb: "price",
    summary: "Sets a price.",
    examples: ["shelf price"],
    args: [{ name: "price", summary: "the price" }],
    options: {},
    confirm: ({ args }) => `Set it to ${args["price"]}?`,
    revision: async () => price,
    async run(_context, { args }) {
      if (args["price"] === "₹0") throw new CommandRefused("Nothing is free. Write a price.");
      price = args["price"] ?? "";
      return { message: `It costs ${price}.` };
    },
  }),
  defineCommand({
    noun: "shelf",
    verb: "sweep",
    summary: "Sweeps for long.",
    examples: ["shelf sweep"],
    ...nothing,
    async run(_context, _input, report) {
      report?.("Sweeping", 1, 2);
      begun.resolve();
      await enough.promise;
      return { message: "Swept." };
    },
  }),
];

beforeAll(async () => {
  context = await createTestContext();
  pages = mkdtempSync(path.join(os.tmpdir(), "taruva-desk-"));
  mkdirSync(path.join(pages, "assets"));
  writeFileSync(path.join(pages, "index.html"), "<title>Desk</title>");
  socket = await openOperatorSocket(context, commands);
  desk = await open("Asha", "owner");
  packers = await open("Ravi", "packer");
});
beforeEach(() => context.wipe());
afterAll(async () => {
  await desk.close();
  await packers.close();
  await socket.close();
  await context.close();
  rmSync(pages, { recursive: true });
});

const open = (name: string, role: OperatorRole) =>
  openDesk({
    address: createOperatorAddress(context.config.dataDir),
    dataDir: context.config.dataDir,
    pages,
    port: 0,
    name,
    role,
    osUser: "root",
  });

interface Asking {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** As a browser would ask, or as nobody's browser would. */
async function ask({ port }: OpenDesk, url: string, { method = "GET", body, headers }: Asking = {}) {
  const own = {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    "content-type": "application/json",
  };
  const asking = request({ host: "127.0.0.1", port, path: url, method, headers: { ...own, ...headers } });
  const answered = Promise.withResolvers<import("node:http").IncomingMessage>();
  asking.on("response", answered.resolve).on("error", answered.reject);
  asking.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  const answer = await answered.promise;
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
}

/** Signs in as a browser does, and asks from then on as its page. */
async function signIn(at: OpenDesk) {
  const key = new URL(at.createAddress()).hash.slice(1);
  const answer = await ask(at, "/api/session", { method: "POST", body: { key } });
  const cookie = answer.headers["set-cookie"]?.[0] ?? "";
  const { token } = JSON.parse(answer.text) as SignedIn;
  const headers = { cookie: cookie.split(";")[0] ?? "", [TOKEN_HEADER]: token };
  const page = (url: string, { headers: more, ...asking }: Asking = {}) =>
    ask(at, url, { ...asking, headers: { ...headers, ...more } });
  const run = async (verb: string, given: object = {}) => {
    const task = crypto.randomUUID();
    const { text } = await page("/api/run", {
      method: "POST",
      body: { task, noun: "shelf", verb, ...given },
    });
    return { task, ...(JSON.parse(text.trim().split("\n").at(-1) ?? "") as RunReply) };
  };
  return { key, cookie, headers, page, run };
}

const readRecord = async () =>
  (
    await context.database.pool.query(
      "select name, role, os_user, command, outcome from operator_audit order by started_at, outcome",
    )
  ).rows as unknown[];

describe("T47: whoever was not given the address", () => {
  test("has the empty page, and nothing of the shop", async () => {
    expect(await ask(desk, "/orders")).toMatchObject({ status: 200, text: "<title>Desk</title>" });
    for (const url of [
      "/api/session",
      "/api/commands",
      "/api/tasks",
      "/api/news",
      "/api/files?task=1&name=x",
    ])
      expect(await ask(desk, url)).toMatchObject({ status: 401 });
    for (const url of ["/api/view", "/api/run", "/api/files"])
      expect(await ask(desk, url, { method: "POST", body: {} })).toMatchObject({ status: 401 });
  });

  test("cannot use an address that was used, nor guess one", async () => {
    const { key, cookie } = await signIn(desk);
    expect(cookie).toMatch(/^taruva-desk-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/);
    const again = (given: string) => ask(desk, "/api/session", { method: "POST", body: { key: given } });
    expect(await again(key)).toMatchObject({ status: 403 });
    expect(await again("A".repeat(43))).toMatchObject({ status: 403 });
  });

  test("may not speak by another name or from another page, signed in or not", async () => {
    const { headers } = await signIn(desk);
    const foreign = [
      { host: "evil.example" },
      { origin: "http://evil.example" },
      { origin: "http://127.0.0.1:5555" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const each of foreign)
      expect(await ask(desk, "/api/tasks", { headers: { ...headers, ...each } })).toMatchObject({
        status: 403,
      });
    const asForm = { "content-type": "text/plain" };
    expect(
      await ask(desk, "/api/run", { method: "POST", body: "{}", headers: { ...headers, ...asForm } }),
    ).toMatchObject({ status: 415 });
  });

  test("finds no way out of the folder of the page", async () => {
    for (const url of ["/../package.json", "/assets/..%2f..%2fpackage.json", "/%2e%2e/package.json"])
      expect((await ask(desk, url)).status).toBe(404);
    expect((await ask(desk, "/pictures/x.jpg")).status).toBe(401);
    expect((await (await signIn(desk)).page("/pictures/../../x.jpg")).status).toBe(404);
  });

  test("reads the key nowhere but in a file of the owner, until it was used", async () => {
    const file = path.join(context.config.dataDir, "desk", `address-${desk.port}`);
    const address = desk.createAddress();
    expect(readFileSync(file, "utf8").trim()).toBe(address);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    await ask(desk, "/api/session", { method: "POST", body: { key: new URL(address).hash.slice(1) } });
    expect(existsSync(file)).toBe(false);
  });

  test("is given a policy under which nothing of another origin runs", async () => {
    const { headers } = await ask(desk, "/");
    expect(headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self'");
    expect(headers).toMatchObject({ "x-frame-options": "DENY", "referrer-policy": "no-referrer" });
  });
});

describe("a task", () => {
  test("asks its question first, is done once, and is recorded under the name of the desk", async () => {
    const { run, page } = await signIn(desk);
    expect(await run("price", { args: { price: "₹120" } })).toMatchObject({ outcome: "confirm" });
    const yes = { args: { price: "₹120" }, confirmed: true };
    const { task, ...reply } = await run("price", yes);
    expect(reply).toMatchObject({ outcome: "done", result: { message: "It costs ₹120." } });
    expect(await run("price", { args: { price: "₹0" }, confirmed: true })).toMatchObject({
      outcome: "refused",
    });
    // The answer was lost: what is sent again under the same name is not done again.
    price = "₹130";
    const again = { task, noun: "shelf", verb: "price", ...yes };
    expect((await page("/api/run", { method: "POST", body: again })).text).toContain("It costs ₹120.");
    expect(price).toBe("₹130");
    const by = { name: "Asha", role: "owner", os_user: "root", command: "shelf price" };
    expect(await readRecord()).toEqual([
      { ...by, outcome: "done" },
      { ...by, outcome: "refused" },
    ]);
  });

  test("is refused where somebody has changed the same since the form was opened", async () => {
    const { run } = await signIn(desk);
    price = "₹100";
    const stale = { args: { price: "₹90" }, confirmed: true, expected: "₹80" };
    expect(await run("price", stale)).toMatchObject({ outcome: "stale", message: /changed this since/ });
    expect(price).toBe("₹100");
    expect(await run("price", { ...stale, expected: "₹100" })).toMatchObject({ outcome: "done" });
  });

  test("goes on when its tab is closed, and tells another tab how it ended", async () => {
    const { page, headers } = await signIn(desk);
    const task = crypto.randomUUID();
    const asking = request({
      host: "127.0.0.1",
      port: desk.port,
      path: "/api/run",
      method: "POST",
      headers: {
        ...headers,
        host: `127.0.0.1:${desk.port}`,
        origin: `http://127.0.0.1:${desk.port}`,
        "content-type": "application/json",
      },
    });
    asking.on("error", () => {});
    asking.end(JSON.stringify({ task, noun: "shelf", verb: "sweep" }));
    await begun.promise;
    asking.destroy();
    const find = async () =>
      (JSON.parse((await page("/api/tasks")).text) as Task[]).find((each) => each.task === task);
    await expect
      .poll(find)
      .toMatchObject({ progress: { progress: "Sweeping", done: 1, of: 2 }, reply: null });
    enough.resolve();
    await expect.poll(find).toMatchObject({ reply: { outcome: "done", result: { message: "Swept." } } });
  });

  test("takes a file with a name that means harm, and gives back those that it wrote, to this desk alone", async () => {
    const { page, run } = await signIn(desk);
    const sent = await page(`/api/files?name=${encodeURIComponent("../../.ssh/authorized_keys\n<b>")}`, {
      method: "POST",
      body: "to asha",
      headers: { "content-type": "application/octet-stream", "content-length": "7" },
    });
    const { file } = JSON.parse(sent.text) as { file: string };
    const { task, ...reply } = await run("label", { files: { "@text": [file] } });
    expect(reply).toMatchObject({ outcome: "done", files: ["label.txt"] });
    expect((await page(`/api/files?task=${task}&name=label.txt`)).text).toBe("TO ASHA");
    for (const name of ["../label.txt", "..%2f..%2foperator.sock", ""])
      expect((await page(`/api/files?task=${task}&name=${name}`)).status).toBe(404);
  });

  test("is said not to have been done while the shop is closed", async () => {
    const { run, page } = await signIn(desk);
    await socket.close();
    expect(await run("count")).toMatchObject({
      outcome: "refused",
      message: /Nothing was done. The shop is not running/,
    });
    expect(await page("/api/commands")).toMatchObject({ status: 503 });
    socket = await openOperatorSocket(context, commands);
    expect(await run("count")).toMatchObject({ outcome: "done" });
  });
});

describe("T47: a packer, as the shop itself sees to it", () => {
  test("has the packer's commands and no other, and of their results what a packer may see", async () => {
    const { page, run } = await signIn(packers);
    const listed = JSON.parse((await page("/api/commands")).text) as { verb: string }[];
    expect(listed.map(({ verb }) => verb)).toEqual(["count", "label"]);
    expect(await run("price", { args: { price: "₹1" }, confirmed: true })).toMatchObject({
      outcome: "unknown",
    });
    const { text } = await page("/api/view", { method: "POST", body: { noun: "shelf", verb: "count" } });
    expect(JSON.parse(text)).toEqual({ outcome: "done", result: { data: { pieces: 3 } } });
    expect(await readRecord()).toEqual([]);
  });

  test("cannot make itself an owner by what its page sends", async () => {
    const { run } = await signIn(packers);
    const forged = { args: { price: "₹1" }, confirmed: true, role: "owner", name: "Asha" };
    expect(await run("price", forged)).toMatchObject({ outcome: "unknown" });
  });
});
