import { and, asc, count, eq, isNull, lt, min } from "drizzle-orm";
import { DAY, HOUR } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { refuse, rollBackIfRefused } from "#platform/http/refuse.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import { generateUuid, hashText } from "#platform/ids.ts";
import { type Limit, limitVisitors, refuseTooMany } from "#platform/limits/rate-limit.ts";
import { toEmailKey } from "#contract/person.ts";
import { findVerifiedEmail } from "#shop/accounts/server/index.ts";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { readAvailableStock } from "#shop/inventory/server/index.ts";
import { backInStockMessages, MAILS_PER_PIECE, BACK_IN_STOCK_PATH } from "../back-in-stock.ts";
import type { requestStockMail } from "../endpoints.ts";
import { productBack } from "../events.ts";
import { mailRefusal, stockLevel, stockRequest } from "./tables.ts";
import type { FastifyInstance } from "fastify";
import { html, type Html } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import { readSignedLink } from "#platform/http/signed-link.ts";
import {
  buildLinkHref,
  buildMessagePage,
  renderLinkButton,
  serveLinkPage,
} from "#platform/pages/link-page.ts";
import { type PlainPage, sendPlainPage } from "#platform/pages/plain-page.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";

/** The limit for one IP address, and the limit for one e-mail address, which prevents unwanted mails (security §10). */
const STOCK_REQUEST_ADDRESS_LIMIT: Limit = { burst: 10, perMs: HOUR };
const STOCK_REQUEST_MAILBOX_LIMIT: Limit = { burst: 10, perMs: DAY };

const REQUEST_LIFE_MS = 365 * DAY;

export async function saveRequest(
  context: Context,
  { body: { productId, email }, requestContext }: HandlerInput<typeof requestStockMail>,
) {
  const refusal = await refuseTooMany(
    context,
    ...limitVisitors("back-in-stock", requestContext.ip, context.config, STOCK_REQUEST_ADDRESS_LIMIT),
    [`back-in-stock:mailbox:${hashMailbox(email)}`, STOCK_REQUEST_MAILBOX_LIMIT],
  );
  if (refusal) return refusal;
  if (!findProductSummary(context, productId)) return refuse("no_such_product");
  const refused = await rollBackIfRefused(context.transact, async (tx) => {
    if (!(await lockWhileSoldOut(tx, productId))) return refuse("in_stock");
    if (!(await isRefusedBy(tx, email)))
      await insertRequest(tx, { productId, email, requestedAt: context.now() });
    return null;
  });
  return refused ?? { success: true as const, message: backInStockMessages.saved };
}

async function lockWhileSoldOut(tx: Tx, productId: string): Promise<boolean> {
  await tx
    .insert(stockLevel)
    .values({ productId, available: 0 })
    .onConflictDoUpdate({ target: stockLevel.productId, set: { productId } });
  if ((await readAvailableStock(tx, [productId])).get(productId) !== 0) return false;
  await tx.update(stockLevel).set({ available: 0 }).where(eq(stockLevel.productId, productId));
  return true;
}

const insertRequest = (tx: Tx, request: { productId: string; email: string; requestedAt: Date }) =>
  tx
    .insert(stockRequest)
    .values({
      ...request,
      id: generateUuid(request.requestedAt.getTime()),
      emailKey: toEmailKey(request.email),
    })
    .onConflictDoNothing();

export const refuseMails = (context: Context, email: string): Promise<void> =>
  context.transact(async (tx) => {
    await tx
      .insert(mailRefusal)
      .values({ mailbox: hashMailbox(email), refusedAt: context.now() })
      .onConflictDoNothing();
    await tx
      .delete(stockRequest)
      .where(and(eq(stockRequest.emailKey, toEmailKey(email)), isNull(stockRequest.mailedAt)));
  });

const allowMails = async ({ db }: Context, email: string): Promise<void> => {
  await db.delete(mailRefusal).where(eq(mailRefusal.mailbox, hashMailbox(email)));
};

const requestAgain = (context: Context, productId: string, email: string): Promise<boolean> =>
  context.transact(async (tx) => {
    if (!findProductSummary(context, productId) || !(await lockWhileSoldOut(tx, productId))) return false;
    await tx.delete(mailRefusal).where(eq(mailRefusal.mailbox, hashMailbox(email)));
    await tx
      .delete(stockRequest)
      .where(and(eq(stockRequest.productId, productId), eq(stockRequest.emailKey, toEmailKey(email))));
    await insertRequest(tx, { productId, email, requestedAt: context.now() });
    return true;
  });

/** Returns a request; null if it was deleted, or if somebody stopped all mails to its address. */
export async function findRequest({ db }: Pick<Context, "db">, requestId: string) {
  const [row] = await db.select().from(stockRequest).where(eq(stockRequest.id, requestId));
  if (!row || (await isRefusedBy(db, row.email))) return null;
  return row;
}

const isRefusedBy = async (db: Db | Tx, email: string): Promise<boolean> =>
  (await db.$count(mailRefusal, eq(mailRefusal.mailbox, hashMailbox(email)))) > 0;

export async function listOwnRequests(db: Db, accountId: string) {
  const email = await findVerifiedEmail(db, accountId);
  if (email === null) return [];
  const { productId, requestedAt, mailedAt } = stockRequest;
  const rows = await db
    .select({ productId, requestedAt, mailedAt })
    .from(stockRequest)
    .where(eq(stockRequest.emailKey, toEmailKey(email)))
    .orderBy(asc(requestedAt), asc(productId));
  return rows.map((row) => ({
    productId: row.productId,
    requestedAt: row.requestedAt.toISOString(),
    ...(row.mailedAt && { mailedAt: row.mailedAt.toISOString() }),
  }));
}

export const deleteRequests = (tx: Tx, email: string): Promise<unknown> =>
  tx.delete(stockRequest).where(eq(stockRequest.emailKey, toEmailKey(email)));

export const deleteOldRequests = async ({ db, now }: Context): Promise<void> => {
  await db
    .delete(stockRequest)
    .where(lt(stockRequest.requestedAt, new Date(now().getTime() - REQUEST_LIFE_MS)));
};

export const countWaiting = (db: Db) =>
  db
    .select({
      productId: stockRequest.productId,
      people: count(),
      since: min(stockRequest.requestedAt),
    })
    .from(stockRequest)
    .where(isNull(stockRequest.mailedAt))
    .groupBy(stockRequest.productId)
    .orderBy(asc(min(stockRequest.requestedAt)), asc(stockRequest.productId));

const hashMailbox = (email: string): string => hashText(toEmailKey(email));

export async function announceStock(context: Context): Promise<void> {
  const rows = await context.db
    .selectDistinct({ productId: stockRequest.productId })
    .from(stockRequest)
    .where(isNull(stockRequest.mailedAt));
  for (const { productId } of rows)
    if (findProductSummary(context, productId))
      await context.transact((tx) => announceProduct(context, tx, productId));
}

async function announceProduct(context: Context, tx: Tx, productId: string): Promise<void> {
  const [level] = await tx.select().from(stockLevel).where(eq(stockLevel.productId, productId)).for("update");
  if (!level) return;
  const available = (await readAvailableStock(tx, [productId])).get(productId);
  if (available === undefined || available === level.available) return;
  await tx
    .update(stockLevel)
    .set({ available: available ?? 0 })
    .where(eq(stockLevel.productId, productId));
  // `available` is null for a product made to order. Every waiting customer then gets a mail.
  const added = available === null ? Infinity : available - level.available;
  if (added > 0) await sendToWaiting(context, tx, productId, added * MAILS_PER_PIECE);
}

async function sendToWaiting(context: Context, tx: Tx, productId: string, mails: number): Promise<void> {
  const open = tx
    .select({ id: stockRequest.id })
    .from(stockRequest)
    .where(and(eq(stockRequest.productId, productId), isNull(stockRequest.mailedAt)))
    .orderBy(asc(stockRequest.requestedAt), asc(stockRequest.id));
  const chosen = (await (Number.isFinite(mails) ? open.limit(mails) : open)).map(({ id }) => id);
  await tx.update(stockRequest).set({ mailedAt: context.now() }).where(isAnyOf(stockRequest.id, chosen));
  for (const requestId of chosen) await context.outbox.publish(tx, productBack, { requestId });
}

const PURPOSE = "back-in-stock";
const ABOVE = "Back in stock";
const TITLE = "E-mails about pieces back in stock";

interface NotifyRequest {
  productId: string;
  email: string;
}

export const buildRequestHref = (context: Context, { productId, email }: NotifyRequest): string =>
  buildLinkHref(context, BACK_IN_STOCK_PATH, PURPOSE, toText({ productId, email }));

/** Encodes a request, because an e-mail address may contain characters that a link must not contain. */
const toText = ({ productId, email }: NotifyRequest): string =>
  Buffer.from(JSON.stringify([productId, email])).toString("base64url");

function readLink(context: Context, link: string): NotifyRequest | null {
  const text = readSignedLink(context, PURPOSE, link);
  if (text === null) return null;
  const [productId = "", email = ""] = JSON.parse(Buffer.from(text, "base64url").toString()) as string[];
  return { productId, email };
}

export const serveRequestPage = (app: FastifyInstance, context: Context): Promise<void> =>
  serveLinkPage(app, context, {
    path: BACK_IN_STOCK_PATH,
    above: ABOVE,
    title: TITLE,
    longestFormBytes: 2_048,
    async answer({ reply, link, form }) {
      const mailed = readLink(context, link);
      if (mailed === null) return sendPlainPage(reply, 404, noLinkPage);
      const { productId, email } = mailed;
      const show = (title: string, lead: string, below?: Html) =>
        sendPlainPage(reply, 200, buildMessagePage(ABOVE, title, lead, below));
      if (form.has("stop")) {
        await refuseMails(context, email);
        return show(
          "You've unsubscribed",
          `We won't e-mail ${email} about sold-out pieces any more.`,
          renderLinkButton(BACK_IN_STOCK_PATH, link, "allow", "Get these e-mails again", "secondary"),
        );
      }
      if (form.has("allow")) {
        await allowMails(context, email);
        return show(
          "You'll get these e-mails again",
          `Enter ${email} on the page of a sold-out piece, and we'll e-mail you once when the piece is back.`,
        );
      }
      const product = findProductSummary(context, productId);
      if (form.has("again") && (await requestAgain(context, productId, email)))
        return show(
          "We'll e-mail you again",
          `We'll e-mail ${email} once when this is back: ${product?.title ?? ""}.`,
        );
      return sendPlainPage(reply, 200, renderChoice(mailed, product, link));
    },
  });

const renderChoice = (
  { productId, email }: NotifyRequest,
  product: { title: string; stock?: number | undefined } | undefined,
  link: string,
): PlainPage => ({
  ...buildMessagePage(
    ABOVE,
    product?.title ?? "This piece is not in the shop any more",
    `Somebody asked us to e-mail ${email} when this piece is back.`,
    html`${product && (isSoldOut(product) ? renderLinkButton(BACK_IN_STOCK_PATH, link, "again", "Notify me again when it is back", "primary") : html`<p class="part"><a class="button primary" href="${links.product(productId)}" rel="noreferrer">See it</a></p>`)}
    ${renderLinkButton(BACK_IN_STOCK_PATH, link, "stop", "Stop these e-mails", "secondary")}`,
  ),
  title: TITLE,
});

const noLinkPage = buildMessagePage(
  ABOVE,
  "This link does not work",
  html`Part of the link may be missing. <a href="${links.contact}" rel="noreferrer">Write to us</a>, and we'll
    stop the e-mails for you.`,
);
