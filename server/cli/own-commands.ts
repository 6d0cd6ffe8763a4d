import type { DescribedCommand, OperatorOrder, OperatorReply } from "#shop/operator/protocol.ts";
import type { TellProgress } from "#platform/command.ts";
import type { Config } from "#platform/config.ts";
import { createDescribed } from "../backup-described.ts";

/**
 * What the command line does by itself, because there is no open shop to ask: backups are proved and taken back
 * beside the shop; they are made in the open shop, or here while it is closed.
 */
export const ownCommands: readonly DescribedCommand[] = [
  createDescribed,
  {
    noun: "backup",
    verb: "verify",
    summary:
      "Proves that a backup is whole: puts it into a database made for it, and checks the books there.",
    args: [{ name: "file", summary: "the backup" }],
    options: {},
    examples: ["backup verify data/backups/taruva-2026-11-20-090000.backup.gz"],
  },
  {
    noun: "backup",
    verb: "restore",
    summary: "Puts a backup in the place of the closed shop's data, all of it or nothing.",
    args: [{ name: "file", summary: "the backup" }],
    options: {},
    examples: ["backup restore data/backups/taruva-2026-11-20-090000.backup.gz"],
  },
];

/** Carries an own command out and answers as the shop would. */
export async function answerOwn(
  config: Config,
  order: OperatorOrder,
  tell: TellProgress,
): Promise<OperatorReply> {
  // Half the shop is read for this, and no other command should wait for it.
  const { carryOutOwn } = await import("./carry-out-own.ts");
  return carryOutOwn(config, order, tell);
}
