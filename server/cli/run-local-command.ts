import { existsSync } from "node:fs";
import { cp, readdir } from "node:fs/promises";
import path from "node:path";
import { SOMETHING_WENT_WRONG } from "#contract/errors.ts";
import { formatCount } from "#contract/text.ts";
import { type Check, type CheckInput, type Checked, runCheck, toCheckData } from "#platform/checks/check.ts";
import { withServer } from "#platform/checks/database.ts";
import { recordCommand } from "#platform/operator/audit.ts";
import { readOperatorAddress } from "#platform/operator/operator-address.ts";
import { fetchCommands } from "#platform/operator/operator-client.ts";
import type { TypedCommand, OperatorReply } from "#platform/operator/protocol.ts";
import type { BackupFile } from "#platform/backup/backup-lines.ts";
import { BackupRefused } from "#platform/backup/format.ts";
import { getSigner } from "#platform/backup/encryption.ts";
import { CommandRefused, type ReportProgress, toReply } from "#platform/operator/command.ts";
import { createFolder, writeOrRefuse } from "#platform/operator/written-files.ts";
import type { Config } from "#platform/config/config.ts";
import { openDatabase } from "#platform/database/database.ts";
import { createLog } from "#platform/observe/log.ts";
import { MigrationError } from "#platform/database/migrate.ts";
import { findSecrets } from "#platform/config/secret.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { createBackup } from "../backup-commands.ts";
import { checks } from "../check-shop.ts";
import { describeStartupError } from "../startup-error.ts";
import { createBackupKey, restoreBackup, restoreOnlyPictures, verifyBackup } from "./local-backups.ts";
import { ONLY_PICTURES } from "./local-commands.ts";

/** Copies the sample catalogue to the owner's own folder, which an upgrade never overwrites. @throws CommandRefused */
export async function initCatalogue(folder: string, sample = resolveFromRoot("catalogue")) {
  const root = resolveFromRoot();
  if (!path.relative(root, folder).startsWith(".."))
    throw new CommandRefused(
      `${folder} is in the folder of the program, which a new version replaces. Choose a folder outside ${root}.`,
    );
  const existingFiles = await readdir(folder).catch(readRefusal(folder));
  if (existingFiles.length > 0)
    throw new CommandRefused(`${folder} is not empty. Choose a new or empty folder.`);
  await createFolder(folder);
  await writeOrRefuse(folder, () => cp(sample, folder, { recursive: true }));
  const files = await readdir(folder);
  return {
    facts: { folder, contains: formatCount(files.length, "file and folder", "files and folders") },
    message:
      `Add this line to .env and restart the shop: CATALOGUE_DIR=${folder}\n` +
      "The folder is your catalogue now. README.md explains each file, 'products import --dry-run' checks the files, and\n" +
      "'products import' imports them. New versions of the shop never change this folder.\n" +
      "Before you open to real customers, set up encrypted backups: backup key <file on another disk>.",
    data: { folder, files },
  };
}

/** Handles an error of `readdir`. Returns an empty list if the folder is missing. @throws CommandRefused otherwise */
const readRefusal =
  (folder: string) =>
  ({ code, message }: NodeJS.ErrnoException): string[] => {
    if (code === "ENOENT") return [];
    throw new CommandRefused(
      code === "ENOTDIR" ? `${folder} is a file. Choose a folder.` : `${folder} cannot be used: ${message}`,
    );
  };

export async function runLocalCommand(
  config: Config,
  command: TypedCommand,
  report: ReportProgress,
): Promise<OperatorReply> {
  // `process.exit` runs the handlers that delete temporary files. Ctrl-C alone would leave the files.
  const exit = () => process.exit(130);
  process.once("SIGINT", exit);
  try {
    return { outcome: "done", result: await runCommand(config, command, report) };
  } catch (cause) {
    const expected = toReply(cause);
    if (expected !== null) return expected;
    if (cause instanceof BackupRefused || cause instanceof MigrationError)
      return { outcome: "refused", message: cause.message };
    const reason = describeStartupError(cause, config) ?? `${SOMETHING_WENT_WRONG} ${String(cause)}`;
    return { outcome: "failed", message: reason };
  } finally {
    process.off("SIGINT", exit);
  }
}

async function runCommand(config: Config, command: TypedCommand, report: ReportProgress) {
  if (command.noun === "init")
    return initCatalogue(path.resolve(command.folder, command.args["folder"] ?? ""));
  if (command.noun === "check")
    return checkBeforeOpening(
      config,
      { offline: command.options["offline"] !== undefined, isOpen: await isShopOpen(config) },
      report,
    );
  const file = path.resolve(command.folder, command.args["file"] ?? "");
  if (command.verb === "key") return createBackupKey(file, new Date());
  const backup = toBackupFile(config, file, command);
  if (command.verb === "verify") return verifyBackup(backup, report);
  if (command.options[ONLY_PICTURES] !== undefined) return restoreOnlyPictures(config, backup, report);
  if (command.verb === "restore") return restoreBackup(config, backup, command, report);
  return createWhileClosed(config, command, report);
}

/** Accepts backups signed with the shop's current or previous secret, or by the shop whose key is in `--signed-by`. */
function toBackupFile(config: Config, file: string, { options, folder }: TypedCommand): BackupFile {
  const { identity, "signed-by": signedBy } = options;
  return {
    file,
    identities: identity && path.resolve(folder, identity),
    signers: [...findSecrets(config).map(getSigner), ...(signedBy === undefined ? [] : [signedBy])],
  };
}

async function createWhileClosed(config: Config, command: TypedCommand, report: ReportProgress) {
  if (config.databaseUrl === undefined && !existsSync(path.join(config.dataDir, "pg")))
    throw new CommandRefused(`There is no shop in ${config.dataDir}.`);
  const database = await openDatabase(config, createLog("silent"));
  const startedAt = new Date();
  try {
    const result = await createBackup({ ...database, config }, startedAt, command, report);
    const times = { startedAt, endedAt: new Date() };
    await recordCommand(database.db, command, times, { outcome: "done", result });
    return result;
  } finally {
    await database.close();
  }
}

/**
 * Checks whether the shop can open. Changes nothing, sends no mail and starts no payment. If the shop `isOpen`, skips
 * the catalogue folder, which an open shop no longer uses.
 */
export async function checkBeforeOpening(
  config: Config,
  { offline, isOpen }: { offline: boolean; isOpen: boolean },
  report: ReportProgress,
) {
  const chosen = checks.filter(
    ({ needs }) => needs !== "shop" && !(needs === "outside" && offline) && !(needs === "folder" && isOpen),
  );
  const subjects = [...Map.groupBy(chosen, ({ name }) => name)];
  const checked: Checked[] = [];
  for (const [index, [name, itsChecks]] of subjects.entries()) {
    report(`Checking: ${name}`, index, subjects.length);
    checked.push(...(await runChecks(itsChecks, config)));
  }
  const data = toCheckData(checked);
  const { problems, passed } = data;
  return {
    columns: ["", "About", "What", "What to do"],
    rows: [
      ...problems.map(({ about, what, remedy }) => ["✗", about, what, remedy]),
      ...passed.map(({ name, note }) => ["✓", name, note, ""]),
    ],
    message:
      problems.length === 0
        ? "No problems found. Check the shop again once it is open."
        : `${formatCount(problems.length, "problem")} to solve before you open to real customers.`,
    data,
    ...(problems.length > 0 && { attention: true as const }),
  };
}

const isShopOpen = ({ dataDir }: Config): Promise<boolean> =>
  fetchCommands(readOperatorAddress(dataDir)).then(
    () => true,
    () => false,
  );

/** The database checks share one connection and are skipped for the embedded database. */
async function runChecks(checks: readonly Check[], config: Config): Promise<Checked[]> {
  const input = { config, now: () => new Date() };
  const checked: Checked[] = [];
  for (const each of checks)
    if (each.needs !== "shop" && each.needs !== "database")
      checked.push(await runCheck(each, (note) => each.check(input, note)));
  const ofDatabase = checks.filter((each) => each.needs === "database");
  const [first] = ofDatabase;
  if (!first || !config.databaseUrl) return checked;
  const runAll = async (db: CheckInput["database"]["db"]) => {
    for (const each of ofDatabase)
      checked.push(await runCheck(each, (note) => each.check({ ...input, db, engine: "server" }, note)));
  };
  await withServer(config, runAll).catch(async (cause: Error) => {
    const what = describeStartupError(cause, config) ?? cause.message;
    const remedy =
      "Write DATABASE_URL=postgres://user:password@host:5432/shop, with the address of a running server";
    checked.push(await runCheck(first, async () => [{ about: "DATABASE_URL", what, remedy }]));
  });
  return checked;
}
