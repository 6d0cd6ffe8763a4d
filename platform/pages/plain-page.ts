import type { FastifyReply, FastifyRequest } from "fastify";
import { colours } from "#contract/colours.ts";
import { html, type Html } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import { SHOP_LOCALE } from "#contract/locale.ts";
import { OUR_MISTAKE } from "#contract/page.ts";
import { HTML } from "./page-renderer.ts";
import { describeReference } from "../http/follow-requests.ts";
import { toRefusal, type HttpRefusal } from "../http/envelope.ts";
import { plainPageHeaders, pageHeaders } from "../http/security-headers.ts";
import type { IncomingMessage, ServerResponse } from "node:http";

/** A page for one visitor, rendered without React, never cached and not indexed by search engines. */
export interface PlainPage {
  title: string;
  script?: string;
  main: Html;
  isMessage?: boolean;
}

export const PLAIN_FILES = "/plain";

export const sendPlainPage = (
  reply: FastifyReply,
  status: number,
  page: PlainPage,
  headers: Readonly<Record<string, string>> = plainPageHeaders,
): FastifyReply =>
  reply
    .code(status)
    .headers(headers)
    .type(HTML)
    .send(renderPlainPage(page, getFace(reply)).text);

export interface PlainPageBrand {
  name: string;
  logo?: Html | undefined;
  styles?: string | undefined;
}

export const PLAIN_FACE = "plainFace";

const getFace = ({ server }: FastifyReply): PlainPageBrand =>
  server.hasDecorator(PLAIN_FACE)
    ? server.getDecorator<() => PlainPageBrand>(PLAIN_FACE)()
    : { name: "The shop" };

export function sendPlainError(cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (sendBusyPage(cause, request, reply)) return reply;
  const { status, message, extra } = toRefusal(cause);
  if (status >= 500) request.log.error({ err: cause }, "plain page failed");
  const reference = status >= 500 ? html`<p class="soft">${describeReference(request.id)}</p>` : "";
  const main = html`<div class="head">
    <h1>That did not work</h1>
    <p class="lead">${message}</p>
    ${reference}
    <p class="ways">
      <a class="button secondary" href="${links.home}" rel="noreferrer">To the shop</a>
    </p>
  </div>`;
  return sendPlainPage(reply.headers(extra.headers ?? {}), status, { title: "That did not work", main });
}

export function sendFailurePage(cause: unknown, request: FastifyRequest, reply: FastifyReply): boolean {
  if (sendBusyPage(cause, request, reply)) return true;
  const { status } = toRefusal(cause);
  if (!isPageRequest(request) || status < 500) return false;
  request.log.error({ err: cause }, "page failed");
  const title = "Something went wrong";
  const main = html`<div class="head">
    <h1>${title}</h1>
    <p class="lead">${OUR_MISTAKE}</p>
    <p class="soft">${describeReference(request.id)}</p>
    <p class="ways">
      <a class="button primary" href="">Try again</a>
      <a class="button secondary" href="${links.home}" rel="noreferrer">Back to home</a>
    </p>
  </div>`;
  void sendPlainPage(reply, status, { title, main, isMessage: true });
  return true;
}

const FOOTER = [
  ["Contact us", links.contact],
  ["Shipping policy", links.shippingPolicy],
  ["Returns and refunds", links.refundPolicy],
] as const;

const renderPlainPage = (
  { title, script, main, isMessage }: PlainPage,
  { name, logo, styles }: PlainPageBrand,
): Html =>
  html`<!doctype html>
    <html lang="${SHOP_LOCALE}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="theme-color" content="${colours.paper}" />
        <title>${title} | ${name}</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="${PLAIN_FILES}/style.css" />
        ${styles === undefined ? "" : html`<link rel="stylesheet" href="${styles}" />`}
        ${script === undefined ? "" : html`<script src="${script}" type="module"></script>`}
      </head>
      <body class="plain">
        <header>
          <a translate="no" href="${links.home}" rel="noreferrer"
            >${logo ?? html`<img src="/favicon.svg" alt="" width="32" height="32" />${name}`}</a
          >
        </header>
        <main class="${isMessage ? "calm" : "start"}">${main}</main>
        <footer>
          ${FOOTER.map(([label, href]) => html`<a href="${href}" rel="noreferrer">${label}</a>`)}
        </footer>
      </body>
    </html> `;

/**
 * For a status of 429 (rate limit) or 503 (overload), sends a browser an HTML page that reloads itself. Otherwise sends
 * nothing and returns false.
 */
function sendBusyPage(cause: unknown, request: FastifyRequest, reply: FastifyReply): boolean {
  const refusal = toRefusal(cause);
  if (!isPageRequest(request) || ![429, 503].includes(refusal.status)) return false;
  void reply.code(refusal.status).headers(buildHeaders(refusal)).send(renderBusyPage(refusal));
  return true;
}

export function writeBusyPage(response: ServerResponse, refusal: HttpRefusal): void {
  const body = renderBusyPage(refusal);
  const headers = { ...buildHeaders(refusal), "content-length": Buffer.byteLength(body) };
  response.writeHead(refusal.status, headers).end(body);
}

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
<title>One moment, please</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${PLAIN_FILES}/style.css">
</head>
<body class="plain">
<main class="calm"><div class="head">
<img src="/favicon.svg" alt="" width="96" height="96">
<h1>One moment, please</h1>
<p class="lead">${message}</p>
<p class="soft">This page reloads automatically.</p>
<p class="ways"><a class="button secondary" href="">Try again</a></p>
</div></main>
</body>
</html>`;
