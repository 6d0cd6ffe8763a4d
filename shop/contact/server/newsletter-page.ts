import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { html, type Html } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import type { Context } from "#platform/context.ts";
import { buildLinkHref, renderLinkField, serveLinkPage } from "#platform/pages/link-page.ts";
import { type PlainPage, sendPlainPage } from "#platform/pages/plain-page.ts";
import { readSignedLink } from "#platform/http/signed-link.ts";
import { NEWSLETTER_PATH } from "../newsletter.ts";
import { newsletterSubscriber } from "./tables.ts";

const PURPOSE = "newsletter";

/** The address at which one subscriber leaves the newsletter, as long as they are on the list. */
export const buildLeaveUrl = (context: Context, emailKey: string): string =>
  new URL(buildLinkHref(context, NEWSLETTER_PATH, PURPOSE, emailKey), context.config.publicUrl).href;

/** Serves the page on which a subscriber leaves by a signed link. Opening it changes nothing, as mail programs open links. */
export const serveNewsletter = (app: FastifyInstance, context: Context): Promise<void> =>
  serveLinkPage(app, context, {
    path: NEWSLETTER_PATH,
    above: ABOVE,
    title: "Leave the newsletter",
    longestFormBytes: 2_048,
    more: html`<p class="soft">
      You have no such mail at hand? Log in and leave in ${renderLink(links.profile, "your profile")}, or
      ${renderLink(links.contact, "write to us")}.
    </p>`,
    async answer({ reply, link, form }) {
      const emailKey = readSignedLink(context, PURPOSE, link);
      if (emailKey === null) return sendPlainPage(reply, 404, noLinkPage);
      if (form.has("leave")) {
        await context.db.delete(newsletterSubscriber).where(isOf(emailKey));
        return sendPlainPage(reply, 200, leftPage);
      }
      const [found] = await context.db.select().from(newsletterSubscriber).where(isOf(emailKey));
      return sendPlainPage(reply, 200, found ? renderAskPage(found.email, link) : leftPage);
    },
  });

const ABOVE = "News from the workshop";

const isOf = (emailKey: string) => eq(newsletterSubscriber.emailKey, emailKey);

const renderHead = (title: string, lead: Html | string): Html =>
  html`<div class="head">
    <p class="eyebrow">${ABOVE}</p>
    <h1>${title}</h1>
    <p class="lead">${lead}</p>
  </div>`;

const renderAskPage = (email: string, link: string): PlainPage => ({
  title: "Leave the newsletter",
  main: html`${renderHead("Leave the newsletter", `We write to ${email} about new pieces. Shall we stop?`)}
    <form class="part" method="post" action="${NEWSLETTER_PATH}">
      ${renderLinkField(link)}
      <p><button class="button primary" name="leave" value="yes">Take me off the list</button></p>
    </form>`,
});

const leftPage: PlainPage = {
  title: "You are not on the list",
  main: renderHead("You are not on the list", "Your address is forgotten, and we write no more news to it."),
};

const noLinkPage: PlainPage = {
  title: "This link does not work",
  main: renderHead(
    "This link does not work",
    html`Perhaps a part of it got lost on the way. You can also leave in
    ${renderLink(links.profile, "your profile")}, or ${renderLink(links.contact, "write to us")}.`,
  ),
};

function renderLink(href: string, label: string): Html {
  return html`<a href="${href}" rel="noreferrer">${label}</a>`;
}
