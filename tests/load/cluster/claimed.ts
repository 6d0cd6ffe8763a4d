import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { splitIntoChunks } from "#platform/database/statement.ts";
import { outbox } from "#platform/database/tables.ts";
import { generateUuid } from "#platform/ids.ts";
import { passwordChanged } from "#shop/accounts/events.ts";
import { openMailServer } from "../../support/mails.ts";
import { openRazorpayServer, type RazorpayServer } from "../../support/razorpay-server.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { checkOutAll, openRazorpayWindow, payByRazorpay, planCheckouts } from "../checkout.ts";
import { type Member, PLENTY } from "../crowded-shop.ts";
import { openProxy, type Proxy } from "../../support/proxy.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { waitUntil } from "../watch.ts";
import { command, type CrowdedCluster, runInCluster, SIZE } from "./crowded-cluster.ts";

const MAILS = 1_500;
const HELD_MAILS = 60;
const ORDERS = 12;
const TAKEN_OVER_WITHIN_MS = 30_000;
/** A process checks a payment every 25 to 30 s. Checks that are less than this many ms apart are from two processes. */
const POLL_AGAIN_AFTER_MS = 20_000;
const WATCHED_MS = 65_000;
const UNDER_WAY_MS = 2_000;

export const claimed: Scenario = {
  name: "claimed",
  summary:
    "mails, refunds and payment checks are done once by one of the processes; another replaces a killed one",
  threat: "T28",
  engines: ["server"],
  async run(run) {
    const post = await openPostOffices(SIZE);
    const razorpay = await openRazorpayServer();
    const { settings } = razorpay;
    const customers = MAILS + HELD_MAILS + ORDERS;
    try {
      return await runInCluster({ customers, settings, settingsOf: post.settingsOf }, async (cluster) => [
        ...(await proveMails(run, cluster, post, cluster.customers.slice(0, MAILS))),
        ...(await proveTakeover(cluster, post, cluster.customers.slice(MAILS, -ORDERS))),
        ...(await provePayments(run, cluster, razorpay, cluster.customers.slice(-ORDERS))),
      ]);
    } finally {
      await razorpay.close();
      await post.close();
    }
  },
};

interface PostOffices {
  settingsOf(process: number): Record<string, string>;
  listRecipients(process: number): string[];
  proxies: readonly Proxy[];
  close(): Promise<void>;
}

export async function openPostOffices(size: number): Promise<PostOffices> {
  const servers = await Promise.all(Array.from({ length: size }, () => openMailServer()));
  const proxies = await Promise.all(servers.map(({ port }) => openProxy(port)));
  return {
    proxies,
    settingsOf: (process) => ({
      SMTP_URL: `smtp://127.0.0.1:${proxies[process]?.port}`,
      MAIL_FROM: "Taruva <shop@taruva.example>",
      MAIL_TO: "owner@taruva.example",
    }),
    listRecipients: (process) =>
      (servers[process]?.heard ?? []).flatMap((line) => /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? []),
    async close() {
      await Promise.all([...proxies, ...servers].map((each) => each.close()));
    },
  };
}

export async function proveMails(
  run: ScenarioRun,
  { shop, processes }: CrowdedCluster,
  post: PostOffices,
  members: readonly Member[],
): Promise<Figure[]> {
  await publishHeldMails(shop, post, members);
  for (const proxy of post.proxies) proxy.setMode("pass");
  await waitUntilSent(post, members);
  const shares = processes.map((_, index) => post.listRecipients(index).length);
  run.say(`${members.length} mails, sent by ${shares.join(" + ")}`);
  const working = shares.filter((share) => share > 0).length;
  return [
    { what: "processes that sent mails", value: working, atLeast: shares.length },
    toNoneFigure("mails sent twice", await listDoubled(shop, post, members)),
  ];
}

async function proveTakeover(
  { shop, processes }: CrowdedCluster,
  post: PostOffices,
  members: readonly Member[],
): Promise<Figure[]> {
  const [victim = shop] = processes.slice(-1);
  await publishHeldMails(shop, post, members);
  await victim.kill();
  const killedAt = performance.now();
  for (const proxy of post.proxies) proxy.setMode("pass");
  await waitUntilSent(post, members);
  const tookMs = performance.now() - killedAt;
  await victim.open();
  return [
    toTimeFigure("mails of a killed process sent by another after", tookMs, TAKEN_OVER_WITHIN_MS),
    toNoneFigure("mails sent twice", await listDoubled(shop, post, members)),
  ];
}

async function publishHeldMails(shop: Shop, post: PostOffices, members: readonly Member[]): Promise<void> {
  for (const proxy of post.proxies) proxy.setMode("hold");
  await publishMails(shop, members);
  const begun = sql`attempts > 0 and done_at is null`;
  const areAllBusy = async () => (await countRows(shop, sql`outbox`, begun)) >= 10 * post.proxies.length;
  await waitUntil("every process is in the middle of its mails", areAllBusy, 100);
}

const publishMails = (shop: Shop, members: readonly Member[]): Promise<void> =>
  shop.withDatabase(async (db) => {
    const now = new Date();
    const subscriber = "notifications.password-changed";
    const event = { topic: passwordChanged.name, subscriber, createdAt: now, runAt: now };
    const rows = members.map(({ accountId }) => ({ ...event, id: generateUuid(), payload: { accountId } }));
    for (const some of splitIntoChunks(rows)) await db.insert(outbox).values(some);
  });

const listSent = (post: PostOffices) => post.proxies.flatMap((_, index) => post.listRecipients(index));

const waitUntilSent = (post: PostOffices, members: readonly Member[]): Promise<number> =>
  waitUntil(
    "all mails are sent",
    () => {
      const sent = new Set(listSent(post));
      return members.every(({ email }) => sent.has(email));
    },
    20,
  );

async function listDoubled(shop: Shop, post: PostOffices, members: readonly Member[]): Promise<string[]> {
  const open = sql`topic = ${passwordChanged.name} and done_at is null and dead_at is null`;
  const isDone = async () => (await countRows(shop, sql`outbox`, open)) === 0;
  await waitUntil("no delivery is left", isDone, 100);
  await sleep(UNDER_WAY_MS);
  const sent = Map.groupBy(listSent(post), (email) => email);
  return members.map(({ email }) => email).filter((email) => (sent.get(email)?.length ?? 0) > 1);
}

const countRows = (
  shop: Shop,
  table: ReturnType<typeof sql>,
  where: ReturnType<typeof sql>,
): Promise<number> =>
  shop.withDatabase(async (db) => {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${table} where ${where}`,
    );
    return rows[0]?.count ?? 0;
  });

/** Checks that one process at a time asks about a payment, and that another takes over a killed process's refunds. */
async function provePayments(
  run: ScenarioRun,
  { shop, processes }: CrowdedCluster,
  razorpay: RazorpayServer,
  members: readonly Member[],
): Promise<Figure[]> {
  const seen = planCheckouts(members, PLENTY);
  for (const checkout of seen.checkouts) checkout.pays = false;
  await checkOutAll(shop.url, seen, AbortSignal.timeout(60_000));
  await Promise.all(seen.checkouts.map((checkout) => openRazorpayWindow(shop, checkout)));
  const questions = await watchQuestions(razorpay);
  await Promise.all(seen.checkouts.map((checkout) => payByRazorpay(shop, razorpay, checkout)));

  let refundsBegun = 0;
  razorpay.behave = (then) => (request, response) => {
    if (request.url?.endsWith("/refund")) refundsBegun++; // these requests get no response
    else then(request, response);
  };
  const orderIds = seen.checkouts.map(({ orderId }) => orderId ?? "");
  for (const orderId of orderIds)
    await command(shop, "orders", "cancel", orderId, "--reason", "a proof", "--yes");
  await waitUntil("refunds are under way", () => refundsBegun >= members.length / 2, 20);
  const victim = processes[1] ?? shop;
  await victim.kill();
  const killedAt = performance.now();
  razorpay.behave = null;
  await waitUntil("all payments are refunded", () => razorpay.refunds.length >= members.length, 20);
  const tookMs = performance.now() - killedAt;
  run.say(`${refundsBegun} refunds were in progress when a process was killed`);
  await victim.open();
  await sleep(UNDER_WAY_MS);
  const refunds = Map.groupBy(razorpay.refunds, ({ payment_id }) => payment_id);
  const twice = [...refunds].flatMap(([payment, all]) => (all.length > 1 ? [payment] : []));
  const notCancelled = sql`order_id = any(${sql.param(orderIds)}::text[]) and status <> 'Cancelled'`;
  return [
    { what: "requests about open payments", value: questions.count, atLeast: members.length },
    toNoneFigure("payments that two processes checked", questions.twice),
    toTimeFigure("refunds of a killed process made by another after", tookMs, TAKEN_OVER_WITHIN_MS),
    toNoneFigure("refunds made twice", twice),
    {
      what: "orders that are not cancelled",
      value: await countRows(shop, sql`orders`, notCancelled),
      atMost: 0,
    },
  ];
}

async function watchQuestions(razorpay: RazorpayServer): Promise<{ count: number; twice: string[] }> {
  const polls: { what: string; at: number }[] = [];
  razorpay.behave = (then) => (request, response) => {
    if (request.method === "GET") polls.push({ what: request.url ?? "", at: performance.now() });
    then(request, response);
  };
  await sleep(WATCHED_MS);
  razorpay.behave = null;
  const twice = [...Map.groupBy(polls, ({ what }) => what)].flatMap(([what, times]) =>
    times.some(({ at }, index) => index > 0 && at - (times[index - 1]?.at ?? 0) < POLL_AGAIN_AFTER_MS)
      ? [what]
      : [],
  );
  return { count: polls.length, twice };
}
