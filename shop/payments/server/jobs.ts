import { MINUTE, SECOND } from "#contract/time.ts";
import type { ScheduledJob } from "#platform/outbox/schedule.ts";
import { settleTestPayments } from "./test-provider/pay.ts";
import { WATCH_EVERY_MS, watchLateMoney, watchPayments, watchRefunds } from "./watch-payments.ts";

/** Scheduled jobs of payments. */
export const paymentJobs: readonly ScheduledJob[] = [
  { name: "payments.watch", everyMs: WATCH_EVERY_MS, run: watchPayments },
  { name: "payments.watch-late-money", everyMs: 5 * MINUTE, run: watchLateMoney },
  { name: "payments.watch-refunds", everyMs: WATCH_EVERY_MS, run: watchRefunds },
  { name: "test-payments.settle", everyMs: 5 * SECOND, run: settleTestPayments },
];
