import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { html, type Html } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import type { HandlerInput, Principal } from "#platform/http/route.ts";
import { readSignedLink } from "#platform/http/signed-link.ts";
import { limitVisitors, refuseTooMany } from "#platform/limits/rate-limit.ts";
import {
  buildLinkHref,
  buildMessagePage,
  renderLinkButton,
  serveLinkPage,
} from "#platform/pages/link-page.ts";
import { type PlainPage, sendPlainPage } from "#platform/pages/plain-page.ts";
import { toEmailKey } from "#contract/person.ts";
import { findVerifiedEmail, lockAccount } from "#shop/accounts/server/index.ts";
import type * as endpoints from "../endpoints.ts";
import { newsletterMessages, NEWSLETTER_PATH } from "../newsletter.ts";
import { CONTACT_LIMIT } from "./contact-messages.ts";
import { newsletterSubscriber } from "./tables.ts";

/** Stores a new e-mail address and the time of consent (D80). The response does not reveal whether it was new. */
export async function saveSubscriber(
  context: Context,
  { body, requestContext }: HandlerInput<typeof endpoints.subscribe>,
) {
  const refusal = await refuseSubscription(context, requestContext.ip);
  if (refusal) return refusal;
  await insertSubscriber(context.db, body.email, context.now());
  return { success: true as const, message: newsletterMessages.subscribed };
}

/** Returns whether the customer is subscribed; null for an unverified e-mail address, which may be somebody else's. */
export async function readOwnSubscription({ db }: Context, { principal }: { principal: Principal }) {
  const { accountId } = principal;
  const isVerified = (await findVerifiedEmail(db, accountId)) !== null;
  const subscribed = isVerified ? (await findOwnSubscription(db, accountId)) !== null : null;
  return { success: true as const, subscribed };
}

export async function changeOwnSubscription(
  context: Context,
  { principal, body: { subscribed }, requestContext }: HandlerInput<typeof endpoints.changeSubscription>,
) {
  const { accountId } = principal;
  const refusal = subscribed ? await refuseSubscription(context, requestContext.ip) : null;
  if (refusal) return refusal;
  await context.transact(async (tx) => {
    const customer = await lockAccount(tx, accountId);
    if (!customer) throw new Error(`account ${accountId} has a session but does not exist`);
    if (subscribed) await insertSubscriber(tx, customer.email, context.now());
    else await deleteSubscriber(tx, customer.email);
  });
  const message = subscribed ? newsletterMessages.subscribed : newsletterMessages.left;
  return { ...(await readOwnSubscription(context, { principal })), message };
}

export async function findOwnSubscription(db: Db | Tx, accountId: string) {
  const email = await findVerifiedEmail(db, accountId);
  if (email === null) return null;
  const [row] = await db.select(columns).from(newsletterSubscriber).where(whereEmail(email));
  return row ?? null;
}

export async function deleteSubscriber(db: Db | Tx, email: string): Promise<boolean> {
  const removed = await db.delete(newsletterSubscriber).where(whereEmail(email)).returning();
  return removed.length > 0;
}

async function insertSubscriber(db: Db | Tx, email: string, consentedAt: Date): Promise<void> {
  await db
    .insert(newsletterSubscriber)
    .values({ emailKey: toEmailKey(email), email, consentedAt })
    .onConflictDoNothing();
}

const refuseSubscription = (context: Context, ip: string) =>
  refuseTooMany(context, ...limitVisitors("newsletter", ip, context.config, CONTACT_LIMIT));

const whereEmail = (email: string) => eq(newsletterSubscriber.emailKey, toEmailKey(email));

const columns = { email: newsletterSubscriber.email, consentedAt: newsletterSubscriber.consentedAt };

const PURPOSE = "newsletter";
const TITLE = "Unsubscribe from the newsletter";

export const buildUnsubscribeUrl = (context: Context, emailKey: string): string =>
  new URL(buildLinkHref(context, NEWSLETTER_PATH, PURPOSE, emailKey), context.config.publicUrl).href;

/** Opening the page changes nothing, because mail programs open links without a click. */
export const serveNewsletter = (app: FastifyInstance, context: Context): Promise<void> =>
  serveLinkPage(app, context, {
    path: NEWSLETTER_PATH,
    above: ABOVE,
    title: TITLE,
    longestFormBytes: 2_048,
    more: html`<p class="soft">
      Can't find the e-mail? Log in and unsubscribe in ${renderLink(links.profile, "your profile")}, or
      ${renderLink(links.contact, "write to us")}.
    </p>`,
    async answer({ reply, link, form }) {
      const emailKey = readSignedLink(context, PURPOSE, link);
      if (emailKey === null) return sendPlainPage(reply, 404, noLinkPage);
      if (form.has("leave")) {
        await context.db.delete(newsletterSubscriber).where(eq(newsletterSubscriber.emailKey, emailKey));
        return sendPlainPage(reply, 200, unsubscribedPage);
      }
      const [row] = await context.db
        .select()
        .from(newsletterSubscriber)
        .where(eq(newsletterSubscriber.emailKey, emailKey));
      return sendPlainPage(reply, 200, row ? renderAskPage(row.email, link) : unsubscribedPage);
    },
  });

const ABOVE = "News from the workshop";

const renderAskPage = (email: string, link: string): PlainPage =>
  buildMessagePage(
    ABOVE,
    TITLE,
    `We write to ${email} about new pieces. Shall we stop?`,
    renderLinkButton(NEWSLETTER_PATH, link, "leave", "Unsubscribe", "primary"),
  );

const unsubscribedPage = buildMessagePage(
  ABOVE,
  "You're not subscribed",
  "We've deleted your address. You won't get our newsletter any more.",
);

const renderLink = (href: string, label: string): Html =>
  html`<a href="${href}" rel="noreferrer">${label}</a>`;

const noLinkPage = buildMessagePage(
  ABOVE,
  "This link does not work",
  html`Part of the link may be missing. You can also unsubscribe in
  ${renderLink(links.profile, "your profile")}, or ${renderLink(links.contact, "write to us")}.`,
);
