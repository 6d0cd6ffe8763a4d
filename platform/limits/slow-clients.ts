import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";

/** Maximum times for which a client may keep the shop waiting, in milliseconds. */
export interface TimeLimits {
  /** Time to receive all headers, from the first byte, or from the connection if no byte arrives. */
  headersMs: number;
  /** Time to receive the full request. */
  requestMs: number;
  /** The interval at which these two limits are checked. */
  checkEveryMs: number;
  /** Time during which the client reads no byte of a finished response. */
  unreadMs: number;
  /** Time that an open connection may wait for its next request. */
  nextRequestMs: number;
}

export const TIME_LIMITS: TimeLimits = {
  headersMs: 8_000,
  requestMs: 10_000,
  checkEveryMs: 2_000,
  unreadMs: 12_000,
  nextRequestMs: 65_000,
};

/** Sockets whose request may take longer than `requestMs`. */
const patient = new WeakSet<Socket>();

/**
 * Extends the time for a request body. Only for a known sender: `requestMs` keeps slow clients from taking every place
 * (T23).
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

/** True if this socket may send slowly. Node has one limit for all requests of a server and reports it once. */
export const mayTakeLong = (socket: Socket): boolean => patient.has(socket);

const LARGEST_HEADERS_BYTES = 16 * 1024;

/**
 * Maximum number of pipelined requests of one connection. Browsers and proxies do not pipeline; a client that sends a
 * thousand would open a thousand files at once.
 */
const MAX_UNANSWERED = 2;

/** The HTTP server that cuts off a client that sends or reads too slowly (security §11, T23). */
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
      // A response from memory is sent at once and needs no counting, unless an earlier response is still in progress.
      if (response.writableEnded && waitState === 0) return;
      unanswered.set(socket, waitingOn(socket) + 1);
      response.once("close", () => unanswered.set(socket, waitingOn(socket) - 1));
    },
  );
  const unanswered = new WeakMap<Socket, number>();
  const waitingOn = (socket: Socket) => unanswered.get(socket) ?? 0;
  http.setTimeout(limits.unreadMs, (socket) => {
    // A client that waits for a response in progress is not slow.
    if (waitingOn(socket) === 0 || socket.writableLength > 0) socket.destroy();
  });
  return http;
}
