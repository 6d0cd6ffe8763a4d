import { and, eq, gt, inArray, lte } from "drizzle-orm";
import { HOUR, DAY, SECOND } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { setCookie, toHostCookieName } from "#platform/http/cookies.ts";
import type { RequestContext } from "#platform/http/route.ts";
import { getAddressKey } from "#platform/limits/rate-limit.ts";
import { hashText, generateSecret } from "#platform/ids.ts";
import { account, hasEmail, knownDevice } from "./tables.ts";

/** After an e-mail verification, a client without cookies is recognised by its IP address for this time in ms. */
const ADDRESS_LIFE = HOUR;

/** Returns the hash of the visitor's device if it is known for this account; otherwise null (T34). */
export async function findKnownDevice(
  { db, now }: Pick<Context, "db" | "now">,
  email: string,
  visit: Visit,
): Promise<string | null> {
  const [row] = await db
    .select({ hash: knownDevice.hash })
    .from(knownDevice)
    .innerJoin(account, eq(account.id, knownDevice.accountId))
    .where(
      and(hasEmail(email), inArray(knownDevice.hash, listHashes(visit)), gt(knownDevice.expiresAt, now())),
    )
    .limit(1);
  return row?.hash ?? null;
}

export async function isKnownBrowser(tx: Tx, accountId: string, visit: Visit, now: Date): Promise<boolean> {
  const secret = readDeviceSecret(visit);
  if (secret === null) return false;
  const { accountId: ofAccount, hash, expiresAt } = knownDevice;
  const isKnown = and(eq(ofAccount, accountId), eq(hash, hashText(secret)), gt(expiresAt, now));
  return (await tx.$count(knownDevice, isKnown)) > 0;
}

/** Remembers this browser. Returns the secret of its cookie; null if the client is not a browser. */
export async function saveBrowser(
  tx: Tx,
  accountId: string,
  visit: Visit,
  now: Date,
): Promise<string | null> {
  if (visit.header("origin") === undefined) return null;
  const secret = readDeviceSecret(visit) ?? generateSecret();
  await saveDevice(tx, accountId, hashText(secret), new Date(now.getTime() + DEVICE_LIFE));
  return secret;
}

export async function saveVerifyingDevice(
  tx: Tx,
  accountId: string,
  visit: Visit,
  now: Date,
): Promise<string | null> {
  const secret = await saveBrowser(tx, accountId, visit, now);
  if (secret === null)
    await saveDevice(tx, accountId, hashAddress(visit.ip), new Date(now.getTime() + ADDRESS_LIFE));
  return secret;
}

export async function deleteDevices(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(knownDevice).where(eq(knownDevice.accountId, accountId));
}

export async function deleteOldDevices({ db, now }: Context): Promise<void> {
  await db.delete(knownDevice).where(lte(knownDevice.expiresAt, now()));
}

async function saveDevice(tx: Tx, accountId: string, hash: string, expiresAt: Date): Promise<void> {
  await tx
    .insert(knownDevice)
    .values({ accountId, hash, expiresAt })
    .onConflictDoUpdate({ target: [knownDevice.accountId, knownDevice.hash], set: { expiresAt } });
}

function listHashes(visit: Visit): string[] {
  const secret = readDeviceSecret(visit);
  return [hashAddress(visit.ip), ...(secret === null ? [] : [hashText(secret)])];
}

const hashAddress = (ip: string): string =>
  hashText(getAddressKey("known", ip, { limitLoopback: true }) ?? "");

const SECRET = /^[\w-]{43}$/;

export const setDeviceCookie = (requestContext: RequestContext, secret: string): void =>
  setCookie(requestContext, toHostCookieName(COOKIE, requestContext.secure), secret, DEVICE_LIFE / SECOND);

const COOKIE = "device";

export function readDeviceSecret({ cookies, secure }: Visit): string | null {
  const secret = cookies[toHostCookieName(COOKIE, secure)] ?? "";
  return SECRET.test(secret) ? secret : null;
}

const DEVICE_LIFE = 365 * DAY;

type Visit = Pick<RequestContext, "ip" | "cookies" | "secure" | "header">;
