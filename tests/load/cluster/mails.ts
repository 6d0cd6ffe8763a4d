import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { generateUuid } from "#platform/ids.ts";
import { outbox } from "#platform/database/tables.ts";
import { passwordChanged } from "#shop/accounts/events.ts";
import type { Shop } from "../../support/shop.ts";
import type { Member } from "../crowded-shop.ts";
import { waitUntil } from "../watch.ts";
import { type Figure, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";
import type { PostOffices } from "./claimed.ts";
import type { CrowdedCluster } from "./run-in-cluster.ts";

const TAKEN_OVER_WITHIN_MS = 30_000;
const AT_ONCE = 500;

/** Many mails at once are shared by all processes, and each is sent once. */
export async function proveMails(
  run: ScenarioRun,
  { shop, processes }: CrowdedCluster,
  post: PostOffices,
  members: readonly Member[],
): Promise<Figure[]> {
  const began = performance.now();
  await publishMails(shop, members);
  await waitUntil("all mails are sent", () => countMissing(post, members) === 0, 20);
  const shares = processes.map((_, index) => post.listRecipients(index).length);
  run.say(
    `${members.length} mails in ${Math.round(performance.now() - began)} ms, sent by ${shares.join(" + ")}`,
  );
  return [
    { what: "mails", value: members.length },
    {
      what: "processes that took a part",
      value: shares.filter((share) => share > 0).length,
      atLeast: shares.length,
    },
    toNoneFigure("mails sent twice", await listDoubledInTheEnd(shop, post, members)),
  ];
}

/** A process is killed in the middle of its mails: the others send them. */
export async function proveTakeover(
  run: ScenarioRun,
  { shop, processes }: CrowdedCluster,
  post: PostOffices,
  members: readonly Member[],
): Promise<Figure[]> {
  const [victim] = processes.slice(-1);
  if (!victim) return [];
  for (const proxy of post.proxies) proxy.turnTo("hold");
  await publishMails(shop, members);
  const full = 10 * processes.length;
  await waitUntil(
    "every process is in the middle of its mails",
    async () => (await countBegun(shop)) >= full,
    100,
  );
  await victim.kill();
  const killedAt = performance.now();
  for (const proxy of post.proxies) proxy.turnTo("pass");
  await waitUntil("all mails are sent", () => countMissing(post, members) === 0, 20);
  const tookMs = performance.now() - killedAt;
  run.say(`a process killed with 10 mails in its hands: the last was sent ${Math.round(tookMs)} ms later`);
  await victim.open();
  return [
    toTimeFigure("mails of a dead process sent by another after", tookMs, TAKEN_OVER_WITHIN_MS),
    toNoneFigure("mails sent twice", await listDoubledInTheEnd(shop, post, members)),
  ];
}

const publishMails = (shop: Shop, members: readonly Member[]): Promise<void> =>
  shop.withDatabase(async (db) => {
    const now = new Date();
    const rows = members.map(({ accountId }) => ({
      id: generateUuid(),
      topic: passwordChanged.name,
      subscriber: "notifications.password-changed",
      payload: { accountId },
      createdAt: now,
      runAt: now,
    }));
    for (let from = 0; from < rows.length; from += AT_ONCE)
      await db.insert(outbox).values(rows.slice(from, from + AT_ONCE));
  });

const countBegun = (shop: Shop): Promise<number> =>
  shop.withDatabase(async (db) => {
    const { rows } = await db.execute<{ begun: number }>(
      sql`select count(*)::int as begun from outbox where attempts > 0 and done_at is null`,
    );
    return rows[0]?.begun ?? 0;
  });

const listSent = (post: PostOffices) => post.proxies.flatMap((_, index) => post.listRecipients(index));

function countMissing(post: PostOffices, members: readonly Member[]): number {
  const sent = new Set(listSent(post));
  return members.filter(({ email }) => !sent.has(email)).length;
}

/** A second copy comes after the first: it is looked for once no delivery is left, and what was under way has arrived. */
async function listDoubledInTheEnd(
  shop: Shop,
  post: PostOffices,
  members: readonly Member[],
): Promise<string[]> {
  await waitUntil("no delivery is left", async () => (await countUndone(shop)) === 0, 100);
  await sleep(UNDER_WAY_MS);
  return listDoubled(post, members);
}

const UNDER_WAY_MS = 2_000;

const countUndone = (shop: Shop): Promise<number> =>
  shop.withDatabase(async (db) => {
    const { rows } = await db.execute<{ undone: number }>(
      sql`select count(*)::int as undone from outbox where topic = ${passwordChanged.name} and done_at is null and dead_at is null`,
    );
    return rows[0]?.undone ?? 0;
  });

function listDoubled(post: PostOffices, members: readonly Member[]): string[] {
  const times = Map.groupBy(listSent(post), (email) => email);
  return members.flatMap(({ email }) => ((times.get(email)?.length ?? 0) > 1 ? [email] : []));
}
