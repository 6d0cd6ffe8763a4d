import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ErrorEnvelope, SOMETHING_WENT_WRONG, type FieldError } from "#contract/errors.ts";
import { generateCode } from "../ids.ts";
import { answerHeaders } from "./security-headers.ts";
import { classifyDatabaseError } from "../database/database-errors.ts";
import { mayTakeLong } from "../limits/slow-clients.ts";

export function sendError(cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(cause);
  // Do not log expected errors, because under a flood of requests a log line would cost more than the response.
  if (refusal.status >= 500 && refusal !== cause) request.log.error({ err: cause }, "request failed");
  return reply
    .code(refusal.status)
    .headers({ ...neverCached, ...refusal.extra.headers })
    .type(JSON_TYPE)
    .send(JSON.stringify(buildEnvelope(refusal, request.id)));
}

export function writeRefusal(response: ServerResponse, refusal: HttpRefusal): void {
  const { body, headers } = encodeRefusal(refusal);
  response.writeHead(refusal.status, headers).end(body);
}

/** Sends an error response directly on the socket, for a request that is invalid HTTP or arrived too slowly. */
export function sendMalformedRequest(cause: Error & { code?: string }, socket: Socket): void {
  if (cause.code === "ERR_HTTP_REQUEST_TIMEOUT" && mayTakeLong(socket)) return;
  if (cause.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = brokenRequests[cause.code ?? ""] ?? 400;
  const { body, headers } = encodeRefusal(createFrameworkRefusal(status));
  const head = Object.entries({ ...headers, connection: "close" }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...head, "", body].join("\r\n"));
  socket.destroySoon();
}

function encodeRefusal(refusal: HttpRefusal) {
  const body = JSON.stringify(buildEnvelope(refusal, generateCode(10)));
  const headers = {
    ...neverCached,
    ...refusal.extra.headers,
    "content-type": JSON_TYPE,
    // Node would otherwise use chunked encoding, which takes four times as much processor time.
    "content-length": Buffer.byteLength(body),
  };
  return { body, headers };
}

const buildEnvelope = ({ code, message, extra }: HttpRefusal, requestId: string): ErrorEnvelope => ({
  success: false,
  code,
  message,
  error: message,
  requestId,
  ...(extra.fields && { fields: extra.fields }),
  ...(extra.details !== undefined && { details: extra.details }),
});

const JSON_TYPE = "application/json; charset=utf-8";

const neverCached = { ...answerHeaders, "cache-control": "no-store" };

const brokenRequests: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

export function toRefusal(cause: unknown): HttpRefusal {
  if (cause instanceof HttpRefusal) return cause;
  if (!(cause instanceof Error)) return new HttpRefusal(500, "internal", SOMETHING_WENT_WRONG);
  const { statusCode } = cause as { statusCode?: number };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return createFrameworkRefusal(statusCode);
  }
  switch (classifyDatabaseError(cause)) {
    case "input":
      return new HttpRefusal(
        400,
        "invalid",
        "Some of the characters you entered cannot be saved. Please check them and try again.",
      );
    case "conflict":
      return new HttpRefusal(409, "conflict", "Somebody changed this at the same moment. Please try again.");
    case "unavailable":
      return createUnavailableRefusal();
    case null:
      return new HttpRefusal(500, "internal", SOMETHING_WENT_WRONG);
  }
}

/** An expected error of the HTTP layer. A route and any function that it calls may throw it. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: EnvelopeExtra;

  constructor(status: number, code: string, message: string, extra: EnvelopeExtra = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

interface EnvelopeExtra {
  fields?: FieldError[];
  details?: unknown;
  headers?: Record<string, string>;
}

export const RETRY_SOON = { headers: { "retry-after": "2" } };

export const createForeignOriginRefusal = () =>
  new HttpRefusal(
    403,
    "foreign_origin",
    "This request came from another website, so nothing was changed. Please open our shop and try again.",
  );

export const createBusyRefusal = (retryAfterMs: number) =>
  new HttpRefusal(503, "busy", "Many people are in the shop right now. Please try again in a moment.", {
    headers: { "retry-after": String(Math.ceil(retryAfterMs / 1000)) },
  });

/** The refusal while the database is unavailable, or if a newer version of the shop may have migrated it. */
export const createUnavailableRefusal = () =>
  new HttpRefusal(503, "unavailable", "The shop is very busy. Please try again in a moment.", RETRY_SOON);

export const createTooManyRefusal = (retryAfterMs: number) =>
  new HttpRefusal(429, "too_many", "Too many requests at once. Please try again in a moment.", {
    headers: { "retry-after": String(Math.ceil(retryAfterMs / 1000)) },
  });

export const createNotFoundRefusal = () => new HttpRefusal(404, "not_found", NO_SUCH_ADDRESS);

export function createNotAllowedRefusal(methods: readonly string[]): HttpRefusal {
  const allow = methods.join(", ");
  return new HttpRefusal(405, "method_not_allowed", `This URL only supports ${allow}.`, {
    headers: { allow },
  });
}

const NO_SUCH_ADDRESS = "There is nothing at this address.";

export function createFrameworkRefusal(status: number): HttpRefusal {
  const [code, message = UNREADABLE] = frameworkErrors[status] ?? ["bad_request"];
  return new HttpRefusal(status, code, message);
}

const UNREADABLE = "The request could not be read. Please check it and try again.";

const frameworkErrors: Record<number, readonly [code: string, message?: string]> = {
  404: ["not_found", NO_SUCH_ADDRESS],
  405: ["method_not_allowed"],
  408: ["timeout"],
  413: ["too_large", "The data you sent is too large."],
  414: ["address_too_long", "This address is too long."],
  415: ["unsupported_media_type", "Please send JSON (content-type: application/json)."],
  431: ["headers_too_large"],
};
