import { existsSync } from "node:fs";
import path from "node:path";
import { SOMETHING_WENT_WRONG } from "#contract/errors.ts";
import { type Ended, recordCommand } from "#platform/operator/audit.ts";
import type { TypedCommand, OperatorReply } from "#platform/operator/protocol.ts";
import type { BackupFile } from "#platform/backup/backup-lines.ts";
import { BackupRefused } from "#platform/backup/format.ts";
import { getSigner } from "#platform/backup/encryption.ts";
import {
  CommandRefused,
  type CommandResult,
  type ReportProgress,
  UsageError,
  ConfirmationNeeded,
} from "#platform/operator/command.ts";
import type { Config } from "#platform/config/config.ts";
import { openDatabase } from "#platform/database/database.ts";
import { createLog } from "#platform/observe/log.ts";
import { MigrationError } from "#platform/database/migrate.ts";
import { findSecrets } from "#platform/config/secret.ts";
import { createBackup } from "../backup-commands.ts";
import { describeStartupError } from "../startup-error.ts";
import { createCompletionScript } from "./completion.ts";
import { checkBeforeOpening } from "./check-before-opening.ts";
import { initCatalogue } from "./init-catalogue.ts";
import { createBackupKey, restoreBackup, verifyBackup } from "./local-backups.ts";

/** Executes a command without the shop, and replies like the shop. */
export async function runLocalCommand(
  config: Config,
  typed: TypedCommand,
  report: ReportProgress,
): Promise<OperatorReply> {
  // An interruption leaves nothing incomplete; temporary files are deleted on exit.
  const exit = () => process.exit(130);
  process.once("SIGINT", exit);
  try {
    return toReply(await runCommand(config, typed, report));
  } catch (cause) {
    if (cause instanceof ConfirmationNeeded) return { outcome: "confirm", question: cause.message };
    if (cause instanceof UsageError) return { outcome: "usage", message: cause.message };
    if (cause instanceof CommandRefused || cause instanceof BackupRefused || cause instanceof MigrationError)
      return { outcome: "refused", message: cause.message };
    const reason = describeStartupError(cause, config) ?? `${SOMETHING_WENT_WRONG} ${String(cause)}`;
    return { outcome: "failed", message: reason };
  } finally {
    process.off("SIGINT", exit);
  }
}

async function runCommand(
  config: Config,
  typed: TypedCommand,
  report: ReportProgress,
): Promise<CommandResult> {
  if (typed.noun === "completion") return createCompletionScript(typed.args["shell"] ?? "");
  if (typed.noun === "init") return initCatalogue(path.resolve(typed.folder, typed.args["folder"] ?? ""));
  if (typed.noun === "check")
    return checkBeforeOpening(config, { offline: typed.options["offline"] !== undefined }, report);
  const file = path.resolve(typed.folder, typed.args["file"] ?? "");
  if (typed.verb === "key") return createBackupKey(file, new Date());
  const backup = toBackupFile(config, file, typed);
  if (typed.verb === "verify") return verifyBackup(backup, report);
  if (typed.verb === "restore") return restoreBackup(config, backup, typed, report);
  return createWhileClosed(config, typed, report);
}

/** Trusts backups signed with this shop's current or previous secret, and with keys that the owner names. */
function toBackupFile(config: Config, file: string, { options, folder }: TypedCommand): BackupFile {
  const { identity, "signed-by": named } = options;
  const keys = [...findSecrets(config).map(getSigner), ...(named === undefined ? [] : [named])];
  return {
    file,
    identities: identity && path.resolve(folder, identity),
    signers: { keys, orNobody: options["unsigned"] !== undefined },
  };
}

async function createWhileClosed(
  config: Config,
  typed: TypedCommand,
  report: ReportProgress,
): Promise<CommandResult> {
  if (config.databaseUrl === undefined && !existsSync(path.join(config.dataDir, "pg")))
    throw new CommandRefused(`There is no shop in ${config.dataDir}: nothing was ever kept there.`);
  const database = await openDatabase(config, createLog("silent"));
  const startedAt = new Date();
  try {
    const result = await createBackup({ ...database, config }, startedAt, typed, report);
    await recordCommand(database.db, typed, { startedAt, endedAt: new Date() }, toReply(result));
    return result;
  } finally {
    await database.close();
  }
}

/** Converts a result to the reply that the socket would send. */
const toReply = ({ columns, rows, ...rest }: CommandResult): Ended => ({
  outcome: "done",
  result: {
    ...rest,
    ...(columns && { columns: [...columns] }),
    ...(rows && { rows: rows.map((row) => [...row]) }),
  },
});
