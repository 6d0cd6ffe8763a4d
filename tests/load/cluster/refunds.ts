import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { RazorpayServer } from "../../support/razorpay-server.ts";
import { checkOutAll, openRazorpayWindow, payByRazorpay, planCheckouts } from "../checkout.ts";
import { type Member, PLENTY } from "../crowded-shop.ts";
import { waitUntil } from "../watch.ts";
import { type Figure, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";
import type { CrowdedCluster } from "./run-in-cluster.ts";

const TAKEN_OVER_WITHIN_MS = 30_000;
const WATCHED_MS = 65_000;
/** Payments are asked about every 25 to 30 seconds, whoever asks. */
const AGAIN_AFTER_MS = 20_000;

/** Open payments are asked about by one process each, and refunds of a process that died are asked for by another. */
export async function provePayments(
  run: ScenarioRun,
  cluster: CrowdedCluster,
  razorpay: RazorpayServer,
  members: readonly Member[],
): Promise<Figure[]> {
  const { shop, processes } = cluster;
  const seen = planCheckouts(members, PLENTY);
  for (const checkout of seen.checkouts) checkout.pays = false;
  await checkOutAll(shop.url, seen, AbortSignal.timeout(60_000));
  await Promise.all(seen.checkouts.map((checkout) => openRazorpayWindow(shop, checkout)));
  const questions = await watchQuestions(razorpay);
  await Promise.all(seen.checkouts.map((checkout) => payByRazorpay(shop, razorpay, checkout)));

  let refundsBegun = 0;
  razorpay.behave = (then) => (request, response) => {
    if (request.url?.endsWith("/refund")) refundsBegun++; // and no answer
    else then(request, response);
  };
  for (const { orderId } of seen.checkouts) {
    const { code, output } = await shop.operator(
      "orders",
      "cancel",
      orderId ?? "",
      "--reason",
      "a proof",
      "--yes",
    );
    if (code !== 0) throw new Error(output);
  }
  await waitUntil("refunds are under way", () => refundsBegun >= members.length / 2, 20);
  const victim = processes[1] ?? shop;
  await victim.kill();
  const killedAt = performance.now();
  razorpay.behave = null;
  await waitUntil("all is refunded", () => razorpay.refunds.length >= members.length, 20);
  const tookMs = performance.now() - killedAt;
  run.say(
    `${refundsBegun} refunds under way as a process was killed: the last was made ${Math.round(tookMs)} ms later`,
  );
  await victim.open();
  await sleep(AGAIN_AFTER_MS / 10);
  const twice = [...Map.groupBy(razorpay.refunds, ({ payment_id }) => payment_id)].filter(
    ([, all]) => all.length > 1,
  );
  return [
    { what: "payments that were open", value: members.length },
    { what: "questions about them", value: questions.count, atLeast: members.length },
    toNoneFigure("payments asked about by two processes", questions.twice),
    toTimeFigure("refunds of a dead process made by another after", tookMs, TAKEN_OVER_WITHIN_MS),
    toNoneFigure(
      "refunds made twice",
      twice.map(([payment]) => payment),
    ),
    {
      what: "orders not given up by the books",
      value: await countNotCancelled(cluster, seen.checkouts),
      atMost: 0,
    },
  ];
}

async function watchQuestions(razorpay: RazorpayServer) {
  const seenAt: { what: string; at: number }[] = [];
  razorpay.behave = (then) => (request, response) => {
    if (request.method === "GET") seenAt.push({ what: request.url ?? "", at: performance.now() });
    then(request, response);
  };
  await sleep(WATCHED_MS);
  razorpay.behave = null;
  const twice = [...Map.groupBy(seenAt, ({ what }) => what)].flatMap(([what, times]) =>
    times.some(({ at }, index) => index > 0 && at - (times[index - 1]?.at ?? 0) < AGAIN_AFTER_MS)
      ? [what]
      : [],
  );
  return { count: seenAt.length, twice };
}

const countNotCancelled = (
  { shop }: CrowdedCluster,
  checkouts: readonly { orderId: string | null }[],
): Promise<number> =>
  shop.withDatabase(async (db) => {
    const ids = checkouts.map(({ orderId }) => orderId);
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from orders where order_id = any(${sql.param(ids)}::text[]) and status <> 'Cancelled'`,
    );
    return rows[0]?.count ?? 0;
  });
