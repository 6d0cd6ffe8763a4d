import { createServer } from "node:http";
import { io, type Socket } from "socket.io-client";
import { findSocketOwner, findSocketPrincipal } from "#shop/accounts/server/index.ts";
import { attachSockets } from "../../server/live-updates.ts";
import { createContext, type Context } from "#platform/context.ts";
import { openDatabase } from "#platform/database/database.ts";
import { createOutbox } from "#platform/outbox/outbox.ts";
import type { Subscriber } from "#platform/outbox/subscriber.ts";
import { openSockets, SOCKET_LIMITS, type SocketSessions } from "#platform/http/socket-server.ts";
import { type TestContext, testLog } from "./database.ts";
import { listenLocally } from "./processes.ts";

export async function openLive(
  context: Context,
  databaseUrl: string | null = null,
  limits: Partial<typeof SOCKET_LIMITS> = {},
) {
  const http = createServer();
  const sessions: SocketSessions = {
    findOwner: (cookies) => findSocketOwner(context, cookies),
    findPrincipal: (token, cookies) => findSocketPrincipal(context, token, cookies),
  };
  const sockets = openSockets(http, context, sessions, databaseUrl, { ...SOCKET_LIMITS, ...limits });
  attachSockets(context, sockets);
  return { url: `http://127.0.0.1:${await listenLocally(http)}`, close: () => sockets.close() };
}

/** Imitates another process of the shop on the same PostgreSQL, with its own pool, outbox and Socket.IO server. */
export async function openProcess(first: TestContext, subscribers: readonly Subscriber[]) {
  const databaseUrl = first.database.url ?? null;
  const place = { databaseUrl: databaseUrl ?? undefined, databasePool: 5, dataDir: first.config.dataDir };
  const database = await openDatabase(place, testLog);
  const { config, now } = first;
  const outbox = createOutbox({ db: database.db, log: testLog, now }, subscribers);
  const context = createContext({ config, log: testLog, database, now, outbox });
  const live = await openLive(context, databaseUrl);
  outbox.start(context);
  return {
    context,
    url: live.url,
    async close() {
      await outbox.stop();
      await live.close();
      await database.close();
    },
  };
}

interface LiveOptions {
  origin?: string;
  reconnection?: boolean;
  headers?: Record<string, string>;
  tls?: { rejectUnauthorized?: boolean };
}

/** Returns a client that is still connecting. */
export const createLiveClient = (
  url: string,
  token: string | null,
  { origin = url, reconnection = false, headers = {}, tls = {} }: LiveOptions = {},
): Socket =>
  io(url, {
    transports: ["websocket"],
    reconnection,
    reconnectionDelay: 300,
    forceNew: true,
    ...tls,
    extraHeaders: { origin, ...headers },
    ...(token !== null && { auth: { token } }),
  });

/** Connects a client. `heard` contains the events that it has received so far, each as `[name, payload]`. */
export async function connectLive(
  url: string,
  token: string,
  options: LiveOptions = {},
): Promise<{ client: Socket; heard: unknown[] }> {
  const heard: unknown[] = [];
  const client = createLiveClient(url, token, options);
  client.onAny((name: string, payload: unknown) => heard.push([name, payload]));
  await new Promise<void>((resolve, reject) => {
    client.once("connect", resolve);
    client.once("connect_error", reject);
  });
  return { client, heard };
}
