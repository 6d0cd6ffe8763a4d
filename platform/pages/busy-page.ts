import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { SHOP_LOCALE } from "#contract/locale.ts";
import type { HttpRefusal } from "../http/http-refusal.ts";
import { toRefusal } from "../http/envelope.ts";
import { pageHeaders } from "../http/security-headers.ts";

/**
 * Answers a person who opened a page while the shop has too much to do: words instead of the envelope of calls, and
 * the browser tries again by itself. False for programs, and for every other error.
 */
export function sendBusyPage(cause: unknown, request: FastifyRequest, reply: FastifyReply): boolean {
  const refusal = toRefusal(cause);
  if (!isPageRequest(request) || ![429, 503].includes(refusal.status)) return false;
  void reply.code(refusal.status).headers(buildHeaders(refusal)).send(renderBusyPage(refusal));
  return true;
}

/** The same, before the framework has woken up. */
export const writeBusyPage = (response: ServerResponse, refusal: HttpRefusal): void =>
  void response.writeHead(refusal.status, buildHeaders(refusal)).end(renderBusyPage(refusal));

/** A person who opens an address, not a program that calls it. */
export const isPageRequest = ({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean =>
  method === "GET" && headers.accept?.includes("text/html") === true;

const buildHeaders = ({ extra }: HttpRefusal) => ({
  ...pageHeaders,
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
  ...extra.headers,
});

const renderBusyPage = ({ message, extra }: HttpRefusal): string => `<!doctype html>
<html lang="${SHOP_LOCALE}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${Number(extra.headers?.["retry-after"] ?? 5)}">
<title>One moment, please: Taruva</title>
<link rel="icon" href="/favicon.svg">
</head>
<body>
<h1>One moment, please</h1>
<p>${message}</p>
<p>This page tries again by itself.</p>
</body>
</html>`;
