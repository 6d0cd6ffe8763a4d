import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { formatDateTime } from "#contract/dates.ts";
import { formatCount, joinFirst, joinTexts } from "#contract/text.ts";
import { DAY } from "#contract/time.ts";
import type { BackupFile } from "#platform/backup/backup-lines.ts";
import {
  checkPictures,
  getPicturePlace,
  getPicturesFolder,
  writePicture,
} from "#platform/backup/backup-pictures.ts";
import type { BackupHead, BackupPicture } from "#platform/backup/format.ts";
import { createKeyPair, formatIdentityFile } from "#platform/backup/encryption.ts";
import { fillDatabase, readBackup, readBackupHead } from "#platform/backup/read-backup.ts";
import { formatStamp, type RestoreTarget, lockRestoreTarget } from "#platform/backup/restore-server.ts";
import type { Config } from "#platform/config/config.ts";
import { openEmbedded } from "#platform/database/embedded/embedded.ts";
import { migrate } from "#platform/database/migrate.ts";
import { createLog } from "#platform/observe/log.ts";
import { recordCommand } from "#platform/operator/audit.ts";
import { CommandRefused, type ReportProgress, requireConfirmation } from "#platform/operator/command.ts";
import { createFolder, toWriteRefusal, writeOrRefuse } from "#platform/operator/written-files.ts";
import type { TypedCommand } from "#platform/operator/protocol.ts";
import { DiskTooSmall } from "#platform/storage/disk-space.ts";
import { StorageFailure } from "#platform/storage/object-storage.ts";
import { listStockErrors } from "#shop/inventory/server/index.ts";
import { formatInvoiceNumber } from "#shop/documents/invoice-number.ts";
import { continueSeries, isNumberSeries, listSeriesErrors } from "#shop/documents/server/index.ts";
import { restorePictures } from "#shop/media/server/index.ts";
import { NEXT_NUMBER } from "./local-commands.ts";
import { describeBackup, describeMissing, summarizeHead, VERIFIED } from "../backup-commands.ts";

/** Restores a backup into a temporary embedded database. Checks its stock, invoice numbers and pictures (T29). */
export async function verifyBackup(backup: BackupFile, report: ReportProgress) {
  const { file } = backup;
  await readBackupHead(backup); // fails early if the file is unreadable, before a database is created
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-verify-"));
  const deleteFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", deleteFolder);
  try {
    const log = createLog("silent");
    report("Creating a temporary database");
    await using opened = await openEmbedded(path.join(folder, "pg"), log, { disposable: true });
    const head = await fillDatabase(opened.pool, backup, report);
    await migrate(opened.pool, log);
    const errors = [
      ...(await findErrors(drizzle(opened.pool))),
      ...(await findPictureErrors(file, head, report)),
    ];
    const has = (subject: string) => errors.some(({ about }) => about === subject);
    const isVerified = head.pictures !== undefined && !has("pictures");
    // Ignore an error, for example in a read-only folder. Then `backup list` does not show the backup as verified.
    await (
      isVerified ? writeFile(`${file}${VERIFIED}`, "") : rm(`${file}${VERIFIED}`, { force: true })
    ).catch(() => {});
    return {
      title: [
        has("pictures")
          ? "The data of the backup is complete, but pictures are missing or damaged."
          : head.pictures
            ? "The backup is complete."
            : "The backup is complete, but it was made before backups contained pictures.",
        has("stock") || has("invoices")
          ? "Its stock or invoices have errors."
          : "Its stock and invoices are right.",
      ].join(" "),
      facts: {
        ...describeBackup(head),
        stock: has("stock") ? "has errors" : "has no errors",
        invoices: has("invoices") ? "have errors" : "no number is missing",
      },
      columns: ["About", "Where", "Error"],
      rows: errors.map(({ about, where, words }) => [about, where, words]),
      message: joinTexts(
        "\n",
        (has("stock") || has("invoices")) &&
          "The stock or invoices already had these errors when the backup was made. Run the checks of the open shop to see what to do.",
        has("pictures") &&
          `Copy the folder ${getPicturesFolder(file)} again from where the backup was made. If the shop still has the pictures, its next backup contains them.`,
        describeMissing(head),
      ),
      data: { file, ...summarizeHead(head), faults: errors },
      ...(errors.length > 0 && { attention: true as const }),
    };
  } finally {
    process.off("exit", deleteFolder);
    deleteFolder();
  }
}

/** Checks the pictures beside a backup. Reading a backup already checks the pictures in its file. */
async function findPictureErrors(file: string, { backup, pictures }: BackupHead, report: ReportProgress) {
  if (backup === 2 || !pictures) return [];
  const damaged = await checkPictures(file, pictures.files, report);
  return damaged.map(({ path: where, words }) => ({ about: "pictures", where, words }));
}

async function findErrors(db: Parameters<typeof listStockErrors>[0]) {
  const stock = await listStockErrors(db);
  const invoices = await listSeriesErrors(db);
  return [
    ...stock.map(({ productId, words }) => ({ about: "stock", where: productId, words })),
    ...invoices.map(({ series, words }) => ({ about: "invoices", where: series, words })),
  ];
}

/**
 * Restores a backup into a new database, which then replaces the closed shop's database, and puts its pictures back.
 * The old data is kept.
 */
export async function restoreBackup(
  config: Config,
  backup: BackupFile,
  command: TypedCommand,
  report: ReportProgress,
) {
  if (config.databaseUrl === "memory://")
    throw new CommandRefused(
      "A shop with DATABASE_URL=memory:// stores no data, so nothing can be restored.",
    );
  const { head, lastNumbers } = await readNumbers(backup);
  mkdirSync(config.dataDir, { recursive: true });
  const target = await lockRestoreTarget(config, new Date(), createLog("silent"));
  try {
    const made = formatDateTime(head.madeAt);
    const questions = [
      target.taken
        ? `Replace ${target.name} with the backup of ${made}? The current data is kept, and its new place is shown afterwards.`
        : `Restore the backup of ${made}?`,
      ...(lastNumbers.length > 0 && command.options[NEXT_NUMBER] === undefined
        ? [askForNumbers(lastNumbers)]
        : []),
    ];
    if (target.taken || questions.length > 1) requireConfirmation(command, questions.join("\n"));
    return await restoreTarget(config, target, backup, command, report);
  } finally {
    await target.leave();
  }
}

/** Verifies a backup and reads the last number of each series of invoices, credit notes and challans. */
async function readNumbers(backup: BackupFile) {
  const lastNumbers: string[] = [];
  const { head } = await readBackup(backup, {
    async rows({ name, columns }, lines) {
      if (!isNumberSeries(name)) return;
      for (const line of lines) {
        const values = JSON.parse(line) as (string | null)[];
        const [series, last] = ["series", "last_number"].map(
          (column) => values[columns.indexOf(column)] ?? "",
        );
        lastNumbers.push(formatInvoiceNumber(series ?? "", Number(last)));
      }
    },
  });
  return { head, lastNumbers: lastNumbers.toSorted() };
}

const askForNumbers = (lastNumbers: readonly string[]): string =>
  `The last numbers of documents in the backup are ${lastNumbers.join(", ")}. If customers have documents with later numbers, ` +
  "answer no and add --next-number with the number after the last one, such as --next-number 26-27/000131. Otherwise their numbers are used again.";

async function restoreTarget(
  config: Config,
  target: RestoreTarget,
  backup: BackupFile,
  command: TypedCommand,
  report: ReportProgress,
) {
  const startedAt = new Date();
  const { file } = backup;
  const nextNumbers = command.options[NEXT_NUMBER]?.split("\n") ?? [];
  let backupInfo = {};
  let pictures: Partial<Awaited<ReturnType<typeof putPicturesBack>>> = {};
  const former = await target.replace(async (pool) => {
    report("Creating a new database");
    using staged = stagePictures(config);
    const head = await fillDatabase(pool, backup, report, staged);
    await migrate(pool, createLog("silent"));
    for (const next of nextNumbers) {
      const refusal = await continueSeries(drizzle(pool), next, startedAt);
      if (refusal !== null) throw new CommandRefused(`${refusal} Nothing was restored.`);
    }
    backupInfo = describeBackup(head);
    const stamp = formatStamp(startedAt);
    pictures = await putPicturesBack(config, { file, head, staged: staged.folder, stamp }, report);
    const reply = { outcome: "done", result: { message: `restored ${file}` } } as const;
    await recordCommand(drizzle(pool), command, { startedAt, endedAt: new Date() }, reply);
  });
  return {
    title: `${target.name} was restored from the backup.`,
    facts: {
      ...backupInfo,
      ...pictures.facts,
      ...(nextNumbers.length > 0 && { "next numbers": nextNumbers.join(", ") }),
      "kept aside": former ?? "nothing, because there was no data before",
    },
    message: `${pictures.message ?? ""}Open the shop: npm start`,
    data: { file, ...backupInfo, ...pictures.data, place: target.name, kept: former },
    ...(pictures.isIncomplete && { attention: true as const }),
  };
}

/** Restores only those pictures of a backup that the shop lacks. The shop may be open and show newer pictures. */
export async function restoreOnlyPictures(config: Config, backup: BackupFile, report: ReportProgress) {
  using staged = stagePictures(config);
  report("Reading the backup");
  const { head } = await readBackup(backup, staged);
  const { facts, message, data, isIncomplete } = await putPicturesBack(
    config,
    { file: backup.file, head, staged: staged.folder },
    report,
  );
  return {
    title: "The pictures of the backup were put back. The database is unchanged.",
    facts: { pictures: describeBackup(head).pictures, ...facts },
    message,
    data,
    ...(isIncomplete && { attention: true as const }),
  };
}

/** Creates a folder for the pictures of a backup file. They are restored once the whole file is verified. */
function stagePictures({ dataDir }: Config) {
  mkdirSync(dataDir, { recursive: true });
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(STAGED))) {
    const leftover = path.join(dataDir, name);
    const changedMs = statSync(leftover, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    // Keep newer folders, because another restore may be using them.
    if (changedMs < Date.now() - DAY) rmSync(leftover, { recursive: true, force: true });
  }
  const folder = mkdtempSync(path.join(dataDir, STAGED));
  const deleteFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", deleteFolder);
  return {
    folder,
    async picture(picture: BackupPicture, content: AsyncIterable<Buffer>) {
      await writePicture(getPicturePlace(folder, picture), content, picture).catch(
        refusePictures("Nothing was restored."),
      );
    },
    [Symbol.dispose]() {
      process.off("exit", deleteFolder);
      deleteFolder();
    },
  };
}

const STAGED = "restoring-pictures-";

/** Handles an error while the pictures are restored. `done` says what was restored before the error. */
const refusePictures =
  (done: string) =>
  (cause: unknown): never => {
    if (cause instanceof DiskTooSmall)
      throw new CommandRefused(`The pictures cannot be restored: ${cause.message}. ${done}`);
    if (cause instanceof StorageFailure)
      throw new CommandRefused(
        `${cause.message} ${done} Try again when the storage works, or leave PICTURES_STORAGE out to restore the pictures into the data folder.`,
      );
    throw toWriteRefusal("A picture of the backup", cause);
  };

async function putPicturesBack(
  config: Config,
  { file, head, staged, stamp }: { file: string; head: BackupHead; staged: string; stamp?: string },
  report: ReportProgress,
) {
  const folder = head.backup === 2 ? staged : getPicturesFolder(file);
  const { restored, there, different, missing } = await restorePictures(
    config,
    {
      pictures: head.pictures?.files ?? [],
      locate: (picture) => getPicturePlace(folder, picture),
      ...(stamp !== undefined && { stamp }),
    },
    report,
  ).catch(refusePictures("The database is unchanged, but some pictures may have been restored."));
  return {
    facts: head.pictures ? { "pictures restored": restored, "pictures already there": there } : {},
    message: [
      different.length > 0
        ? `${formatCount(different.length, "picture")} not restored, because the shop has another picture with the same name: ${joinFirst(different, 10)}. To restore one of them, rename the shop's picture, then run the same command with --only-pictures.\n`
        : "",
      missing.length > 0
        ? `${formatCount(missing.length, "picture")} missing or damaged in ${folder}: ${joinFirst(missing, 10)}. Copy this folder again from where the backup was made, then run the same command with --only-pictures.\n`
        : "",
      describeMissing(head) && `${describeMissing(head)}\n`,
      head.pictures ? "" : "Copy the pictures into the catalogue folder and data/uploads yourself.\n",
    ].join(""),
    data: { pictures: { restored, there, different, missing } },
    isIncomplete: missing.length > 0,
  };
}

/** Makes a key pair and writes the secret key to a new file that only its owner can read. @throws CommandRefused */
export async function createBackupKey(file: string, now: Date) {
  const keys = await createKeyPair();
  await createFolder(path.dirname(file), 0o700);
  await writeOrRefuse(file, () =>
    writeFile(file, formatIdentityFile(keys, now), { flag: "wx", mode: 0o600, flush: true }),
  );
  const { recipient } = keys;
  return {
    facts: { "secret key": file, "public key": recipient },
    message:
      `Add this line to .env and restart the shop: BACKUP_RECIPIENT=${recipient}\n` +
      "New backups can then only be read with the secret key. Without it nobody can read them, not even the shop.\n" +
      "Keep two copies of the secret key on other machines, and none on this one.",
    data: { file, recipient },
  };
}
