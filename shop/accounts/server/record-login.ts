import { and, eq, isNull } from "drizzle-orm";
import { DAY } from "#contract/time.ts";
import type { RequestContext } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { consumeLimit, type Limit } from "#platform/limits/rate-limit.ts";
import { newDeviceUsed } from "../events.ts";
import { isKnownBrowser } from "./known-devices.ts";
import { recordActivity, describeVisitor } from "./record-activity.ts";
import { accountActivity } from "./tables.ts";

/** Who knows the password could otherwise fill the mailbox of its owner. */
const NEW_DEVICE_MAILS: Limit = { burst: 5, perMs: DAY };

/** Writes down a login, and has the owner notified by mail if it is from a device that was never here before. */
export async function recordLogin(
  tx: Tx,
  context: Context,
  accountId: string,
  requestContext: RequestContext,
): Promise<void> {
  const isNew = await isNewDevice(tx, context, accountId, requestContext);
  const activityId = await recordActivity(tx, context, accountId, "logged_in", requestContext);
  if (!isNew) return;
  const key = `new-device-mail:account:${accountId}`;
  if ((await consumeLimit(tx, key, NEW_DEVICE_MAILS, context.now())).allowed)
    await context.outbox.publish(tx, newDeviceUsed, { accountId, activityId });
}

/** The first login of all is not news. A client that stores no cookies is recognised by the program and the network. */
async function isNewDevice(
  tx: Tx,
  { now }: Context,
  accountId: string,
  requestContext: RequestContext,
): Promise<boolean> {
  const logins = and(eq(accountActivity.accountId, accountId), eq(accountActivity.kind, "logged_in"));
  const [before] = await tx.select({ id: accountActivity.id }).from(accountActivity).where(logins).limit(1);
  if (!before || (await isKnownBrowser(tx, accountId, requestContext, now()))) return false;
  if (requestContext.header("origin") !== undefined) return true;
  const { device, network } = describeVisitor(requestContext);
  const same = and(
    logins,
    device === null ? isNull(accountActivity.device) : eq(accountActivity.device, device),
    eq(accountActivity.network, network ?? ""),
  );
  const [alike] = await tx.select({ id: accountActivity.id }).from(accountActivity).where(same).limit(1);
  return alike === undefined;
}
