import type { FastifyReply, FastifyRequest } from "fastify";
import { colours } from "#contract/colours.ts";
import { html, type Html } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import { SHOP_LOCALE } from "#contract/locale.ts";
import { sendBusyPage } from "./busy-page.ts";
import { HTML } from "./compose-pages.ts";
import { describeReference } from "../http/request-id.ts";
import { toRefusal } from "../http/envelope.ts";
import { plainPageHeaders } from "../http/security-headers.ts";

/** A page for one reader, made by the server alone: it is cached nowhere and in no search engine's list. */
export interface PlainPage {
  title: string;
  /** The address of its only script, if it has one. */
  script?: string;
  main: Html;
}

/** Where the style sheet and the fonts of plain pages are. */
export const PLAIN_FILES = "/plain";

export const sendPlainPage = (
  reply: FastifyReply,
  status: number,
  page: PlainPage,
  headers: Readonly<Record<string, string>> = plainPageHeaders,
): FastifyReply => reply.code(status).headers(headers).type(HTML).send(renderPlainPage(page).text);

/** The error handler of plain pages: never JSON to a person. */
export function sendPlainError(cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (sendBusyPage(cause, request, reply)) return reply;
  const { status, message, extra } = toRefusal(cause);
  if (status >= 500) request.log.error({ err: cause }, "plain page failed");
  const reference = status >= 500 ? html`<p>${describeReference(request.id)}</p>` : "";
  const main = html`<h1>That did not work</h1>
    <p>${message}</p>
    ${reference}`;
  return sendPlainPage(reply.headers(extra.headers ?? {}), status, { title: "That did not work", main });
}

const renderPlainPage = ({ title, script, main }: PlainPage): Html =>
  html`<!doctype html>
    <html lang="${SHOP_LOCALE}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="theme-color" content="${colours.paper}" />
        <title>${title} | Taruva</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="${PLAIN_FILES}/style.css" />
        ${script === undefined ? "" : html`<script src="${script}" type="module"></script>`}
      </head>
      <body class="plain">
        <header>
          <a translate="no" href="${links.home}"
            ><img src="/favicon.svg" alt="" width="32" height="32" />Taruva</a
          >
        </header>
        <main>${main}</main>
      </body>
    </html> `;
