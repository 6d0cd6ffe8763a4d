import { MINUTE } from "#contract/time.ts";
import type { Feature } from "#platform/feature.ts";
import { mailCommand } from "./commands.ts";
import { beginDigest, publishLowStock } from "./owner-jobs.ts";
import { mailSubscribers } from "./mail-list.ts";
import { checkOwnerMailbox } from "./sender.ts";

export const notifications: Feature = {
  name: "notifications",
  subscribers: mailSubscribers,
  commands: [mailCommand],
  jobs: [
    { name: "notifications.owner-digest", everyMs: 10 * MINUTE, run: beginDigest },
    { name: "notifications.low-stock", everyMs: 5 * MINUTE, run: publishLowStock },
  ],
  checks: [{ name: "settings", needs: "settings", risk: "orders", check: checkOwnerMailbox }],
};
