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
interface LinkPage {
  /** Its address without a link: `/track`. */
  path: string;
  /** Above its heading. */
  above: string;
  title: string;
  longestFormBytes: number;
  /** HTML below the form that asks for the link. */
  more?: Html;
  /** Handles a posted form. A form that contains only the link opens it, which changes nothing. */
  answer(openedLink: OpenedLink): Promise<FastifyReply>;
  /** Handles a form that could not be processed; by default an error page is sent. */
  answerFailure?(openedLink: OpenedLink, cause: unknown): Promise<FastifyReply>;
}

export interface OpenedLink {
  request: FastifyRequest;
  reply: FastifyReply;
  link: string;
  form: URLSearchParams;
}

/**
 * Builds the URL for a mail. The secret is in the fragment, which browsers do not send, so it is in no log, proxy or
 * Referer.
 */
export const buildLinkHref = (context: Context, path: string, purpose: string, text: string): string =>
  `${path}#${signLink(context, purpose, text)}`;

/** A button that opens a link page in the same way with and without scripts. */
export function renderLinkWay(href: string, label: string, variant: "primary" | "secondary" | "quiet"): Html {
  const [path = "", link = ""] = href.split("#");
  return html`<form method="post" action="${path}">
    ${renderLinkField(link)}<button class="button ${variant}">${label}</button>
  </form>`;
}

/** The link in a form of its page. */
export const renderLinkField = (link: string): Html =>
  html`<input type="hidden" name="${LINK_FIELD}" value="${link}" />`;

/**
 * Serves a page that needs a signed link. Its URL shows a form; a script posts the link from the fragment, and without
 * JavaScript the visitor pastes it. The link alone grants access, without a cookie, so the origin of the post does not
 * matter. Links mailed before 23 November 2026 contain the secret in the path and still work.
 */
export async function serveLinkPage(app: FastifyInstance, context: Context, page: LinkPage): Promise<void> {
  const limitLinks = createPageLimit(context.config, context.now, LINK_LIMIT);
  readPlainForms(app);
  app.get(page.path, (_request, reply) => sendPlainPage(reply, 200, renderLanding(page), linkPageHeaders));
  app.post(page.path, { bodyLimit: page.longestFormBytes }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const link = readTypedLink(form.get(LINK_FIELD) ?? "");
    // A payment provider's page leads back without one: the script has kept it.
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
  app.get(`${page.path}/:link`, async (request: OldRequest, reply) => {
    limitLinks(request);
    return page.answer({ request, reply, link: request.params.link, form: new URLSearchParams() });
  });
  const redirectToFragment = (request: OldRequest, reply: FastifyReply) =>
    reply
      .header("cache-control", "no-store")
      .redirect(`${page.path}#${encodeURIComponent(readTypedLink(request.params.link))}`, 303);
  app.post(`${page.path}/:link`, redirectToFragment);
  // Some mail programs write "%23" for the "#" of a link.
  app.get(`${page.path}:link(^#.+$)`, redirectToFragment);
}

type OldRequest = FastifyRequest<{ Params: { link: string } }>;

/** Reads a pasted link: its code or the full URL from the mail. */
const readTypedLink = (input: string): string => input.trim().replace(/^.*(?:[#/]|%23)/s, "");

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
