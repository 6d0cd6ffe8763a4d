import type { IncomingMessage, Server as HttpServer } from "node:http";
import type { Duplex } from "node:stream";
import proxyAddr from "@fastify/proxy-addr";
import { parseCookie } from "cookie";
import { LRUCache } from "lru-cache";
import { type Socket, Server as SocketServer } from "socket.io";
import * as v from "valibot";
import { type ServerOptions, type WebSocket, WebSocketServer } from "ws";
import { MINUTE, SECOND } from "#contract/time.ts";
import { getAddressKey, createMemoryLimit } from "../limits/rate-limit.ts";
import type { Context } from "../context.ts";
import { defineLevel } from "../observe/counts.ts";
import { hasOneHost, isOwnOrigin } from "./origin.ts";
import { openProcessLink, type ProcessLink } from "../processes/process-link.ts";
import { trustProxy } from "./proxies.ts";
import type { Principal } from "./route.ts";

/** Live connections to customers' pages, with a room for each account and session (D73). Clients send no events. */
export interface Sockets {
  /** Sends an event to all open pages of an account. Resolves when PostgreSQL has the message for other processes. */
  emitTo(accountId: string, event: string, payload: unknown): Promise<void>;
  emitToAll(event: string, payload: unknown): void;
  greetWith(event: string, describe: () => unknown): void;
  dropSession(sessionId: string): Promise<void>;
  close(): Promise<void>;
}

export interface SocketSessions {
  /** Returns the owner of the session, null if the session has ended, or undefined if there is no session cookie. */
  findOwner(cookies: Readonly<Record<string, string | undefined>>): Promise<SocketOwner | null | undefined>;
  /**
   * Returns the customer of the access token, which the first message contains. Returns null if the token is invalid,
   * or if the cookie of a browser's session is missing.
   */
  findPrincipal(
    accessToken: string,
    cookies: Readonly<Record<string, string | undefined>>,
  ): Promise<Principal | null>;
}

interface SocketOwner {
  accountId: string;
  hasVerifiedMailbox: boolean;
}

/** The limits of one process (T43). `nameless` connections have no session cookie. */
export const SOCKET_LIMITS = {
  all: 5_000,
  /** The limit for all accounts with an unverified e-mail address together, so that they cannot use up `all`. */
  unproven: 2_500,
  account: 20,
  /** The limit for one IP address, which all people in a large office or a mobile network may share. */
  address: 250,
  nameless: 64,
  namelessOfAddress: 8,
  /** The limit for upgrade requests from one IP address or IPv6 /64. Requests from foreign origins do not count. */
  upgrades: { burst: 600, perMs: MINUTE },
  firstMessageMs: 5 * SECOND,
};

/** A page that receives no ping within `pingInterval + pingTimeout` reconnects. */
const HEARTBEAT = { pingInterval: 20 * SECOND, pingTimeout: 10 * SECOND };

const MESSAGE_BYTES = 4_096;

/** A client that sends more than this is disconnected (T50). Pages send a token, and a pong of 7 bytes every 20 s. */
const INPUT_BUDGET = { bytes: MESSAGE_BYTES, bytesPerMinute: 512 };

/** Accepts live connections only from the shop's own pages. A client that sends an event is disconnected. */
export function openSockets(
  http: HttpServer,
  context: Context,
  sessions: SocketSessions,
  databaseUrl: string | null,
  limits = SOCKET_LIMITS,
): Sockets {
  const io = createSocketServer(http, context, sessions, limits);
  const link = databaseUrl === null ? null : linkProcesses(io, context, databaseUrl);
  const broadcast = async (message: RelayedEvent) => {
    emitOrDrop(io, message);
    await link?.send(message);
  };
  return {
    emitTo: (accountId, event, payload) => broadcast({ to: `account:${accountId}`, event, payload }),
    emitToAll: (event, payload) => void io.emit(event, payload),
    greetWith: (event, describe) => void io.on("connection", (socket) => socket.emit(event, describe())),
    dropSession: (sessionId) => broadcast({ to: `session:${sessionId}`, event: null }),
    async close() {
      await link?.close();
      await io.close();
    },
  };
}

function createSocketServer(
  http: HttpServer,
  context: Context,
  sessions: SocketSessions,
  limits: typeof SOCKET_LIMITS,
): SocketServer {
  const admission = createAdmission(context, sessions, limits);
  const io = new SocketServer(http, {
    serveClient: false,
    transports: ["websocket"],
    maxHttpBufferSize: MESSAGE_BYTES,
    ...HEARTBEAT,
    wsEngine: MeteredWebSockets,
    cors: { origin: new URL(context.config.publicUrl).origin, credentials: true },
    allowRequest: (request, callback) => {
      admission.admitUpgrade(request).then(
        (refusal) => callback(refusal, refusal === null),
        (cause: unknown) => {
          context.log.warn({ err: cause }, "socket upgrade failed");
          callback("unavailable", false);
        },
      );
    },
  });
  io.use((socket, next) => {
    admission.admitSocket(socket).then(
      (refusal) => next(refusal === null ? undefined : new Error(refusal)),
      (cause: unknown) => {
        context.log.warn({ err: cause }, "socket handshake failed");
        next(new Error("unavailable"));
      },
    );
  });
  connected.set(0);
  io.on("connection", (socket) => {
    if ([...socket.rooms].some((room) => lastClosed.has(room))) return void socket.disconnect(true);
    connected.add(1);
    socket.once("disconnect", () => connected.add(-1));
    socket.onAny(() => socket.disconnect(true));
  });
  return io;
}

class MeteredWebSockets extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, autoPong: false });
  }

  override handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    onOpen: (websocket: WebSocket, request: IncomingMessage) => void,
  ): void {
    super.handleUpgrade(request, socket, head, (websocket, from) => {
      meterInput(socket, () => websocket.terminate());
      onOpen(websocket, from);
    });
  }
}

function meterInput(socket: Duplex, cutOff: () => void): void {
  const readers = socket.listeners("data") as ((chunk: Buffer) => void)[];
  let remainingBytes = INPUT_BUDGET.bytes;
  let countedAt = performance.now();
  socket.removeAllListeners("data");
  socket.on("data", (chunk: Buffer) => {
    const now = performance.now();
    const refill = ((now - countedAt) / MINUTE) * INPUT_BUDGET.bytesPerMinute;
    remainingBytes = Math.min(INPUT_BUDGET.bytes, remainingBytes + refill) - chunk.length;
    countedAt = now;
    if (remainingBytes < 0) cutOff();
    else for (const reader of readers) reader.call(socket, chunk);
  });
}

function createAdmission(context: Context, sessions: SocketSessions, limits: typeof SOCKET_LIMITS) {
  const { config, now } = context;
  const heldPlaces = createPlaces();
  const upgrades = createMemoryLimit(limits.upgrades);
  const trust = trustProxy(config);
  /**
   * Connections that have not sent their access token yet. `end` cancels the connection's deadline. If the connection
   * counts as `nameless`, `end` stops counting it.
   */
  const unnamed = new WeakMap<IncomingMessage, { owner: SocketOwner | undefined; end: () => void }>();

  return {
    async admitUpgrade(request: IncomingMessage): Promise<string | null> {
      const { origin, host, cookie } = request.headers;
      if (origin === undefined || !hasOneHost(request) || !isOwnOrigin(origin, host, config))
        return "foreign origin";
      const address = getAddressKey("sockets", proxyAddr(request, trust), config);
      if (address !== null && upgrades.use(address, now()) > 0) return "too many";
      const hold = (requestedPlaces: readonly Place[]) => heldPlaces.hold(requestedPlaces, request);
      if (!hold([["all", limits.all], ...limitOf(address, limits.address)])) return "too many";
      const owner = await sessions.findOwner(parseCookie(cookie ?? ""));
      if (owner === null) return "unauthorized";
      const nameless: readonly Place[] = [
        ["nameless", limits.nameless],
        ...limitOf(address && `nameless:${address}`, limits.namelessOfAddress),
      ];
      const release = hold(owner ? listPlacesOf(owner, limits) : nameless);
      if (!release) return "too many";
      // Destroy the socket: a client that does not answer a close frame would stay connected for 30 more seconds.
      const deadline = setTimeout(() => request.socket.destroy(), limits.firstMessageMs);
      request.socket.once("close", () => clearTimeout(deadline));
      const end = () => {
        clearTimeout(deadline);
        if (!owner) release();
      };
      unnamed.set(request, { owner, end });
      return null;
    },

    async admitSocket(socket: Socket): Promise<string | null> {
      const { request } = socket;
      const token: unknown = socket.handshake.auth["token"];
      if (typeof token !== "string") return "unauthorized";
      const principal = await sessions.findPrincipal(token, parseCookie(request.headers.cookie ?? ""));
      if (!principal) return "unauthorized";
      const { accountId, sessionId } = principal;
      const upgrade = unnamed.get(request);
      if (upgrade && !upgrade.owner) {
        const places = listPlacesOf({ accountId, hasVerifiedMailbox: false }, limits);
        if (!heldPlaces.hold(places, request)) return "too many";
      }
      upgrade?.end();
      unnamed.delete(request);
      await socket.join([`account:${accountId}`, `session:${sessionId}`]);
      return null;
    },
  };
}

const limitOf = (key: string | null, limit: number): Place[] => (key === null ? [] : [[key, limit]]);

const listPlacesOf = (
  { accountId, hasVerifiedMailbox }: SocketOwner,
  limits: typeof SOCKET_LIMITS,
): Place[] => [
  [`account:${accountId}`, limits.account],
  ...limitOf(hasVerifiedMailbox ? null : "unproven", limits.unproven),
];

type Place = readonly [key: string, most: number];

function createPlaces() {
  const counts = new Map<string, number>();
  const count = (key: string, change: number) => {
    const newCount = (counts.get(key) ?? 0) + change;
    if (newCount > 0) counts.set(key, newCount);
    else counts.delete(key);
  };
  return {
    /**
     * Counts the connection until it ends or the returned function is called. Returns null if a limit is reached or the
     * connection has already ended.
     */
    hold(requestedPlaces: readonly Place[], { socket }: IncomingMessage): (() => void) | null {
      if (socket.destroyed || requestedPlaces.some(([key, limit]) => (counts.get(key) ?? 0) >= limit))
        return null;
      let heldPlaces = requestedPlaces;
      for (const [key] of heldPlaces) count(key, 1);
      const release = () => {
        for (const [key] of heldPlaces) count(key, -1);
        heldPlaces = [];
      };
      socket.once("close", release);
      return release;
    },
  };
}

const connected = defineLevel("shop_sockets", "Number of live connections between pages and the shop.");

const linkProcesses = (io: SocketServer, { db, log }: Context, url: string): ProcessLink =>
  openProcessLink(
    { url, pool: db.$client, log },
    {
      heard: (message) => emitOrDrop(io, v.parse(newsSchema, message)),
      // Messages may have been missed, so close all connections. The pages then reconnect and load the missing data.
      listening: () => io.sockets.sockets.forEach(({ conn }) => conn.close()),
    },
  );

/**
 * The rooms that were closed most recently. A new socket in such a room is disconnected, because its session may have
 * ended after the check and before the socket joined its rooms.
 */
const lastClosed = new LRUCache<string, true>({ max: 1_000 });

function emitOrDrop(io: SocketServer, { to, event, payload }: RelayedEvent): void {
  if (event !== null) return void io.to(to).emit(event, payload);
  lastClosed.set(to, true);
  io.in(to).disconnectSockets(true);
}

/** A message to the other processes. If `event` is null, they close the connections in the room `to`. */
const newsSchema = v.object({
  to: v.string(),
  event: v.nullable(v.string()),
  payload: v.optional(v.unknown()),
});

type RelayedEvent = v.InferOutput<typeof newsSchema>;
