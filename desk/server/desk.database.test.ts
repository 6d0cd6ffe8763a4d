import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { truncate, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { request } from "node:http";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { requireConfirmation, CommandRefused, defineCommand } from "#platform/operator/command.ts";
import type { OperatorRole } from "#platform/operator/roles.ts";
import { sendCommand } from "#platform/operator/operator-client.ts";
import { createOperatorAddress } from "#platform/operator/operator-address.ts";
import { openOperatorSocket, type OperatorSocket } from "#platform/operator/operator-socket.ts";
import { createTestContext, type TestContext } from "../../tests/support/database.ts";
import { type RunReply, type SignInResult, type Task, TOKEN_HEADER } from "../calls.ts";
import { openDesk, type OpenDesk } from "./desk.ts";

/* Tests the desk's process against a real operator socket with a few commands. */

let context: TestContext;
let socket: OperatorSocket;
let pages: string;
let desk: OpenDesk;
let packers: OpenDesk;
let price = "₹100";
const begun = Promise.withResolvers<void>();
const enough = Promise.withResolvers<void>();
const walk = { statements: 0, began: Promise.withResolvers<void>(), ended: Promise.withResolvers<unknown>() };

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
    args: [{ name: "text", summary: "a file with its text", kind: "file", forPacker: true }],
    options: {
      picture: { summary: "photographs", kind: "picture", many: true, or: ["none"], forPacker: true },
      into: { summary: "a folder for it", kind: "folder", forPacker: true },
    },
    forPacker: ({ message = "" }) => ({ message }),
    async run(_context, { args, options, folder }) {
      const words = readFileSync(path.resolve(folder, args["text"] ?? ""), "utf8").toUpperCase();
      if (!words.startsWith("TO ")) throw new CommandRefused(`"${words}" is nobody's name.`);
      mkdirSync(path.resolve(folder, options["into"] ?? ""), { recursive: true });
      await writeFile(path.resolve(folder, options["into"] ?? "", "label.txt"), words);
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
    revision: async () => price,
    async preview(_context, { args }) {
      if (args["price"] === "₹0") throw new CommandRefused("Nothing is free. Write a price.");
      return { message: `It would cost ${args["price"]}.` };
    },
    async run(_context, { args, confirmed }) {
      requireConfirmation({ confirmed }, `Set it to ${args["price"]}?`);
      if (args["price"] === "₹0") throw new CommandRefused("Nothing is free. Write a price.");
      price = args["price"] ?? "";
      return { message: `It costs ${price}.` };
    },
  }),
  defineCommand({
    noun: "shelf",
    verb: "walk",
    summary: "Reads without end.",
    examples: ["shelf walk"],
    args: [],
    options: { inside: { summary: "in one transaction", flag: true } },
    reads: true,
    async run({ db, transact }, { options }) {
      const look = async (reader: Pick<typeof db, "execute">) => {
        for (;;) {
          await reader.execute(sql`select 1`);
          walk.statements++;
          walk.began.resolve();
        }
      };
      await (options["inside"] ? transact(look) : look(db)).catch(walk.ended.resolve);
      throw new Error("The view ended.");
    },
  }),
  defineCommand({
    noun: "shelf",
    verb: "archive",
    summary: "Writes a large file.",
    examples: ["shelf archive"],
    ...nothing,
    async run(_context, { folder }) {
      const file = path.join(folder, "archive.bin");
      await writeFile(file, "");
      await truncate(file, 50_000_000);
      return { message: "Written." };
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
    local: {
      commands: [
        { noun: "cellar", verb: "look", summary: "Looks.", args: [], options: {}, examples: [], reads: true },
      ],
      run: async ({ options }) => ({
        outcome: "done",
        result: { message: `Dry.${Object.keys(options).join()}` },
      }),
    },
  });

interface RequestInput {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

async function ask({ port }: OpenDesk, url: string, { method = "GET", body, headers }: RequestInput = {}) {
  const defaultHeaders = {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    "content-type": "application/json",
  };
  const asking = request({
    host: "127.0.0.1",
    port,
    path: url,
    method,
    headers: { ...defaultHeaders, ...headers },
  });
  const answered = Promise.withResolvers<import("node:http").IncomingMessage>();
  asking.on("response", answered.resolve).on("error", answered.reject);
  asking.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  const answer = await answered.promise;
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
}

async function signIn(at: OpenDesk) {
  const key = new URL(at.createAddress()).hash.slice(1);
  const answer = await ask(at, "/api/session", { method: "POST", body: { key } });
  const cookie = answer.headers["set-cookie"]?.[0] ?? "";
  const { token } = JSON.parse(answer.text) as SignInResult;
  const headers = { cookie: cookie.split(";")[0] ?? "", [TOKEN_HEADER]: token };
  const page = (url: string, { headers: more, ...asking }: RequestInput = {}) =>
    ask(at, url, { ...asking, headers: { ...headers, ...more } });
  const upload = async (name: string, body: string) => {
    const headers = { "content-type": "application/octet-stream", "content-length": String(body.length) };
    const { text } = await page(`/api/files?name=${encodeURIComponent(name)}`, {
      method: "POST",
      body,
      headers,
    });
    return (JSON.parse(text) as { file: string }).file;
  };
  const run = async (verb: string, given: object = {}) => {
    const task = crypto.randomUUID();
    const { text } = await page("/api/run", {
      method: "POST",
      body: { task, noun: "shelf", verb, ...given },
    });
    return { task, ...(JSON.parse(text.trim().split("\n").at(-1) ?? "") as RunReply) };
  };
  return { key, cookie, headers, page, upload, run };
}

const readRecord = async () =>
  (
    await context.database.pool.query(
      "select name, role, os_user, command, outcome from operator_audit order by started_at, outcome",
    )
  ).rows as unknown[];

test("the desk's server sends the name of its script, by which an open page detects an update", async () => {
  const index = path.join(pages, "index.html");
  writeFileSync(index, '<script type="module" crossorigin src="/assets/index-2.js"></script>');
  const updated = await open("Meera", "owner");
  onTestFinished(async () => {
    await updated.close();
    writeFileSync(index, "<title>Desk</title>");
  });
  const { headers } = await signIn(updated);
  const address = `http://127.0.0.1:${updated.port}`;
  const asking = request(`${address}/api/news`, { headers: { ...headers, origin: address } }).end();
  const [response] = (await once(asking, "response")) as [import("node:http").IncomingMessage];
  expect(response.statusCode).toBe(200);
  let received = "";
  for await (const chunk of response) {
    received += String(chunk);
    if (received.includes("index-2")) break;
  }
  expect(received).toContain('{"script":"/assets/index-2.js"}');
});

describe("T47: access to the desk", () => {
  test("a visitor who is not signed in gets the desk's HTML page, but no data of the shop", async () => {
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

  test("a sign-in link that was used, or a guessed one, opens no session", async () => {
    const { key, cookie } = await signIn(desk);
    expect(cookie).toMatch(/^taruva-desk-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/);
    const again = (given: string) => ask(desk, "/api/session", { method: "POST", body: { key: given } });
    expect(await again(key)).toMatchObject({ status: 403 });
    expect(await again("A".repeat(43))).toMatchObject({ status: 403 });
  });

  test("a request with another host or from another page's origin is refused, even with a session", async () => {
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

  test("a request with ../ in its path gets no file outside the desk's folder", async () => {
    for (const url of ["/../package.json", "/assets/..%2f..%2fpackage.json", "/%2e%2e/package.json"])
      expect((await ask(desk, url)).status).toBe(404);
    expect((await ask(desk, "/pictures/x.jpg")).status).toBe(401);
    expect((await (await signIn(desk)).page("/pictures/../../x.jpg")).status).toBe(404);
  });

  test("the sign-in link is in a file that only the owner can read, and the file is deleted when the link is used", async () => {
    const file = path.join(context.config.dataDir, "desk", `address-${desk.port}`);
    const address = desk.createAddress();
    expect(readFileSync(file, "utf8").trim()).toBe(address);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    await ask(desk, "/api/session", { method: "POST", body: { key: new URL(address).hash.slice(1) } });
    expect(existsSync(file)).toBe(false);
  });

  test("the desk's content security policy allows no script from another origin", async () => {
    const { headers } = await ask(desk, "/");
    expect(headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self'");
    expect(headers).toMatchObject({
      "cross-origin-resource-policy": "same-origin",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
    });
  });
});

describe("tasks of the desk", () => {
  test("a task asks for confirmation first, runs once, and is recorded under the name of the desk's user", async () => {
    const { run, page } = await signIn(desk);
    expect(await run("price", { args: { price: "₹120" } })).toMatchObject({ outcome: "confirm" });
    const yes = { args: { price: "₹120" }, confirmed: true };
    const { task, ...reply } = await run("price", yes);
    expect(reply).toMatchObject({ outcome: "done", result: { message: "It costs ₹120." } });
    expect(await run("price", { args: { price: "₹0" }, confirmed: true })).toMatchObject({
      outcome: "refused",
    });
    // Sends the same task again, as a page does after a lost response. The desk must not run the command twice.
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

  test("a request to /api/view only reads data: it starts no task and changes nothing", async () => {
    const { page } = await signIn(desk);
    price = "₹100";
    const body = { noun: "shelf", verb: "price", args: { price: "₹120" } };
    const viewed = await page("/api/view", { method: "POST", body });
    expect(JSON.parse(viewed.text)).toMatchObject({ outcome: "refused" });
    expect(price).toBe("₹100");
  });

  test("a dry run changes nothing and is not listed as a task, even if it is sent to /api/view", async () => {
    const { page, run } = await signIn(desk);
    price = "₹100";
    const { task } = await run("price", { args: { price: "₹120" }, dryRun: true });
    const preview = async (to: string) => {
      const body = { noun: "shelf", verb: "price", args: { price: to }, dryRun: true };
      return JSON.parse((await page("/api/view", { method: "POST", body })).text) as unknown;
    };
    expect(await preview("₹120")).toMatchObject({ result: { message: "It would cost ₹120." } });
    expect(await preview("₹0")).toMatchObject({ outcome: "refused", message: expect.stringMatching(/free/) });
    expect(price).toBe("₹100");
    expect((await page("/api/tasks")).text).not.toContain(task);
    expect(await readRecord()).toEqual([]);
  });

  test.each([{}, { inside: "on" }])(
    "a request to read data runs no further SQL statement after the page has aborted it (options: %o)",
    async (options) => {
      const { headers } = await signIn(desk);
      Object.assign(walk, { began: Promise.withResolvers(), ended: Promise.withResolvers() });
      const url = `http://127.0.0.1:${desk.port}`;
      const aborter = new AbortController();
      const body = JSON.stringify({ noun: "shelf", verb: "walk", options });
      const page = { ...headers, origin: url, "content-type": "application/json" };
      const asking = fetch(`${url}/api/view`, {
        method: "POST",
        headers: page,
        body,
        signal: aborter.signal,
      }).catch((cause: unknown) => cause);
      await walk.began.promise;
      aborter.abort();
      expect(await asking).toMatchObject({ name: "AbortError" });
      expect(await walk.ended.promise).toMatchObject({ cause: { name: "AbortError" } });
      const { statements } = walk;
      expect(await context.db.execute(sql`select 1 as one`)).toMatchObject({ rows: [{ one: 1 }] });
      expect(walk.statements).toBe(statements);
      expect(await readRecord()).toEqual([]);
    },
  );

  test("a task of the desk is refused if somebody changed the same data after the form was opened", async () => {
    const { run } = await signIn(desk);
    price = "₹100";
    const stale = { args: { price: "₹90" }, confirmed: true, expected: "₹80" };
    expect(await run("price", stale)).toMatchObject({
      outcome: "stale",
      message: expect.stringMatching(/changed this after/) as string,
    });
    expect(price).toBe("₹100");
    expect(await run("price", { ...stale, expected: "₹100" })).toMatchObject({ outcome: "done" });
  });

  test("a task continues when its tab is closed, and another tab gets the result", async () => {
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

  test("the name of an uploaded or downloaded file cannot lead out of the task's folder", async () => {
    const { page, upload, run } = await signIn(desk);
    const file = await upload("../../.ssh/authorized_keys\n<b>", "to asha");
    const { task, ...reply } = await run("label", { files: { "@text": [file] } });
    expect(reply).toMatchObject({ outcome: "done", files: ["label.txt"] });
    expect((await page(`/api/files?task=${task}&name=label.txt`)).text).toBe("TO ASHA");
    for (const name of ["../label.txt", "..%2f..%2foperator.sock", ""])
      expect((await page(`/api/files?task=${task}&name=${name}`)).status).toBe(404);
  });
});

test("a request to download a folder that a command has written gets 404 and does not crash the desk", async () => {
  const { page, upload, run } = await signIn(desk);
  const text = await upload("names.txt", "to asha");
  const { task, ...reply } = await run("label", { files: { "@text": [text] }, options: { into: "labels" } });
  expect(reply).not.toHaveProperty("files");
  expect((await page(`/api/files?task=${task}&name=labels`)).status).toBe(404);
});

test("a large file can be downloaded until a later task writes another large file, and small files stay", async () => {
  const { page, upload, run } = await signIn(desk);
  const text = await upload("names.txt", "to asha");
  const first = await run("archive");
  const label = await run("label", { files: { "@text": [text] } });
  const listFiles = async () => {
    const tasks = JSON.parse((await page("/api/tasks")).text) as Task[];
    return [first, label].map(({ task }) => tasks.find((each) => each.task === task)?.reply?.files);
  };
  expect(await listFiles()).toEqual([["archive.bin"], ["label.txt"]]);
  expect(await run("archive")).toMatchObject({ outcome: "done", files: ["archive.bin"] });
  expect(await listFiles()).toEqual([undefined, ["label.txt"]]);
  expect(await page(`/api/files?task=${first.task}&name=archive.bin`)).toMatchObject({
    status: 404,
    text: expect.stringContaining("This file was deleted. Create it again.") as string,
  });
});

test("a command or a file that is too large is refused with a message", async () => {
  const { page } = await signIn(desk);
  const tooLarge = { status: 413, text: expect.stringContaining("This is too large.") as string };
  const body = { noun: "shelf", verb: "count", text: "x".repeat(1024 * 1024) };
  expect(await page("/api/view", { method: "POST", body })).toMatchObject(tooLarge);
  const headers = {
    "content-type": "application/octet-stream",
    "content-length": String(64 * 1024 * 1024 + 1),
    connection: "close",
  };
  expect(await page("/api/files?name=film.mp4", { method: "POST", headers })).toMatchObject(tooLarge);
});

test("a request in chunks is refused, because its length is missing", async () => {
  const { page } = await signIn(desk);
  const body = { noun: "shelf", verb: "count" };
  for (const [url, type] of [
    ["/api/view", "application/json"],
    ["/api/files?name=film.mp4", "application/octet-stream"],
  ] as const) {
    const headers = { "content-type": type, "transfer-encoding": "chunked" };
    expect(await page(url, { method: "POST", body, headers })).toMatchObject({
      status: 411,
      text: expect.stringContaining("The length of this request is missing.") as string,
    });
  }
});

test("an interrupted upload leaves no file behind (T52)", async () => {
  const { headers, upload } = await signIn(desk);
  await upload("whole.txt", "to asha");
  const listFiles = () =>
    readdirSync(path.join(context.config.dataDir, "desk"), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.name === "half.jpg",
    );
  const { port } = desk;
  const uploading = request({
    host: "127.0.0.1",
    port,
    path: "/api/files?name=half.jpg",
    method: "POST",
    headers: {
      ...headers,
      origin: `http://127.0.0.1:${port}`,
      "content-type": "application/octet-stream",
      "content-length": "1000",
    },
  });
  uploading.on("error", () => {});
  uploading.write("half");
  await expect.poll(listFiles).toHaveLength(1);
  uploading.destroy();
  await expect.poll(listFiles).toEqual([]);
});

describe("T47: the shop itself checks what a packer's desk may do", () => {
  test("a packer can run only the packer's commands, and sees only the results that a packer may see", async () => {
    const { page, run } = await signIn(packers);
    const listed = JSON.parse((await page("/api/commands")).text) as { verb: string }[];
    expect(listed.map(({ verb }) => verb)).toEqual(["count", "label"]);
    expect(await run("look", { noun: "cellar" })).toMatchObject({ outcome: "unknown" });
    expect(await run("price", { args: { price: "₹1" }, confirmed: true })).toMatchObject({
      outcome: "unknown",
    });
    const { text } = await page("/api/view", { method: "POST", body: { noun: "shelf", verb: "count" } });
    expect(JSON.parse(text)).toEqual({ outcome: "done", result: { data: { pieces: 3 } } });
    expect(await readRecord()).toEqual([]);
  });

  test("a packer cannot become an owner by sending another role and name in a request", async () => {
    const { run } = await signIn(packers);
    const forged = { args: { price: "₹1" }, confirmed: true, role: "owner", name: "Asha" };
    expect(await run("price", forged)).toMatchObject({ outcome: "unknown" });
  });

  test.each(["owner", "packer"] as const)(
    "a command from the %s's desk cannot read or write a file by its path",
    async (role) => {
      const { page, upload, run } = await signIn(role === "owner" ? desk : packers);
      const { dataDir } = context.config;
      const secret = path.join(dataDir, "secret.txt");
      writeFileSync(secret, "the key of the shop");
      const text = await upload("names.txt", "to asha");
      const named = [
        ["text", { args: { text: secret } }],
        ["text", { args: { text: "../../secret.txt" } }],
        ["text", { args: { text: "../../../secret.txt" } }],
        ["picture", { files: { "@text": [text] }, options: { picture: `none\n${secret}` } }],
        ["into", { files: { "@text": [text] }, options: { into: dataDir } }],
        ["into", { files: { "@text": [text] }, options: { into: "../.." } }],
      ] as const;
      for (const [field, input] of named) {
        const refused = { outcome: "refused", fields: { [field]: NO_FILE }, message: NO_FILE };
        const body = { noun: "shelf", verb: "label", ...input };
        const viewed = await page("/api/view", { method: "POST", body });
        expect(JSON.parse(viewed.text)).toMatchObject(refused);
        const { task: _task, ...reply } = await run("label", { ...input, folder: dataDir, filesIn: dataDir });
        expect(reply).toMatchObject(refused);
        expect(`${viewed.text} ${JSON.stringify(reply)}`).not.toMatch(/the key of/i);
      }
      expect(existsSync(path.join(dataDir, "label.txt"))).toBe(false);
      expect(await readRecord()).toEqual([]);
      const done = await run("label", {
        files: { "@text": [text] },
        options: { picture: "none", into: "." },
      });
      expect(done).toMatchObject({ outcome: "done", files: ["label.txt"] });
    },
  );

  test("a command sent without a folder for uploads cannot read a file of the server", async () => {
    const reply = await sendCommand(
      createOperatorAddress(context.config.dataDir),
      {
        noun: "shelf",
        verb: "label",
        args: { text: "index.html" },
        options: {},
        folder: pages,
        osUser: "root",
        role: "packer",
        confirmed: true,
      },
      () => {},
    );
    expect(reply).toMatchObject({
      outcome: "refused",
      fields: { text: NO_FILE },
    });
  });
});

const NO_FILE = expect.stringContaining(
  "The desk cannot use files or folders of the shop's machine.",
) as string;
