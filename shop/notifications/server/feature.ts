import type { Feature } from "#platform/feature.ts";
import { mailCommands } from "./commands.ts";
import { ownerJobs } from "./owner-jobs.ts";
import { mailSubscribers } from "./mail-list.ts";
import { checkOwnerMailbox } from "./sender.ts";

export const notifications: Feature = {
  name: "notifications",
  subscribers: mailSubscribers,
  commands: mailCommands,
  jobs: ownerJobs,
  checks: [{ name: "settings", needs: "settings", check: checkOwnerMailbox }],
};
