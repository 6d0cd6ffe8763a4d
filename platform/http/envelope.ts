import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ErrorEnvelope, SOMETHING_WENT_WRONG } from "#contract/errors.ts";
import { generateCode } from "../ids.ts";
import { answerHeaders } from "./security-headers.ts";
import { HttpRefusal, RETRY_SOON } from "./http-refusal.ts";
import { classifyDatabaseError } from "../database/database-errors.ts";
import { createFrameworkRefusal } from "./framework-refusal.ts";

/** Answers any error with the envelope; what no one expected is logged with its cause and answered neutrally. */
export function sendError(cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(cause);
  // A refusal was meant: under a flood, telling the log of each would cost more than the refusal.
  if (refusal.status >= 500 && refusal !== cause) request.log.error({ err: cause }, "request failed");
  return reply
    .code(refusal.status)
    .headers({ ...neverCached, ...refusal.extra.headers })
    .type(JSON_TYPE)
    .send(JSON.stringify(buildEnvelope(refusal, request.id)));
}

/** Refuses before the framework has woken up. */
export function writeRefusal(response: ServerResponse, refusal: HttpRefusal): void {
  const body = JSON.stringify(buildEnvelope(refusal, generateCode(10)));
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
  const body = JSON.stringify(buildEnvelope(createFrameworkRefusal(status), generateCode(10)));
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

/** What is answered to any error: itself if it is a refusal, else the neutral one that stands for it. */
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
