import type { Server as HttpServer } from "node:http";
import { Server as SocketServer } from "socket.io";
import * as v from "valibot";
import type { Context } from "./context.ts";
import { defineLevel } from "./counts.ts";
import { isOwnOrigin } from "./origin.ts";
import { openProcessLink, type ProcessLink } from "./process-link.ts";
import { authenticateSocket, type FindSocketPrincipal } from "./socket-auth.ts";

/** Live connections to customers' pages, one room an account (D73). Features only emit. */
export interface Sockets {
  /** Notifies every open page of an account: on this process at once, on the others before it resolves. */
  emitTo(accountId: string, event: string, payload: unknown): Promise<void>;
  /** Notifies every open page that is connected to this process: the others notice the same by themselves. */
  emitToAll(event: string, payload: unknown): void;
  /** Sends this to every page that connects to this process from now on, once it does. */
  greetWith(event: string, describe: () => unknown): void;
  /** Ends the live connections of a session: on this process at once, on the others before it resolves. */
  dropSession(sessionId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Websocket only, from the shop's own pages only, for signed-in customers only; a client that sends an event is cut off,
 * because no client event exists. `databaseUrl` of a server links it with the other processes of the shop there.
 */
export function openSockets(
  http: HttpServer,
  context: Context,
  findPrincipal: FindSocketPrincipal,
  databaseUrl: string | null,
): Sockets {
  const io = createSocketServer(http, context, findPrincipal);
  const link = databaseUrl === null ? null : linkProcesses(io, context, databaseUrl);
  const broadcast = async (news: News) => {
    emitOrDrop(io, news);
    await link?.send(news);
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
  findPrincipal: FindSocketPrincipal,
): SocketServer {
  const io = new SocketServer(http, {
    serveClient: false,
    transports: ["websocket"],
    maxHttpBufferSize: 4_096,
    cors: { origin: new URL(context.config.publicUrl).origin, credentials: true },
    allowRequest: (request, done) => {
      const { origin, host } = request.headers;
      done(null, origin !== undefined && isOwnOrigin(origin, host, context.config));
    },
  });
  io.use((socket, next) => {
    authenticateSocket(socket, findPrincipal).then(
      (admitted) => next(admitted ? undefined : new Error("unauthorized")),
      (cause: unknown) => {
        context.log.warn({ err: cause }, "socket handshake failed");
        next(new Error("unavailable"));
      },
    );
  });
  connected.set(0);
  io.on("connection", (socket) => {
    connected.add(1);
    socket.once("disconnect", () => connected.add(-1));
    socket.onAny(() => socket.disconnect(true));
  });
  return io;
}

const connected = defineLevel({
  name: "shop_sockets",
  help: "Live connections of customers' pages to this process.",
});

const linkProcesses = (io: SocketServer, { db, log }: Context, url: string): ProcessLink =>
  openProcessLink(
    { url, pool: db.$client, log },
    {
      heard: (message) => emitOrDrop(io, v.parse(newsSchema, message)),
      // The pages connect again by themselves, prove their session again, and fetch what they may have missed.
      listening: () => io.sockets.sockets.forEach(({ conn }) => conn.close()),
    },
  );

function emitOrDrop(io: SocketServer, { to, event, payload }: News): void {
  if (event === null) io.in(to).disconnectSockets(true);
  else io.to(to).emit(event, payload);
}

/** An event for the connections of a room, or, where there is none, their end. */
const newsSchema = v.object({
  to: v.string(),
  event: v.nullable(v.string()),
  payload: v.optional(v.unknown()),
});

type News = v.InferOutput<typeof newsSchema>;
