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
import { backInStockMessages, MAILS_PER_PIECE } from "../back-in-stock.ts";
import type { requestStockMail } from "../endpoints.ts";
import { productBack } from "../events.ts";
import { mailRefusal, stockLevel, stockRequest } from "./tables.ts";

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

export const allowMails = async ({ db }: Context, email: string): Promise<void> => {
  await db.delete(mailRefusal).where(eq(mailRefusal.mailbox, hashMailbox(email)));
};

export const requestAgain = (context: Context, productId: string, email: string): Promise<boolean> =>
  context.transact(async (tx) => {
    if (!findProductSummary(context, productId) || !(await lockWhileSoldOut(tx, productId))) return false;
    await tx.delete(mailRefusal).where(eq(mailRefusal.mailbox, hashMailbox(email)));
    await tx
      .delete(stockRequest)
      .where(and(eq(stockRequest.productId, productId), eq(stockRequest.emailKey, toEmailKey(email))));
    await insertRequest(tx, { productId, email, requestedAt: context.now() });
    return true;
  });

/** Returns a request; null if it was deleted, or if its e-mail address gets no mails any more. */
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
