import type { DescribedCommand } from "#platform/operator/protocol.ts";

/** Known to the open shop, which does it, and to the command line, which does it while the shop is closed. */
export const describedBackupCreate = {
  noun: "backup",
  verb: "create",
  summary: "Writes everything the shop knows into one file, while it goes on selling.",
  args: [
    {
      name: "file",
      summary: "a new file, or a folder that is there; without it the folder backups beside the data",
      optional: true,
    },
  ],
  options: {
    keep: {
      summary:
        "what stays there: 48h,7d,5w,12m the newest of so many hours, days, weeks, months; 30 the newest 30",
    },
  },
  examples: [
    "backup create",
    "backup create /mnt/stick --keep 48h,7d,5w,12m",
    "backup create before-diwali.backup.gz",
  ],
} satisfies DescribedCommand;
