import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html, type Html } from "#contract/html.ts";
import type { Context } from "../context.ts";
import { createPageLimit, LINK_LIMIT } from "../limits/page-limit.ts";
import { readPlainForms } from "../http/json-bodies.ts";
import { PLAIN_FILES, sendPlainPage } from "./plain-page.ts";
import { linkPageHeaders } from "../http/security-headers.ts";
import { signLink } from "../http/signed-link.ts";

/** The script that opens a link page by the fragment of its address. */
export const LINK_SCRIPT = `${PLAIN_FILES}/open-link.js`;

/** The field of a form's body that has the link. */
const LINK_FIELD = "link";

/** A page that shows what belongs to one signed link. */
export interface LinkPage {
  /** Its address without a link: `/track`. */
  path: string;
  /** Above its heading. */
  above: string;
  title: string;
  longestFormBytes: number;
  /** HTML below the form that asks for the link. */
  more?: Html;
  /** Answers a posted form. One that has nothing but the link opens it, which changes nothing. */
  answer(opened: OpenedLink): Promise<FastifyReply>;
  /** Answers a form that could not be taken; without it, an error page does. */
  answerFailure?(opened: OpenedLink, cause: unknown): Promise<FastifyReply>;
}

export interface OpenedLink {
  request: FastifyRequest;
  reply: FastifyReply;
  link: string;
  form: URLSearchParams;
}

/**
 * The address that a mail carries: the secret stands in the fragment, which browsers send to no server. So it is in no log, of
 * whatever proxy, and in no Referer.
 */
export const buildLinkHref = (context: Context, path: string, purpose: string, text: string): string =>
  `${path}#${signLink(context, purpose, text)}`;

/** A button that opens a link page in the same way with and without scripts. */
export function renderLinkWay(href: string, label: string, look: "primary" | "secondary" | "quiet"): Html {
  const [path = "", link = ""] = href.split("#");
  return html`<form method="post" action="${path}">
    ${renderLinkField(link)}<button class="button ${look}">${label}</button>
  </form>`;
}

/** The link in a form of its page. */
export const renderLinkField = (link: string): Html =>
  html`<input type="hidden" name="${LINK_FIELD}" value="${link}" />`;

/**
 * Serves a page behind signed links. Its address shows a form for the link; a script takes the link from the fragment and posts
 * it, and whoever has no scripts pastes it. The link is the right to see the page and no cookie is, so it does not matter from
 * where a form is posted. Links mailed before 23 November 2026 have the secret in the path, and open as they did.
 */
export async function serveLinkPage(app: FastifyInstance, context: Context, page: LinkPage): Promise<void> {
  const limitLinks = createPageLimit(context.config, context.now, LINK_LIMIT);
  readPlainForms(app, page.longestFormBytes);
  app.get(page.path, (_request, reply) => sendPlainPage(reply, 200, renderLanding(page), linkPageHeaders));
  app.post(page.path, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const link = readTypedLink(form.get(LINK_FIELD) ?? "");
    // A payment provider's page leads back without one: the script has kept it.
    if (link === "") return reply.header("cache-control", "no-store").redirect(page.path, 303);
    const opened = { request, reply, link, form };
    try {
      limitLinks(request);
      return await page.answer(opened);
    } catch (cause) {
      if (!page.answerFailure) throw cause;
      return page.answerFailure(opened, cause);
    }
  });
  app.get(`${page.path}/:link`, async (request: OldRequest, reply) => {
    limitLinks(request);
    return page.answer({ request, reply, link: request.params.link, form: new URLSearchParams() });
  });
  app.post(`${page.path}/:link`, (request: OldRequest, reply) =>
    reply
      .header("cache-control", "no-store")
      .redirect(`${page.path}#${encodeURIComponent(request.params.link)}`, 303),
  );
}

type OldRequest = FastifyRequest<{ Params: { link: string } }>;

/** A link as it is pasted: its code, or the whole address of the mail. */
const readTypedLink = (typed: string): string => typed.trim().replace(/^.*[#/]/s, "");

const renderLanding = ({ path, above, title, more }: LinkPage) => ({
  title,
  script: LINK_SCRIPT,
  main: html`<div class="head">
      <p class="eyebrow">${above}</p>
      <h1>${title}</h1>
      <p class="lead" role="status" id="opening">Please paste the whole link from our mail here.</p>
    </div>
    <form class="part" method="post" action="${path}" id="open-link">
      <div class="field">
        <label for="link">Link from the mail</label
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
