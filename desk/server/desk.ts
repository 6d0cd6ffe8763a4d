import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import * as v from "valibot";
import { MINUTE, SECOND } from "#contract/time.ts";
import {
  fetchCommands,
  fetchShopFile,
  fetchValues,
  hearNews,
  ShopNotRunning,
} from "#platform/operator/operator-client.ts";
import type { OperatorRole } from "#platform/operator/command.ts";
import {
  type DeskSession,
  type NewsLine,
  type Refusal,
  runSchema,
  signInSchema,
  viewSchema,
} from "../calls.ts";
import { createSessions, findForeign, SECURITY_HEADERS, type Sessions } from "./guard.ts";
import { type PageFile, readPages } from "./pages.ts";
import { createTasks, LARGEST_UPLOAD, type LocalCommands, type Tasks } from "./tasks.ts";

interface DeskSettings {
  /** The operator's socket of the shop. */
  address: string;
  dataDir: string;
  /** The folder of the built page. */
  pages: string;
  /** 0 selects any free port. */
  port: number;
  name: string;
  role: OperatorRole;
  osUser: string;
  /** Commands that the process of the desk executes without the shop; only for the owner. */
  local: LocalCommands;
}

export interface OpenDesk {
  port: number;
  /** Returns the page's URL with a one-time key; earlier keys become invalid. */
  createAddress(): string;
  close(): Promise<void>;
}

/** Opens the owner's desk: a page on loopback whose every act is a command to the running shop (decision 060). */
export async function openDesk(settings: DeskSettings): Promise<OpenDesk> {
  const { address, dataDir, role } = settings;
  const listeners = new Set<(line: NewsLine) => void>();
  const tell = (line: NewsLine) => listeners.forEach((listener) => listener(line));
  const server = createServer();
  await listen(server, settings.port);
  const { port } = server.address() as AddressInfo;
  const desk: Desk = {
    settings,
    session: { name: settings.name, role, start: randomUUID() },
    cookie: `taruva-desk-${port}`,
    sessions: createSessions(`taruva-desk-${port}`),
    tasks: createTasks({
      address,
      dataDir,
      local: role === "owner" ? settings.local : null,
      signature: toSignature(settings),
      onChange: () => tell({ tasks: "changed" }),
    }),
    findPage: readPages(settings.pages),
    listeners,
    isShopOpen: false,
  };
  server.on("request", (request, response) => void serve(desk, request, response));
  const closing = new AbortController();
  const following = followShop(desk, tell, closing.signal);
  const addressFile = path.join(dataDir, "desk", `address-${port}`);
  return {
    port,
    createAddress() {
      const made = `http://127.0.0.1:${port}/#${desk.sessions.createKey()}`;
      // Written for a caller without a terminal. The key is worthless after its first use.
      rmSync(addressFile, { force: true });
      writeFileSync(addressFile, `${made}\n`, { mode: 0o600 });
      return made;
    },
    async close() {
      closing.abort();
      rmSync(addressFile, { force: true });
      server.close();
      server.closeAllConnections();
      await following;
      desk.tasks.close();
    },
  };
}

interface Desk {
  settings: DeskSettings;
  session: DeskSession;
  cookie: string;
  sessions: Sessions;
  tasks: Tasks;
  findPage: (address: string) => PageFile | null;
  listeners: Set<(line: NewsLine) => void>;
  isShopOpen: boolean;
}

const toSignature = ({ osUser, name, role }: DeskSettings) => ({ osUser, name, role });

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

const TRY_AGAIN_MS = SECOND;

/** Receives the shop's events while the desk is open, and tells the pages when the shop stops and starts. */
async function followShop(desk: Desk, tell: (line: NewsLine) => void, signal: AbortSignal): Promise<void> {
  const setOpen = (isOpen: boolean) => {
    if (desk.isShopOpen !== isOpen) tell({ shop: isOpen ? "open" : "away" });
    desk.isShopOpen = isOpen;
  };
  while (!signal.aborted) {
    await hearNews(
      desk.settings.address,
      (news) => {
        setOpen(true);
        if (news) tell(news);
      },
      signal,
    ).catch(() => {});
    if (signal.aborted) return;
    setOpen(false);
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
  }
}

/** The interval of keep-alive lines in a long response, because the page stops waiting after 30 s of silence. */
const STILL_THERE_MS = MINUTE / 4;

/** A call of the page, which is signed in. */
type Handler = (
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
  address: URL,
) => Promise<void> | void;

const calls: Readonly<Record<string, Handler>> = {
  "GET /api/session": ({ session }, _, response) => sendJson(response, 200, session),
  "DELETE /api/session": ({ sessions }, request, response) => {
    sessions.end(request);
    sendJson(response, 200, {});
  },
  "GET /api/commands": async ({ settings }, _, response) =>
    sendJson(response, 200, [
      ...(await fetchCommands(settings.address, settings.role)),
      ...(settings.role === "owner" ? settings.local.commands.filter(({ onlyWith }) => !onlyWith) : []),
    ]),
  "GET /api/values": async ({ settings: { address, role } }, _, response, { searchParams }) => {
    const kind = searchParams.get("kind") ?? "";
    const begin = searchParams.get("begin") ?? "";
    sendJson(response, 200, await fetchValues(address, { kind, begin, role }));
  },
  "POST /api/view": async ({ tasks }, request, response) =>
    sendJson(response, 200, await tasks.view(v.parse(viewSchema, await readJson(request)))),
  "POST /api/run": async ({ tasks }, request, response) => {
    const run = v.parse(runSchema, await readJson(request));
    response.writeHead(200, { ...SECURITY_HEADERS, "content-type": "application/x-ndjson" });
    response.flushHeaders();
    const still = setInterval(() => void response.write("\n"), STILL_THERE_MS);
    // The task continues if the page was closed.
    await tasks
      .run(run, (line) => void response.write(`${JSON.stringify(line)}\n`))
      .finally(() => clearInterval(still));
    response.end();
  },
  "GET /api/tasks": ({ tasks }, _, response) => sendJson(response, 200, tasks.list()),
  "POST /api/files": async ({ tasks }, request, response, { searchParams }) => {
    if (Number(request.headers["content-length"] ?? Infinity) > LARGEST_UPLOAD)
      return sendRefusal(response, 413, "refused", "This file is too large: up to 64 MB can be taken.");
    sendJson(response, 200, { file: await tasks.upload(searchParams.get("name") ?? "", request) });
  },
  "GET /api/files": ({ tasks }, _, response, { searchParams }) => {
    const file = tasks.open(searchParams.get("task") ?? "", searchParams.get("name") ?? "");
    if (file === null)
      return sendRefusal(response, 404, "refused", "This file is not here any more. Make it again.");
    response.writeHead(200, { ...SECURITY_HEADERS, "content-type": "application/octet-stream" });
    file.pipe(response);
  },
  "GET /api/news": ({ listeners, sessions, isShopOpen }, request, response) => {
    const write = (line: NewsLine) => void response.write(`${JSON.stringify(line)}\n`);
    response.writeHead(200, { ...SECURITY_HEADERS, "content-type": "application/x-ndjson" });
    write({ shop: isShopOpen ? "open" : "away" });
    const watch = setInterval(() => {
      if (sessions.check(request, false)) return void response.write("\n");
      write({ session: "over" });
      response.end();
    }, STILL_THERE_MS);
    listeners.add(write);
    response.once("close", () => {
      clearInterval(watch);
      listeners.delete(write);
    });
  },
};

async function serve(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.on("error", () => {});
  try {
    await answer(desk, request, response);
  } catch (cause) {
    if (response.headersSent) return void response.end();
    if (cause instanceof ShopNotRunning) sendRefusal(response, 503, "shop away", cause.message);
    else if (cause instanceof v.ValiError || cause instanceof SyntaxError)
      sendRefusal(response, 400, "refused", "The desk does not understand this. Load the page again.");
    else sendRefusal(response, 500, "refused", `The desk failed: ${String(cause)}`);
  }
}

async function answer(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const foreign = findForeign(request);
  if (foreign !== null) return sendRefusal(response, 403, "refused", foreign);
  const address = new URL(request.url ?? "/", "http://desk");
  const name = `${request.method ?? ""} ${address.pathname}`;
  if (name === "POST /api/session") return signIn(desk, request, response);
  if (!address.pathname.startsWith("/api/")) return sendPage(desk, request, response, address.pathname);
  const handler = calls[name];
  if (!handler) return sendRefusal(response, 404, "refused", "The desk knows no such call.");
  if (!desk.sessions.check(request, true))
    return sendRefusal(response, 401, "signed out", "You are signed out.");
  if (request.method === "POST" && !isPlainType(request, name))
    return sendRefusal(response, 415, "refused", "Only JSON.");
  await handler(desk, request, response, address);
}

const isPlainType = ({ headers }: IncomingMessage, name: string): boolean =>
  headers["content-type"] === (name === "POST /api/files" ? "application/octet-stream" : "application/json");

async function signIn(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isPlainType(request, "")) return sendRefusal(response, 415, "refused", "Only JSON.");
  const opened = desk.sessions.open(v.parse(signInSchema, await readJson(request)).key);
  if (!opened)
    return sendRefusal(response, 403, "signed out", "This address was used already, or is too old.");
  rmSync(path.join(desk.settings.dataDir, "desk", `address-${request.socket.localPort}`), { force: true });
  response.setHeader("set-cookie", `${desk.cookie}=${opened.cookie}; HttpOnly; SameSite=Strict; Path=/`);
  sendJson(response, 200, { ...desk.session, token: opened.token });
}

const PICTURE = /^\/(pictures|uploads)\/[\w./-]+$/;

/** Styles and fonts of the shop's pages, for previews. */
const STYLE = /^\/(assets|brand)\/[\w.-]+\.(css|woff2|svg)$/;

async function sendPage(desk: Desk, request: IncomingMessage, response: ServerResponse, address: string) {
  if (request.method !== "GET") return sendRefusal(response, 405, "refused", "There is nothing to do here.");
  const own = desk.findPage(address);
  const isOfShop = PICTURE.test(address) || (own === null && STYLE.test(address));
  if (isOfShop && !desk.sessions.isKnown(request))
    return sendRefusal(response, 401, "signed out", "You are signed out.");
  const found = isOfShop ? await fetchShopFile(desk.settings.address, address) : own;
  if (found === null) return sendRefusal(response, 404, "refused", "This desk has nothing at this address.");
  // Built files and pictures are named by their content.
  const kept = address.startsWith("/assets/") || PICTURE.test(address);
  response
    .writeHead(200, {
      ...SECURITY_HEADERS,
      "content-type": found.type,
      ...(kept && { "cache-control": "private, max-age=31536000, immutable" }),
    })
    .end(found.bytes);
}

const LARGEST_JSON = 1024 * 1024;

async function readJson(request: IncomingMessage): Promise<unknown> {
  let length = 0;
  request.on("data", (part: Buffer) => {
    length += part.length;
    if (length > LARGEST_JSON) request.destroy();
  });
  return JSON.parse(await text(request));
}

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  void response
    .writeHead(status, { ...SECURITY_HEADERS, "content-type": "application/json" })
    .end(JSON.stringify(body));

const sendRefusal = (
  response: ServerResponse,
  status: number,
  code: Refusal["error"]["code"],
  message: string,
): void => sendJson(response, status, { error: { code, message } } satisfies Refusal);
