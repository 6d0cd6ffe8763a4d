import { existsSync, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { formatCount } from "#contract/text.ts";
import { formatDateTime } from "#contract/dates.ts";
import { type BackupHead, BackupRefused, countRows } from "#platform/backup/format.ts";
import { formatStamp } from "#platform/backup/restore-server.ts";
import { getSigner } from "#platform/backup/encryption.ts";
import { writeBackup, type WrittenBackup } from "#platform/backup/write-backup.ts";
import {
  type Command,
  defineCommand,
  CommandRefused,
  type CommandResult,
  type CommandInput,
  type ReportProgress,
} from "#platform/operator/command.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { getStoredSecret } from "#platform/config/secret.ts";
import { describedBackupCreate } from "./described-backup.ts";
import { parseKeep, removeOldBackups } from "./old-backups.ts";

/** What `backup create` needs of a shop, open or closed. */
export type BackupSource = Pick<Context, "engine" | "atOneMoment"> & {
  config: Pick<Config, "dataDir" | "backupRecipient" | "secret">;
};

/** Writes everything the shop knows into a file. @throws CommandRefused */
export async function createBackup(
  source: BackupSource,
  now: Date,
  { args, options, folder }: CommandInput,
  report: ReportProgress = () => {},
): Promise<CommandResult> {
  try {
    const { config } = source;
    const recipient = config.backupRecipient;
    const keep = parseKeep(options["keep"]);
    const file = chooseFile(args["file"], folder, config, now);
    const secret = getStoredSecret(config);
    const written = await writeBackup(source, file, { now, secret, recipient }, report);
    const removed = keep === null ? [] : await removeOldBackups(file, keep);
    return toCommandResult(written, {
      recipient,
      signer: getSigner(secret),
      removed,
      isBeside: await isOnSameDisk(file, config.dataDir),
    });
  } catch (cause) {
    throw cause instanceof BackupRefused ? new CommandRefused(cause.message) : cause;
  }
}

const create = defineCommand({
  ...describedBackupCreate,
  run: (context, input, report) => createBackup(context, context.now(), input, report),
});

export const backupCommands: Command[] = [create];

/** What is known of a backup, for people. */
export const describeBackup = (head: BackupHead) => ({
  made: formatDateTime(head.madeAt),
  engine: `${head.engine === "embedded" ? "embedded" : "server"}, PostgreSQL ${head.postgres}`,
  migrations: head.migrations.at(-1)?.name ?? "none",
  tables: head.tables.length,
  rows: countRows(head),
});

function chooseFile(
  given: string | undefined,
  here: string,
  { dataDir, backupRecipient }: BackupSource["config"],
  now: Date,
): string {
  const name = `taruva-${formatStamp(now)}.backup.gz${backupRecipient === undefined ? "" : ".age"}`;
  if (given === undefined) return path.join(dataDir, "backups", name);
  const place = path.resolve(here, given);
  const isFolder = /[/\\]$/.test(given) || statSync(place, { throwIfNoEntry: false })?.isDirectory();
  const file = isFolder ? path.join(place, name) : place;
  // Made here, the folder would lie on this machine's own disk where another one was meant.
  if (!existsSync(path.dirname(file)))
    throw new CommandRefused(
      `There is no folder ${path.dirname(file)}. Is its disk mounted? If it shall be a new one, make it first.`,
    );
  return file;
}

async function isOnSameDisk(file: string, dataDir: string): Promise<boolean> {
  const [there, here] = await Promise.all([stat(path.dirname(file)), stat(dataDir)]);
  return there.dev === here.dev;
}

interface About {
  recipient: string | undefined;
  /** The public key of its signature. */
  signer: string;
  removed: readonly string[];
  /** On the disk of the data, and lost with them. */
  isBeside: boolean;
}

const toCommandResult = (
  { file, bytes, head }: WrittenBackup,
  { recipient, signer, removed, isBeside }: About,
): CommandResult => ({
  facts: {
    file,
    size: formatSize(bytes),
    "encrypted to": recipient ?? "nobody",
    "signed with": signer,
    ...describeBackup(head),
    ...(removed.length > 0 && { removed: formatCount(removed.length, "older backup") }),
  },
  message:
    "It holds names, addresses and orders of your customers: " +
    (recipient === undefined
      ? "keep it where only you can read it.\n"
      : "only who has the secret key can read it.\n") +
    "It does not hold what you gave the shop: the catalogue with its pictures, data/uploads and .env.\n" +
    (removed.length > 0 ? `Removed, as --keep says: ${removed.join(", ")}\n` : "") +
    (isBeside
      ? "It lies on the same disk as the data, and would be lost with it: keep a copy elsewhere.\n"
      : "") +
    `Prove it: npm run shop -- backup verify ${file}` +
    (recipient === undefined ? "" : " --identity <file of the secret key>"),
  data: { file, bytes, recipient: recipient ?? null, signer, ...head, removed },
});

const formatSize = (bytes: number): string =>
  bytes < 1_000_000
    ? formatCount(Math.ceil(bytes / 1_000), "kB", "kB")
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
