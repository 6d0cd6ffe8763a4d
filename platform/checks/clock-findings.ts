import { sql } from "drizzle-orm";
import { formatCount } from "#contract/text.ts";
import { SECOND } from "#contract/time.ts";
import type { Context } from "../context.ts";
import type { Finding } from "./finding.ts";

/** More than a slow answer explains. Processes claim mails and refunds for 25 seconds, by the clock of their machine. */
const MOST_MS = 5 * SECOND;

/** Another clock goes otherwise than this machine's: `aheadMs` is how far it is before ours. */
export function describeClock(whose: string, aheadMs: number): Finding[] {
  if (Math.abs(aheadMs) <= MOST_MS) return [];
  const seconds = formatCount(Math.round(Math.abs(aheadMs) / SECOND), "second");
  return [
    {
      about: "clock",
      what: `${whose} is ${seconds} ${aheadMs > 0 ? "ahead of" : "behind"} this machine's clock`,
      remedy: "Have both machines set their clocks by the network (timedatectl set-ntp true)",
    },
  ];
}

/** The database server's clock; the embedded database has this machine's. */
export async function checkDatabaseClock({
  db,
  engine,
}: Pick<Context, "engine"> & { db: Pick<Context["db"], "execute"> }): Promise<Finding[]> {
  if (engine === "embedded") return [];
  const before = Date.now();
  const { rows } = await db.execute<{ at: string }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as at`,
  );
  const here = (before + Date.now()) / 2;
  return describeClock("the database's clock", Number(rows[0]?.at) - here);
}
