import { existsSync, statSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { formatCount, joinFirst } from "#contract/text.ts";
import { formatDateTime } from "#contract/dates.ts";
import { DAY } from "#contract/time.ts";
import { findLastBackup, findLastCopy, OLD_AFTER_MS } from "#platform/checks/backups.ts";
import { collectPictures, getPicturesFolder } from "#platform/backup/backup-pictures.ts";
import { type BackupHead, BackupRefused, countRows, isBackupName } from "#platform/backup/format.ts";
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
  refuseField,
} from "#platform/operator/command.ts";
import type { PoolClient } from "pg";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { getStoredSecret } from "#platform/config/secret.ts";
import { describedBackupCreate } from "./cli/local-commands.ts";
import { backupList, ONE_FILE } from "#contract/operator-results.ts";
import { listPicturesToBackUp } from "#shop/catalogue/server/index.ts";

/** A backup needs only these parts of the shop, which exist even if the shop is closed. */
type BackupSource = Pick<Context, "engine" | "atOneMoment"> & {
  config: Pick<Config, "dataDir" | "catalogueDir" | "pictureStorage" | "backupRecipient" | "secret">;
};

/**
 * Writes a backup of the shop with its pictures. `--keep` then deletes old backups beside it.
 * @throws CommandRefused, UsageError
 */
export async function createBackup(
  source: BackupSource,
  now: Date,
  { args, options, folder }: CommandInput,
  report: ReportProgress = () => {},
) {
  try {
    const { config } = source;
    const recipient = config.backupRecipient;
    const retention = parseKeep(options["keep"]);
    const file = chooseFile(args["file"], folder, config, now);
    const secret = getStoredSecret(config);
    const isOneFile = options[ONE_FILE] !== undefined;
    const picturesFolder = isOneFile ? null : getPicturesFolder(file);
    const collect = async (client: PoolClient) =>
      collectPictures(await listPicturesToBackUp(drizzle(client), config), picturesFolder, report);
    const backup = await writeBackup(source, file, { now, secret, recipient, collect, isOneFile }, report);
    const removed = retention === null ? [] : await removeOldBackups(file, retention);
    return toCommandResult(backup, {
      recipient,
      signer: getSigner(secret),
      removed,
      picturesFolder,
      isBeside: await isOnSameDisk(file, config.dataDir),
    });
  } catch (cause) {
    throw cause instanceof BackupRefused ? new CommandRefused(cause.message) : cause;
  }
}

const createBackupCommand = defineCommand({
  ...describedBackupCreate,
  onlyOwner: true,
  asksPasskey: true,
  run: (context, input, report) => createBackup(context, context.now(), input, report),
});

const listBackupsCommand = defineCommand({
  ...backupList,
  onlyOwner: true,
  reads: true,
  summary: "Lists the backups in the data folder, newest first, and shows when the last backup was made.",
  args: [],
  options: {},
  examples: ["backup list", "backup list --json"],
  async run(context) {
    const folder = path.join(context.config.dataDir, "backups");
    const last = await findLastBackup(context);
    const lastElsewhere = await findLastCopy(context);
    const isOld = (at: Date | null) => at === null || context.now().getTime() - at.getTime() >= OLD_AFTER_MS;
    const files = await listBackups(folder);
    const when =
      last === null ? "There is no backup yet." : `The last backup was made on ${formatDateTime(last)}.`;
    return {
      columns: ["Made", "Size", "Backup"],
      rows: files.map(({ madeAt, bytes, name }) => [formatDateTime(madeAt), formatSize(bytes), name]),
      message:
        files.length === 0 && last !== null ? `${when} The folder ${folder} contains no backups.` : when,
      data: {
        last,
        lastElsewhere,
        isOld: isOld(last),
        isElsewhereOld: isOld(lastElsewhere),
        folder,
        files,
      },
    };
  },
});

async function listBackups(folder: string) {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.filter(isBackupName).map(async (name) => {
      const file = path.join(folder, name);
      const { size: bytes, mtime: madeAt } = await stat(file);
      const verifiedAt = await stat(`${file}${VERIFIED}`).then(
        ({ mtime }) => mtime,
        () => null,
      );
      return { name, file, bytes, madeAt, verifiedAt, isEncrypted: name.endsWith(".age") };
    }),
  );
  return files.toSorted((first, other) => other.madeAt.getTime() - first.madeAt.getTime());
}

/** An empty file with this suffix marks a backup as verified. The file's time is the time of the verification. */
export const VERIFIED = ".verified";

const recordCopyCommand = defineCommand({
  noun: "backup",
  verb: "copied",
  onlyOwner: true,
  preview: "rehearse",
  summary: "Records when all backups were copied to another machine. The desk shows this time.",
  args: [{ name: "place", summary: "where the copies are, such as elsewhere.example" }],
  options: {},
  examples: ["backup copied elsewhere.example"],
  // Stores nothing, because the audit log contains the time and the place.
  run: async (_context, { args }) => ({ message: `The copy at ${args["place"]} was recorded.` }),
});

export const backupCommands: Command[] = [createBackupCommand, listBackupsCommand, recordCopyCommand];

export const describeBackup = (head: BackupHead) => ({
  made: formatDateTime(head.madeAt),
  engine: `${head.engine === "embedded" ? "embedded" : "server"}, PostgreSQL ${head.postgres}`,
  migrations: head.migrations.at(-1)?.name ?? "none",
  tables: head.tables.length,
  rows: countRows(head),
  pictures: describePictures(head),
});

function describePictures({ pictures }: BackupHead): string {
  if (!pictures) return "none, because the backup is older than 30 November 2026";
  const bytes = pictures.files.reduce((sum, picture) => sum + picture.bytes, 0);
  return pictures.files.length === 0 ? "none" : `${pictures.files.length}, ${formatSize(bytes)}`;
}

/** The head for the option `--json`, without the long list of the pictures. */
export const summarizeHead = ({ pictures, ...head }: BackupHead) => ({
  ...head,
  pictures: pictures ? { files: pictures.files.length, missing: pictures.missing } : null,
});

/** Names the pictures that could not be read during the backup. Empty if all pictures were read. */
export const describeMissing = ({ pictures }: BackupHead): string =>
  pictures && pictures.missing.length > 0
    ? `${formatCount(pictures.missing.length, "picture")} could not be read and ${pictures.missing.length === 1 ? "is" : "are"} not in the backup: ${joinFirst(pictures.missing)}.`
    : "";

function chooseFile(
  value: string | undefined,
  folder: string,
  { dataDir, backupRecipient }: BackupSource["config"],
  now: Date,
): string {
  const name = `taruva-${formatStamp(now)}.backup.gz${backupRecipient === undefined ? "" : ".age"}`;
  if (value === undefined) return path.join(dataDir, "backups", name);
  const place = path.resolve(folder, value);
  const isFolder = /[/\\]$/.test(value) || statSync(place, { throwIfNoEntry: false })?.isDirectory();
  const file = isFolder ? path.join(place, name) : place;
  // The folder may be on another disk that is not mounted, so do not create it.
  if (!existsSync(path.dirname(file)))
    throw new CommandRefused(
      `There is no folder ${path.dirname(file)}. Check that its disk is mounted, or create the folder first.`,
    );
  return file;
}

async function isOnSameDisk(file: string, dataDir: string): Promise<boolean> {
  const [backupDisk, dataDisk] = await Promise.all([stat(path.dirname(file)), stat(dataDir)]);
  return backupDisk.dev === dataDisk.dev;
}

interface BackupInfo {
  recipient: string | undefined;
  signer: string;
  removed: readonly string[];
  /** The folder with the pictures. Null if they are in the file. */
  picturesFolder: string | null;
  /** True if the backup is on the same disk as the data, so that one broken disk would destroy both. */
  isBeside: boolean;
}

const toCommandResult = (
  { file, bytes, head }: WrittenBackup,
  { recipient, signer, removed, picturesFolder, isBeside }: BackupInfo,
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
    "The backup contains names, addresses and orders of your customers: " +
    (recipient === undefined
      ? "keep it where only you can read it.\n"
      : "it can only be read with the secret key.\n") +
    (picturesFolder === null
      ? "The pictures are in the file too.\n"
      : `The pictures are in ${picturesFolder}, where the next backups only add new ones. Copy this folder together with the file.\n`) +
    (describeMissing(head) && `${describeMissing(head)} Run the check of the shop to see what to do.\n`) +
    "The backup does not contain the settings, such as .env: keep a copy of them elsewhere.\n" +
    (removed.length > 0 ? `Older backups that were removed: ${removed.join(", ")}\n` : "") +
    (isBeside
      ? "The backup is on the same disk as the data and would be lost with it, so keep a copy elsewhere.\n"
      : "") +
    `Verify the backup regularly${recipient === undefined ? "" : ", with the secret key"}: it is restored into a temporary database and checked there.`,
  data: { file, bytes, recipient: recipient ?? null, signer, ...summarizeHead(head), removed },
});

const formatSize = (bytes: number): string =>
  bytes < 1_000_000
    ? formatCount(Math.ceil(bytes / 1_000), "kB", "kB")
    : `${(bytes / 1_000_000).toFixed(1)} MB`;

/* deploy/backup/prune-backups applies the same rules on a machine without a shop. A test compares both. */

/** Numbers of backups to keep: the `newest` ones, and the newest of each of the last hours, days, weeks and months. */
type Retention = Readonly<Record<Unit, number>>;

type Unit = "newest" | "h" | "d" | "w" | "m";

/** The file names that `backup create` writes, with the UTC time. Other files are never removed. */
const NAME = /^taruva-\d{4}-\d{2}-\d{2}-\d{6}\.backup\.gz(\.age)?$/;

/**
 * Parses `--keep`, such as `48h,7d,5w,12m`, or `30` for the newest thirty backups. Returns null to keep all backups.
 * @throws UsageError
 */
export function parseKeep(value: string | undefined): Retention | null {
  if (value === undefined) return null;
  const retention: Record<Unit, number> = { newest: 0, h: 0, d: 0, w: 0, m: 0 };
  for (const part of value.split(",")) {
    const [, number, unit = ""] = /^([1-9]\d{0,3})([hdwm]?)$/.exec(part.trim()) ?? [];
    if (number === undefined)
      throw refuseField(
        "keep",
        `"${part}" is not a number of hours, days, weeks or months. Write it like 48h,7d,5w,12m.`,
      );
    retention[unit === "" ? "newest" : (unit as Unit)] = Number(number);
  }
  return retention;
}

async function removeOldBackups(newBackup: string, retention: Retention): Promise<string[]> {
  const folder = path.dirname(newBackup);
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const expired = listOldBackups(names, retention).filter((name) => name !== path.basename(newBackup));
  for (const name of expired) {
    await rm(path.join(folder, name));
    await rm(path.join(folder, `${name}${VERIFIED}`), { force: true });
  }
  return expired;
}

export function listOldBackups(names: readonly string[], retention: Retention): string[] {
  const newestFirst = names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed();
  const kept = new Set<string>();
  for (const unit of Object.keys(retention) as Unit[]) {
    const spans = new Set<string>();
    for (const name of newestFirst) {
      const span = findSpan(name, unit);
      if (spans.has(span)) continue;
      if (spans.size === retention[unit]) break;
      spans.add(span);
      kept.add(name);
    }
  }
  return newestFirst.filter((name) => !kept.has(name)).toReversed();
}

/** Returns the same text for all backups of an hour, day, week (from Monday) or month; for `newest`, the name. */
function findSpan(name: string, unit: Unit): string {
  const time = name.replace("taruva-", ""); // 2026-11-20-090000.backup.gz
  if (unit === "h") return time.slice(0, 13);
  if (unit === "d") return time.slice(0, 10);
  if (unit === "m") return time.slice(0, 7);
  // Day 0 (1 January 1970) was a Thursday. Adding 3 makes each week begin on a Monday.
  return unit === "w" ? String(Math.floor((Date.parse(time.slice(0, 10)) / DAY + 3) / 7)) : name;
}
