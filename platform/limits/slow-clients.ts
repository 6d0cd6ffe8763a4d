import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";

export const TIME_LIMITS = {
  /** Maximum time to receive all headers. It starts with the first byte, or with the connection if no byte arrives. */
  headersMs: 8_000,
  requestMs: 10_000,
  checkEveryMs: 2_000,
  unreadMs: 12_000,
  nextRequestMs: 65_000,
};

const patient = new WeakSet<Socket>();

/**
 * Gives the client more time to send this request. Call it only after the session was checked. Otherwise, strangers
 * could block all connections (T23).
 */
export function allowLongRequest(request: IncomingMessage, longestMs: number): void {
  const { socket } = request;
  const deadline = setTimeout(() => request.destroy(), longestMs);
  const end = () => {
    clearTimeout(deadline);
    patient.delete(socket);
  };
  patient.add(socket);
  request.once("end", end).once("close", end);
}

/** True if `allowLongRequest` was called for the current request. Node's own request timeout is then ignored. */
export const mayTakeLong = (socket: Socket): boolean => patient.has(socket);

const LARGEST_HEADERS_BYTES = 16 * 1024;

/** The maximum number of unanswered requests on a connection. Browsers and proxies do not pipeline requests. */
const MAX_UNANSWERED = 2;

/** Creates a server that disconnects clients that send or read too slowly (security §11, T23). */
export function createTimeLimitedServer(listener: RequestListener, limits = TIME_LIMITS): Server {
  const http = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAliveTimeout: limits.nextRequestMs,
      maxHeaderSize: LARGEST_HEADERS_BYTES,
    },
    (request, response) => {
      const { socket } = request;
      const waitState = waitingOn(socket);
      if (waitState >= MAX_UNANSWERED) return void socket.destroy();
      listener(request, response);
      // A response from the cache is already complete. Count it only if an earlier response is in progress.
      if (response.writableEnded && waitState === 0) return;
      unanswered.set(socket, waitingOn(socket) + 1);
      response.once("close", () => unanswered.set(socket, waitingOn(socket) - 1));
    },
  );
  const unanswered = new WeakMap<Socket, number>();
  const waitingOn = (socket: Socket) => unanswered.get(socket) ?? 0;
  http.setTimeout(limits.unreadMs, (socket) => {
    // Do not disconnect a client that is only waiting for the shop's response.
    if (waitingOn(socket) === 0 || socket.writableLength > 0) socket.destroy();
  });
  return http;
}
