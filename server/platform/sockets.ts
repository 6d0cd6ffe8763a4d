import type { Server as HttpServer } from "node:http";
import { createAdapter } from "@socket.io/postgres-adapter";
import { Server as SocketServer, type Socket } from "socket.io";
import type { Pool } from "pg";
import type { Caller } from "./bind.ts";
import type { Context } from "./context.ts";
import { readCookies } from "./cookies.ts";
import { isOwnOrigin } from "./origin.ts";

/** Live connections to customers' pages, one room an account (D73). Other rooms of the shop only emit. */
export interface Sockets {
  /** Tells every open page of an account, on every process. */
  emitTo(accountId: string, event: string, payload: unknown): void;
  /** Ends the live connections of a session, on every process. */
  dropSession(sessionId: string): void;
  close(): Promise<void>;
}

/** Whose connection it is, by the access token of the handshake and the session cookie. */
export type IdentifySocket = (accessToken: string, cookies: Record<string, string>) => Promise<Caller | null>;

/**
 * Websocket only, from the shop's own pages only, for signed-in customers only; a client that speaks is cut off,
 * because no client event exists. `adapterPool` links several processes through PostgreSQL.
 */
export function openSockets(
  http: HttpServer,
  context: Context,
  identify: IdentifySocket,
  adapterPool: Pool | null,
): Sockets {
  const io = new SocketServer(http, {
    serveClient: false,
    transports: ["websocket"],
    maxHttpBufferSize: 4_096,
    cors: { origin: new URL(context.config.publicUrl).origin, credentials: true },
    allowRequest: (request, done) => {
      const { origin, host } = request.headers;
      done(null, origin !== undefined && isOwnOrigin(origin, host, context.config));
    },
    ...(adapterPool && {
      adapter: createAdapter(adapterPool, {
        errorHandler: (cause) => context.log.warn({ err: cause }, "socket adapter"),
      }),
    }),
  });
  io.use((socket, next) => {
    admit(socket, identify).then(
      (admitted) => next(admitted ? undefined : new Error("unauthorized")),
      (cause: unknown) => {
        context.log.warn({ err: cause }, "socket handshake failed");
        next(new Error("unavailable"));
      },
    );
  });
  io.on("connection", (socket) => {
    socket.onAny(() => socket.disconnect(true));
  });
  return {
    emitTo: (accountId, event, payload) => void io.to(`account:${accountId}`).emit(event, payload),
    dropSession: (sessionId) => io.in(`session:${sessionId}`).disconnectSockets(true),
    close: () => io.close(),
  };
}

async function admit(socket: Socket, identify: IdentifySocket): Promise<boolean> {
  const token: unknown = socket.handshake.auth["token"];
  if (typeof token !== "string") return false;
  const caller = await identify(token, readCookies(socket.handshake.headers.cookie));
  if (!caller) return false;
  await socket.join([`account:${caller.accountId}`, `session:${caller.sessionId}`]);
  return true;
}
