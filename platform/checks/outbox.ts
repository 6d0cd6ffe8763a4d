import { and, count, gt, isNotNull, isNull, lt, max, min, or } from "drizzle-orm";
import { formatDateTime } from "#contract/dates.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { MINUTE } from "#contract/time.ts";
import { formatCount } from "#contract/text.ts";
import type { Context } from "../context.ts";
import type { Db } from "../database/database.ts";
import { outbox } from "../database/tables.ts";
import type { Finding } from "./finding.ts";

export const checkOutbox = async ({ db, now }: Pick<Context, "db" | "now">): Promise<Finding[]> => [
  ...(await checkGivenUp(db)),
  ...(await checkLate(db, now())),
];

async function checkGivenUp(db: Db): Promise<Finding[]> {
  const dead = await db
    .select({ subscriber: outbox.subscriber, times: count(), lastError: max(outbox.lastError) })
    .from(outbox)
    .where(isNotNull(outbox.deadAt))
    .groupBy(outbox.subscriber)
    .orderBy(outbox.subscriber);
  return dead.map(({ subscriber, times, lastError }) => ({
    about: nameDelivery(subscriber),
    what: `${isMail(subscriber) ? `${formatCount(times, "e-mail")} could not be sent` : `failed ${formatCount(times, "time")}`}: ${lastError ?? "no reason is known"}`,
    remedy: isMail(subscriber)
      ? "Fix the cause, then send the e-mail again from the list of waiting e-mails"
      : "Look in the log of the shop, and fix the cause",
    ...linkTo(subscriber),
  }));
}

const MAILS = "notifications.";

const isMail = (subscriber: string): boolean => subscriber.startsWith(MAILS);

const linkTo = (subscriber: string) => (isMail(subscriber) ? { screen: deskLinks.health() } : {});

/** Converts for example `notifications.order-paid` to `E-mail: order paid`. */
function nameDelivery(subscriber: string): string {
  const words = (text: string) => text.replaceAll(/[.-]/g, " ");
  if (isMail(subscriber)) return `E-mail: ${words(subscriber.slice(MAILS.length))}`;
  const [feature = "", name = ""] = subscriber.split(".");
  return `Background work for ${words(feature)}: ${words(name)}`;
}

const [FAILING_FOR_MS, DUE_FOR_MS] = [30 * MINUTE, 5 * MINUTE];

async function checkLate(db: Db, now: Date): Promise<Finding[]> {
  const previous = (ms: number) => new Date(now.getTime() - ms);
  const lateDeliveries = await db
    .select({
      subscriber: outbox.subscriber,
      times: count(),
      since: min(outbox.createdAt),
      lastError: max(outbox.lastError),
    })
    .from(outbox)
    .where(
      and(
        isNull(outbox.doneAt),
        isNull(outbox.deadAt),
        or(
          and(gt(outbox.attempts, 0), lt(outbox.createdAt, previous(FAILING_FOR_MS))),
          lt(outbox.runAt, previous(DUE_FOR_MS)),
        ),
      ),
    )
    .groupBy(outbox.subscriber)
    .orderBy(outbox.subscriber);
  return lateDeliveries.map(({ subscriber, times, since, lastError }) => ({
    about: nameDelivery(subscriber),
    what: `${isMail(subscriber) ? formatCount(times, "e-mail") : formatCount(times, "task")} waiting since ${since ? formatDateTime(since) : "an unknown time"}: ${lastError ?? "not tried so far"}`,
    remedy: `The shop keeps trying. See ${isMail(subscriber) ? "the list of waiting e-mails" : "the log of the shop"}`,
    ...linkTo(subscriber),
  }));
}
