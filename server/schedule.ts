import { HOUR } from "#contract/time.ts";
import { forgetFullLimits } from "#platform/rate-limit.ts";
import type { ScheduledJob } from "#platform/schedule.ts";
import { accountJobs } from "../shop/accounts/server/jobs.ts";
import { orderJobs } from "../shop/orders/server/jobs.ts";
import { paymentJobs } from "../shop/payments/server/jobs.ts";

/** What the shop does by itself, and how often. */
export const scheduledJobs: readonly ScheduledJob[] = [
  ...accountJobs,
  ...orderJobs,
  ...paymentJobs,
  {
    name: "limits.forget-full",
    everyMs: HOUR,
    isLong: true,
    run: ({ db, now }) => forgetFullLimits(db, now()),
  },
];
