import path from "node:path";
import * as v from "valibot";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rmSync, writeFileSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { getOwn } from "#contract/read.ts";
import { MINUTE, SECOND } from "#contract/time.ts";
import {
  fetchCommands,
  fetchShopFile,
  fetchValues,
  listenForNews,
  ShopNotRunning,
} from "#platform/operator/operator-client.ts";
import { HttpRefusal, sendMalformedRequest } from "#platform/http/envelope.ts";
import { allowLongRequest } from "#platform/limits/slow-clients.ts";
import type { TrustedProxies } from "#platform/http/proxies.ts";
import type { OperatorRole } from "#platform/operator/roles.ts";
import { type DeskSession, type NewsLine, runSchema, viewSchema } from "../calls.ts";
import type { SignInMethod, Visitor } from "./sign-in-method.ts";
import { createLinkSignIn } from "./guard.ts";
import { checkLength, isJson, readJson, sendJson, sendRefusal, SIGNED_OUT, WRONG_TYPE } from "./http.ts";
import { createPasskeySignIn } from "./passkey-sign-in.ts";
import { createTasks, type LocalCommands, type Tasks } from "./tasks.ts";
import { LARGEST_UPLOAD } from "./uploads.ts";

interface BasicSettings {
  address: string;
  dataDir: string;
  pages: string;
  port: number;
  osUser: string;
  /** Commands that run in the desk's process instead of the shop. Only an owner may run them. */
  local: LocalCommands;
}

interface DeskSettings extends BasicSettings {
  name: string;
  role: OperatorRole;
}

interface ServedDeskSettings extends BasicSettings {
  host: string;
  url: string;
  trustedProxies: TrustedProxies;
}

export interface ServedDesk {
  port: number;
  close(): Promise<void>;
}

export interface OpenDesk extends ServedDesk {
  createAddress(): string;
}

/** Opens the owner's desk (decision 060): a web page on localhost that sends commands to the running shop. */
export async function openDesk(settings: DeskSettings): Promise<OpenDesk> {
  const { dataDir, name, role, osUser } = settings;
  const server = await listen(settings.port, "127.0.0.1");
  const { port } = server.address() as AddressInfo;
  const start = randomUUID();
  const addressFile = path.join(dataDir, "desk", `address-${port}`);
  const forgetAddress = () => rmSync(addressFile, { force: true });
  const session = { name, role, start };
  const signInMethod = createLinkSignIn(port, session, { osUser, name, role }, forgetAddress);
  const { desk, close } = startDesk(server, settings, signInMethod, start);
  // This call also creates the folder into which `createAddress` writes its file.
  getTasks(desk, signInMethod.visitor);
  return {
    port,
    createAddress() {
      const address = `http://127.0.0.1:${port}/#${signInMethod.createKey()}`;
      // Programs that start the desk read the sign-in link from this file. The previous link no longer works.
      forgetAddress();
      writeFileSync(addressFile, `${address}\n`, { mode: 0o600 });
      return address;
    },
    async close() {
      forgetAddress();
      await close();
    },
  };
}

/** Opens the desk behind a proxy, for people who sign in with passkeys from anywhere (D119). */
export async function serveDesk(settings: ServedDeskSettings): Promise<ServedDesk> {
  const server = await listen(settings.port, settings.host);
  server.headersTimeout = 10 * SECOND;
  // Without this listener, Node ends a request that has not arrived after 5 minutes, even if `allowLongRequest` was called.
  server.on("clientError", (cause, socket) => sendMalformedRequest(cause, socket as Socket));
  const { close } = startDesk(server, settings, createPasskeySignIn(settings), randomUUID());
  return { port: (server.address() as AddressInfo).port, close };
}

function startDesk(server: Server, settings: BasicSettings, signInMethod: SignInMethod, start: string) {
  const desk: Desk = {
    settings,
    signInMethod,
    start,
    tasks: new Map(),
    findPage: readPages(settings.pages),
    listeners: new Set(),
    isShopOpen: false,
  };
  server.on("request", (request, response) => void serve(desk, request, response));
  const closing = new AbortController();
  const following = followShop(desk, closing.signal);
  return {
    desk,
    async close() {
      closing.abort();
      server.close();
      server.closeAllConnections();
      await following;
      for (const tasks of desk.tasks.values()) tasks.close();
    },
  };
}

interface Desk {
  settings: BasicSettings;
  signInMethod: SignInMethod;
  start: string;
  tasks: Map<string, Tasks>;
  findPage: (address: string) => PageFile | null;
  listeners: Set<{ visitor: string; write: (line: NewsLine) => void }>;
  isShopOpen: boolean;
}

const toKey = ({ id, role }: Visitor): string => `${role} ${id}`;

/** Each role has its own tasks: a user who changes from owner to packer must not see tasks started as owner. */
function getTasks(desk: Desk, visitor: Visitor): Tasks {
  const key = toKey(visitor);
  const existing = desk.tasks.get(key);
  if (existing) return existing;
  const { address, dataDir, local } = desk.settings;
  const tasks = createTasks({
    address,
    dataDir,
    local: visitor.role === "owner" ? local : null,
    onChange: () => notifyListeners(desk, { tasks: "changed" }, key),
  });
  desk.tasks.set(key, tasks);
  return tasks;
}

function notifyListeners({ listeners }: Desk, line: NewsLine, visitor?: string): void {
  for (const listener of listeners)
    if (visitor === undefined || listener.visitor === visitor) listener.write(line);
}

async function listen(port: number, host: string): Promise<Server> {
  const server = createServer();
  server.listen(port, host);
  await once(server, "listening");
  return server;
}

/** The page waits up to 69 minutes for an upload of 64 MB. */
const LONGEST_UPLOAD_MS = 70 * MINUTE;

const TRY_AGAIN_MS = SECOND;

async function followShop(desk: Desk, signal: AbortSignal): Promise<void> {
  const setOpen = (isOpen: boolean) => {
    if (desk.isShopOpen !== isOpen) {
      if (isOpen) readNewPages(desk);
      notifyListeners(desk, { shop: isOpen ? "open" : "away" });
    }
    desk.isShopOpen = isOpen;
  };
  while (!signal.aborted) {
    await listenForNews(
      desk.settings.address,
      (event) => {
        setOpen(true);
        if (event) notifyListeners(desk, event);
      },
      signal,
    ).catch(() => {});
    if (signal.aborted) return;
    setOpen(false);
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
  }
}

/** Called when the connection to the shop opens, because an update may have replaced the desk's pages. */
function readNewPages(desk: Desk): void {
  try {
    desk.findPage = readPages(desk.settings.pages);
  } catch {
    // An update is replacing the files of the pages, so keep the pages that were read before.
    return;
  }
  notifyListeners(desk, toScriptLine(desk));
}

const toScriptLine = ({ findPage }: Desk): NewsLine => ({ script: findScript(findPage("/index.html")) });

/** The time in ms between keep-alive lines of a long response. The page ends the connection after 25 s of silence. */
const KEEP_ALIVE_MS = MINUTE / 4;

interface Call {
  desk: Desk;
  visitor: Visitor;
  tasks: Tasks;
  request: IncomingMessage;
  response: ServerResponse;
  searchParams: URLSearchParams;
  signal: AbortSignal;
}

type Handler = (call: Call) => Promise<void> | void;

const calls: Readonly<Record<string, Handler>> = {
  "GET /api/session": ({ desk: { signInMethod, start }, visitor: { name, role }, response }) => {
    const { entrance } = signInMethod;
    sendJson(response, 200, { name, role, entrance, start } satisfies DeskSession);
  },
  "GET /api/commands": async ({ desk: { settings }, visitor: { role }, response, signal }) =>
    sendJson(response, 200, [
      ...(await fetchCommands(settings.address, role, signal)),
      ...(role === "owner" ? settings.local.commands.filter(({ onlyWith }) => !onlyWith) : []),
    ]),
  "GET /api/values": async ({ desk: { settings }, visitor: { role }, response, searchParams, signal }) => {
    const kind = searchParams.get("kind") ?? "";
    const prefix = searchParams.get("begin") ?? "";
    sendJson(response, 200, await fetchValues(settings.address, { kind, begin: prefix, role }, signal));
  },
  "POST /api/view": async ({ visitor: { signature }, tasks, request, response, signal }) => {
    const view = v.parse(viewSchema, await readJson(request));
    sendJson(response, 200, await tasks.view(signature, view, signal));
  },
  "POST /api/run": async ({ visitor: { signature }, tasks, request, response }) => {
    const run = v.parse(runSchema, await readJson(request));
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    response.flushHeaders();
    const still = setInterval(() => void response.write("\n"), KEEP_ALIVE_MS);
    await tasks
      .run(signature, run, (line) => void response.write(`${JSON.stringify(line)}\n`))
      .finally(() => clearInterval(still));
    response.end();
  },
  "GET /api/tasks": ({ tasks, response }) => sendJson(response, 200, tasks.list()),
  "POST /api/files": async ({ tasks, request, response, searchParams }) => {
    checkLength(request, LARGEST_UPLOAD);
    allowLongRequest(request, LONGEST_UPLOAD_MS);
    sendJson(response, 200, { file: await tasks.upload(searchParams.get("name") ?? "", request) });
  },
  "GET /api/files": async ({ tasks, response, searchParams }) => {
    const file = tasks.open(searchParams.get("task") ?? "", searchParams.get("name") ?? "");
    if (file === null)
      return sendRefusal(response, 404, "refused", "This file was deleted. Create it again.");
    response.writeHead(200, { "content-type": "application/octet-stream" });
    await pipeline(file, response);
  },
  "GET /api/news": ({ desk, visitor, request, response }) => {
    const { listeners, signInMethod, isShopOpen } = desk;
    const write = (line: NewsLine) => void response.write(`${JSON.stringify(line)}\n`);
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    write(toScriptLine(desk));
    write({ shop: isShopOpen ? "open" : "away" });
    /** Writes a line (null: a keep-alive). If the session is over or the role has changed, ends the response. */
    const writeIfStill = async (line: NewsLine | null) => {
      const now = await signInMethod.identify(request, false).catch(() => visitor);
      if (response.writableEnded) return;
      if (now !== null && toKey(now) === toKey(visitor))
        return void (line === null ? response.write("\n") : write(line));
      write({ session: "over" });
      response.end();
    };
    const listener = { visitor: toKey(visitor), write: (line: NewsLine) => void writeIfStill(line) };
    const watch = setInterval(() => void writeIfStill(null), KEEP_ALIVE_MS);
    listeners.add(listener);
    response.once("close", () => {
      clearInterval(watch);
      listeners.delete(listener);
    });
  },
};

async function serve(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.on("error", () => {});
  for (const [name, value] of Object.entries(desk.signInMethod.headers)) response.setHeader(name, value);
  try {
    await handleRequest(desk, request, response);
  } catch (cause) {
    // The browser has closed the connection, so a response would not arrive.
    if (response.destroyed || (request.destroyed && !request.complete)) return void response.destroy();
    if (response.headersSent) return void response.end();
    if (cause instanceof ShopNotRunning) {
      const { entrance } = desk.signInMethod;
      // The error messages of a desk on the internet must not reveal details of this machine.
      const message = entrance === "passkey" ? "The shop is not running at the moment." : cause.message;
      sendRefusal(response, 503, "shop away", message, { entrance });
    } else if (cause instanceof HttpRefusal) sendRefusal(response, cause.status, "refused", cause.message);
    else if (cause instanceof v.ValiError || cause instanceof SyntaxError)
      sendRefusal(response, 400, "refused", "The desk could not read this request. Please reload the page.");
    else {
      process.stderr.write(`The desk failed: ${cause instanceof Error ? cause.stack : String(cause)}\n`);
      sendRefusal(response, 500, "refused", "Something went wrong at the desk. Please try again.");
    }
  }
}

async function handleRequest(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { signInMethod } = desk;
  const foreign = signInMethod.findForeign(request);
  if (foreign !== null) return sendRefusal(response, 403, "refused", foreign);
  // `URL.parse(url, base)` would read `//host/api/tasks` as the path `/api/tasks`, which `findForeign` has not checked
  // as an API call, because the URL does not begin with `/api/`.
  const address = URL.parse(`http://desk${request.url ?? "/"}`);
  if (address === null)
    return sendRefusal(response, 400, "refused", "This URL is not valid. Open the desk's first page.");
  const name = `${request.method ?? ""} ${address.pathname}`;
  const signInCall = getOwn(signInMethod.calls, name);
  if (signInCall) return signInCall(request, response);
  if (!address.pathname.startsWith("/api/")) return sendPage(desk, request, response, address.pathname);
  const handler = getOwn(calls, name);
  if (!handler)
    return sendRefusal(response, 404, "refused", "The desk does not have this API call. Reload the page.");
  const visitor = await signInMethod.identify(request, true);
  if (visitor === null)
    return sendRefusal(response, 401, "signed out", SIGNED_OUT, { entrance: signInMethod.entrance });
  if (request.method === "POST" && !isOfType(request, name))
    return sendRefusal(response, 415, "refused", WRONG_TYPE);
  const { searchParams } = address;
  const disconnected = new AbortController();
  response.once("close", () => disconnected.abort());
  const { signal } = disconnected;
  await handler({ desk, visitor, tasks: getTasks(desk, visitor), request, response, searchParams, signal });
}

const isOfType = (request: IncomingMessage, name: string): boolean =>
  name === "POST /api/files"
    ? request.headers["content-type"] === "application/octet-stream"
    : isJson(request);

const PICTURE = /^\/(pictures|uploads)\/[\w./-]+$/;

const STYLE = /^\/(assets|brand)\/[\w.-]+\.(css|woff2|svg)$/;

async function sendPage(desk: Desk, request: IncomingMessage, response: ServerResponse, address: string) {
  if (request.method !== "GET")
    return sendRefusal(response, 405, "refused", "The desk accepts only GET requests at this address.");
  const deskFile = desk.findPage(address);
  const isOfShop = PICTURE.test(address) || (deskFile === null && STYLE.test(address));
  if (isOfShop && !(await desk.signInMethod.isKnown(request)))
    return sendRefusal(response, 401, "signed out", SIGNED_OUT);
  const file = isOfShop ? await fetchShopFile(desk.settings.address, address) : deskFile;
  if (file === null) return sendRefusal(response, 404, "refused", "The desk has no page at this address.");
  // The names of built files and pictures contain a hash of their content, so browsers may cache them forever.
  const isImmutable = address.startsWith("/assets/") || PICTURE.test(address);
  response
    .writeHead(200, {
      "content-type": file.type,
      ...(isImmutable && { "cache-control": "private, max-age=31536000, immutable" }),
    })
    .end(file.bytes);
}

interface PageFile {
  type: string;
  bytes: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

const findScript = (page: PageFile | null): string | null =>
  /<script type="module"[^>]* src="([^"]+)"/.exec(page?.bytes.toString() ?? "")?.[1] ?? null;

function readPages(folder: string): (address: string) => PageFile | null {
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const address = `/${path.relative(folder, file).replaceAll("\\", "/")}`;
    const type = TYPES[path.extname(entry.name)];
    if (entry.isFile() && type !== undefined) files.set(address, { type, bytes: readFileSync(file) });
  }
  const page = files.get("/index.html") ?? null;
  return (address) => files.get(address) ?? (path.extname(address) === "" ? page : null);
}
