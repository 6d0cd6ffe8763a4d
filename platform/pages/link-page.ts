import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html, type Html } from "#contract/html.ts";
import type { Context } from "../context.ts";
import { createPageLimit, LINK_LIMIT } from "../limits/rate-limit.ts";
import { readPlainForms } from "../http/json-bodies.ts";
import { PLAIN_FILES, type PlainPage, sendPlainPage } from "./plain-page.ts";
import { linkPageHeaders } from "../http/security-headers.ts";
import { signLink } from "../http/signed-link.ts";

export const LINK_SCRIPT = `${PLAIN_FILES}/open-link.js`;

const LINK_FIELD = "link";

interface LinkPage {
  path: string;
  above: string;
  title: string;
  longestFormBytes: number;
  more?: Html;
  /** Handles a request that contains the link. If `form` contains only the link, shows the page and changes nothing. */
  answer(openedLink: OpenedLink): Promise<FastifyReply>;
  answerFailure?(openedLink: OpenedLink, cause: unknown): Promise<FastifyReply>;
}

export interface OpenedLink {
  request: FastifyRequest;
  reply: FastifyReply;
  link: string;
  form: URLSearchParams;
}

/** Puts the signed link into the URL's fragment, so that no log, proxy or Referer header contains it. */
export const buildLinkHref = (context: Context, path: string, purpose: string, text: string): string =>
  `${path}#${signLink(context, purpose, text)}`;

export function renderLinkWay(href: string, label: string, variant: "primary" | "secondary" | "quiet"): Html {
  const [path = "", link = ""] = href.split("#");
  return html`<form method="post" action="${path}">
    ${renderLinkField(link)}<button class="button ${variant}">${label}</button>
  </form>`;
}

export const renderLinkField = (link: string): Html =>
  html`<input type="hidden" name="${LINK_FIELD}" value="${link}" />`;

export const renderLinkButton = (
  path: string,
  link: string,
  name: string,
  label: string,
  variant: "primary" | "secondary" | "quiet",
): Html =>
  html`<form class="part" method="post" action="${path}">
    ${renderLinkField(link)}
    <p><button class="button ${variant}" name="${name}" value="yes">${label}</button></p>
  </form>`;

export const buildMessagePage = (
  above: string,
  title: string,
  lead: Html | string,
  below?: Html,
): PlainPage => ({
  title,
  main: html`<div class="head">
      <p class="eyebrow">${above}</p>
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
    </div>
    ${below}`,
});

/**
 * Serves the page that a mailed link opens. The link's secret is in the fragment of the URL, which servers do not
 * receive, so a visitor without JavaScript pastes the link into a form. The link alone grants access, so the origin of
 * the POST request is not checked.
 */
export async function serveLinkPage(app: FastifyInstance, context: Context, page: LinkPage): Promise<void> {
  const limitLinks = createPageLimit(context.config, context.now, LINK_LIMIT);
  readPlainForms(app);
  app.get(page.path, (_request, reply) => sendPlainPage(reply, 200, renderLanding(page), linkPageHeaders));
  app.post(page.path, { bodyLimit: page.longestFormBytes }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const link = readTypedLink(form.get(LINK_FIELD) ?? "");
    // After a payment, the payment provider posts a form without the link. The page's script has stored the link.
    if (link === "") return reply.header("cache-control", "no-store").redirect(page.path, 303);
    const openedLink = { request, reply, link, form };
    try {
      limitLinks(request);
      return await page.answer(openedLink);
    } catch (cause) {
      if (!page.answerFailure) throw cause;
      return page.answerFailure(openedLink, cause);
    }
  });
  // Some mail programs write "%23" for the "#" of a link.
  app.get<{ Params: { link: string } }>(`${page.path}:link(^#.+$)`, ({ params }, reply) =>
    reply
      .header("cache-control", "no-store")
      .redirect(`${page.path}#${encodeURIComponent(readTypedLink(params.link))}`, 303),
  );
}

/** Returns the code in the visitor's input, which is the code alone or the whole URL from the mail. */
const readTypedLink = (input: string): string => input.trim().replace(/^.*(?:[#/]|%23)/s, "");

const renderLanding = ({ path, above, title, more }: LinkPage) => ({
  title,
  script: LINK_SCRIPT,
  main: html`<div class="head">
      <p class="eyebrow">${above}</p>
      <h1>${title}</h1>
      <p class="lead" role="status" id="opening">Please paste the whole link from our e-mail here.</p>
    </div>
    <form class="part" method="post" action="${path}" id="open-link">
      <div class="field">
        <label for="link">Link from the e-mail</label
        ><input
          class="box"
          id="link"
          name="${LINK_FIELD}"
          required
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
        />
      </div>
      <p><button class="button primary">Open</button></p>
    </form>
    ${more}`,
});
