import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ErrorEnvelope, type FieldError, SOMETHING_WENT_WRONG } from "#contract/errors.ts";
import { shortCode } from "./ids.ts";
import { answerHeaders } from "./security-headers.ts";

/** A "no" of the HTTP layer itself: thrown anywhere below a route, sent by `sendError`. */
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

/** Answers any error with the envelope; what no one expected is logged with its cause and answered neutrally. */
export function sendError(cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(cause);
  // A refusal was meant: under a flood, telling the log of each would cost more than the refusal.
  if (refusal.status >= 500 && refusal !== cause) request.log.error({ err: cause }, "request failed");
  return reply
    .code(refusal.status)
    .headers({ ...neverCached, ...refusal.extra.headers })
    .type(JSON_TYPE)
    .send(JSON.stringify(envelopeOf(refusal, request.id)));
}

/** Refuses before the framework has woken up. */
export function writeRefusal(response: ServerResponse, refusal: HttpRefusal): void {
  const body = JSON.stringify(envelopeOf(refusal, shortCode(10)));
  response
    .writeHead(refusal.status, {
      ...neverCached,
      ...refusal.extra.headers,
      "content-type": JSON_TYPE,
      // Without it the answer would be sent in chunks, at four times the price.
      "content-length": Buffer.byteLength(body),
    })
    .end(body);
}

/** Answers what is no HTTP at all, or came too slowly; there is only the bare connection to answer on. */
export function sendMalformedRequest(cause: Error & { code?: string }, socket: Socket): void {
  if (cause.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = brokenRequests[cause.code ?? ""] ?? 400;
  const body = JSON.stringify(envelopeOf(frameworkRefusal(status), shortCode(10)));
  const headers = {
    ...neverCached,
    "content-type": JSON_TYPE,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...head, "", body].join("\r\n"));
  socket.destroySoon();
}

const envelopeOf = ({ code, message, extra }: HttpRefusal, requestId: string): ErrorEnvelope => ({
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

const RETRY_SOON = { headers: { "retry-after": "2" } };

/** What is answered to any error: itself if it is a refusal, else the neutral one that stands for it. */
export function refusalOf(cause: unknown): HttpRefusal {
  if (cause instanceof HttpRefusal) return cause;
  if (!(cause instanceof Error)) return new HttpRefusal(500, "internal", SOMETHING_WENT_WRONG);
  const { statusCode } = cause as { statusCode?: number };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return frameworkRefusal(statusCode);
  }
  switch (databaseTrouble(cause)) {
    case "input":
      return new HttpRefusal(
        400,
        "invalid",
        "Something in what you sent cannot be stored. Please check it and try again.",
      );
    case "conflict":
      return new HttpRefusal(409, "conflict", "Somebody changed this at the same moment. Please try again.");
    case "unavailable":
      return new HttpRefusal(
        503,
        "unavailable",
        "The shop is catching its breath. Please try again in a moment.",
        RETRY_SOON,
      );
    case null:
      return new HttpRefusal(500, "internal", SOMETHING_WENT_WRONG);
  }
}

/** The answer to a change that another site's page asks for. */
export const foreignOrigin = () =>
  new HttpRefusal(403, "foreign_origin", "This request came from another site.");

/** Said while more people come than the process can serve in time. */
export const busy = (retryAfterMs: number) =>
  new HttpRefusal(503, "busy", "Many people are in the shop right now. Please try again in a moment.", {
    headers: { "retry-after": String(Math.ceil(retryAfterMs / 1000)) },
  });

/** Said to a network address that asks too often. */
export const tooMany = (retryAfterMs: number) =>
  new HttpRefusal(429, "too_many", "Too many requests at once. Please try again in a moment.", {
    headers: { "retry-after": String(Math.ceil(retryAfterMs / 1000)) },
  });

/** The answer to an address, or a method, that leads nowhere. */
export const notFound = () => new HttpRefusal(404, "not_found", NOTHING_HERE);

/** The answer to a method that an address does not have. */
export function notAllowed(methods: readonly string[]): HttpRefusal {
  const allow = methods.join(", ");
  return new HttpRefusal(405, "method_not_allowed", `This address answers to ${allow} only.`, {
    headers: { allow },
  });
}

const NOTHING_HERE = "There is nothing at this address.";

/** The framework's own "no", in the shop's words. */
export const frameworkRefusal = (status: number) =>
  new HttpRefusal(status, frameworkCodes[status] ?? "bad_request", frameworkMessage(status));

const frameworkCodes: Record<number, string> = {
  400: "bad_request",
  404: "not_found",
  405: "method_not_allowed",
  408: "timeout",
  413: "too_large",
  414: "address_too_long",
  415: "unsupported_media_type",
  431: "headers_too_large",
};

function frameworkMessage(status: number): string {
  switch (status) {
    case 413:
      return "What you sent is too large.";
    case 414:
      return "This address is too long.";
    case 415:
      return "Please send JSON (content-type: application/json).";
    case 404:
      return NOTHING_HERE;
    default:
      return "The request could not be read. Please check it and try again.";
  }
}

/** Whether a query failed because the database cannot be reached or does not serve just now. */
export const isDatabaseAway = (cause: unknown): boolean =>
  cause instanceof Error && databaseTrouble(cause) === "unavailable";

/** Drizzle wraps the driver's error; the SQLSTATE is on its cause. */
function databaseTrouble(cause: Error): "input" | "conflict" | "unavailable" | null {
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  const code = (inner as { code?: unknown }).code;
  // Before the SQLSTATEs: EPIPE has five letters too.
  const lost =
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|EPIPE|ETIMEDOUT)$/;
  if (typeof code === "string" && lost.test(code)) return "unavailable";
  if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) {
    if (code.startsWith("22")) return "input";
    if (code === "23505") return "conflict";
    if (
      code.startsWith("08") ||
      code.startsWith("40") ||
      code.startsWith("53") ||
      code.startsWith("57") ||
      code === "55P03"
    ) {
      return "unavailable";
    }
    return null;
  }
  const said = /Connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable/;
  return said.test(inner.message) ? "unavailable" : null;
}
