import { createECDH, createHash, ECDH } from "node:crypto";
import { and, asc, eq, ne } from "drizzle-orm";
import { HOUR, SECOND } from "#contract/time.ts";
import { computeMacs } from "#platform/config/secret.ts";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/database/database.ts";
import { generateUuid, isId } from "#platform/ids.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { type Delivery, defineSubscriber, type Subscriber } from "#platform/outbox/subscriber.ts";
import { orderPaid } from "#shop/orders/events.ts";
import { readOrder } from "#shop/orders/server/index.ts";
import { isToPack } from "#shop/orders/status.ts";
import { calculateDispatchDay, formatDispatchDay } from "#shop/policies/delivery-dates.ts";
import { deskPushDue } from "../events.ts";
import { lockPerson } from "./people.ts";
import { lockSession, type SignedInPerson } from "./sessions.ts";
import { deskPush } from "./tables.ts";

/* This module sends Web Push notifications about new orders to pack. Their content is encrypted, so the push service
   cannot read it. It has no personal data and no amount, so that every role may see it. */

const PUSH_SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  /^([a-z0-9-]+\.)*notify\.windows\.com$/,
];

/** True for a URL of a known push service. Others are refused, because they may be in the shop's own network. */
export function isPushAddress(address: string): boolean {
  const url = URL.parse(address);
  return (
    url?.protocol === "https:" &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    PUSH_SERVICES.some((service) => service.test(url.hostname))
  );
}

const CURVE = "prime256v1";

/** True if a key is a point of the curve P-256 in base64url, as the encryption requires. */
export function isBrowserKey(key: string): boolean {
  try {
    const point = ECDH.convertKey(key, CURVE, "base64url", "hex", "uncompressed") as string;
    return Buffer.from(key, "base64url").toString("hex") === point;
  } catch {
    return false;
  }
}

/** Derives the VAPID keys from SHOP_SECRET, so that all processes have the same keys. The current pair is first. */
const deriveKeys = (context: Context) => computeMacs(context, "desk-push").map(toKeys);

function toKeys(seed: Buffer): { publicKey: string; privateKey: string } {
  const pair = createECDH(CURVE);
  try {
    pair.setPrivateKey(seed);
  } catch {
    // About one seed in four billion is too large for the curve. Instead of such a seed, its hash is used.
    return toKeys(createHash("sha256").update(seed).digest());
  }
  return { publicKey: pair.getPublicKey("base64url"), privateKey: seed.toString("base64url") };
}

export const getShopKey = (context: Context): string => deriveKeys(context)[0]?.publicKey ?? "";

export const MAX_PUSHES = 10;

/** Registers a device for notifications. This ends its registration for another person. @throws CommandRefused */
export async function addPush(
  context: Context,
  { id: personId, sessionId }: SignedInPerson,
  push: { endpoint: string; p256dh: string; auth: string; shopKey: string; device: string },
): Promise<string> {
  if (!deriveKeys(context).some(({ publicKey }) => publicKey === push.shopKey))
    throw new CommandRefused("The shop's notification keys have changed. Reload the page, then try again.");
  return context.transact(async (tx) => {
    await lockPerson(tx, personId);
    const session = await lockSession(tx, sessionId);
    const others = and(eq(deskPush.personId, personId), ne(deskPush.endpoint, push.endpoint));
    if ((await tx.$count(deskPush, others)) >= MAX_PUSHES)
      throw new CommandRefused(
        `You get notifications on ${MAX_PUSHES} devices. Turn off the notifications on one of them first.`,
      );
    const now = context.now();
    const row = { ...push, personId, sessionId, passkeyId: session.passkeyId, createdAt: now };
    const [saved] = await tx
      .insert(deskPush)
      .values({ id: generateUuid(now.getTime()), ...row })
      .onConflictDoUpdate({ target: deskPush.endpoint, set: row })
      .returning({ id: deskPush.id });
    return saved?.id ?? "";
  });
}

/**
 * Links the device's notifications to this session, so a logout ends them. Returns their id; null if the device is not
 * registered for this person.
 */
export const renewPush = (
  { transact }: Pick<Context, "transact">,
  { id: personId, sessionId }: SignedInPerson,
  endpoint: string,
): Promise<string | null> =>
  transact(async (tx) => {
    await lockSession(tx, sessionId);
    const [renewed] = await tx
      .update(deskPush)
      .set({ sessionId })
      .where(and(eq(deskPush.endpoint, endpoint), eq(deskPush.personId, personId)))
      .returning({ id: deskPush.id });
    return renewed?.id ?? null;
  });

export const listPushes = (db: Db, personId: string) =>
  db
    .select({ id: deskPush.id, device: deskPush.device, createdAt: deskPush.createdAt })
    .from(deskPush)
    .where(eq(deskPush.personId, personId))
    .orderBy(asc(deskPush.createdAt), asc(deskPush.id));

export async function removePush(db: Db, personId: string, pushId: string): Promise<string | null> {
  if (!isId(pushId)) return null;
  const [removed] = await db
    .delete(deskPush)
    .where(and(eq(deskPush.id, pushId), eq(deskPush.personId, personId)))
    .returning({ device: deskPush.device });
  return removed?.device ?? null;
}

/** Publishes one event per device, so that a failed notification is retried only on that device. */
const publishPushes = defineSubscriber(orderPaid, "people.spread-pushes", async (context, { orderId }) => {
  const devices = await context.db.select({ pushId: deskPush.id }).from(deskPush);
  if (devices.length === 0) return;
  await context.transact(async (tx) => {
    for (const { pushId } of devices) await context.outbox.publish(tx, deskPushDue, { pushId, orderId });
  });
});

const push = defineSubscriber(
  deskPushDue,
  "people.push",
  async (context, { pushId, orderId }, delivery) => {
    const [device] = await context.db.select().from(deskPush).where(eq(deskPush.id, pushId));
    const order = device && (await findOrderToPack(context, orderId));
    if (device && order) await send(context, device, order, delivery);
  },
  { goesOutside: true },
);

export const pushSubscribers: readonly Subscriber[] = [publishPushes, push];

async function findOrderToPack(context: Context, orderId: string) {
  const { order, lines } = (await readOrder(context, orderId)) ?? {};
  if (!order || !lines || !isToPack(order)) return null;
  const dispatchDay = calculateDispatchDay(new Date(order.createdAt), order.promised);
  const pieces = lines.reduce((sum, { quantity, cancelled }) => sum + quantity - cancelled, 0);
  return { orderId: order.orderId, pieces, leavesBy: formatDispatchDay(dispatchDay) };
}

const EXPIRES_AFTER_MS = 12 * HOUR;
const MAX_SEND_MS = 10 * SECOND;
/** A few attempts are enough, because the owner gets an e-mail about the order anyway. */
const MAX_ATTEMPTS = 4;

const GONE = [404, 410];

/** Sends a notification. Deletes the device if it has unsubscribed. @throws Error if the event should be retried */
async function send(
  context: Context,
  { id, endpoint, p256dh, auth, shopKey }: typeof deskPush.$inferSelect,
  content: NonNullable<Awaited<ReturnType<typeof findOrderToPack>>>,
  { attempt, signal }: Delivery,
): Promise<void> {
  const deleteSubscription = () => context.db.delete(deskPush).where(eq(deskPush.id, id));
  const keys = deriveKeys(context).find(({ publicKey }) => publicKey === shopKey);
  // The keys are missing if SHOP_SECRET was changed and its old value was removed from the settings.
  if (!keys || !isPushAddress(endpoint)) return void (await deleteSubscription());
  // Most shops send no notifications, so load the library only here.
  const { default: webPush } = await import("web-push");
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(content),
    {
      vapidDetails: { subject: toSubject(context), ...keys },
      TTL: EXPIRES_AFTER_MS / SECOND,
      urgency: "high",
      // The push service replaces an undelivered notification with a newer one of the same topic.
      topic: content.orderId,
    },
  );
  const { "Content-Length": _length, ...sent } = headers;
  const status = await fetch(endpoint, {
    method: "POST",
    headers: sent,
    body: new Uint8Array(body),
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_SEND_MS)]),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return response.status;
    },
    () => null,
  );
  if (status !== null && status >= 200 && status < 300) return;
  if (status !== null && GONE.includes(status)) return void (await deleteSubscription());
  const service = new URL(endpoint).hostname;
  const mayPass = status === null || status === 429 || status >= 500;
  if (mayPass && attempt < MAX_ATTEMPTS) throw new Error(`${service} answered ${status ?? "nothing"}`);
  context.log.warn({ service, status }, "the push service did not accept a notification of the desk");
}

/** The URL at which a push service's operators can reach the shop. It must begin with https. */
const toSubject = ({ config: { deskUrl = "" } }: Context): string =>
  deskUrl.startsWith("https:") ? deskUrl : "https://desk.invalid";
