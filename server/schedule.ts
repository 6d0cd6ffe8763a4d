import { accountJobs } from "../shop/accounts/server/jobs.ts";
import { paymentJobs } from "../shop/payments/server/jobs.ts";
import type { ScheduledJob } from "#platform/schedule.ts";

/** What the shop does by itself, and how often. */
export const scheduledJobs: readonly ScheduledJob[] = [...accountJobs, ...paymentJobs];
