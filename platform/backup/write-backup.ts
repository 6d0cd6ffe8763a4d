import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import type { ReportProgress } from "../operator/command.ts";
import type { RunInSnapshot, Engine } from "../database/database.ts";
import { isDatabaseAway } from "../database/database-errors.ts";
import { toWriteRefusal } from "../operator/written-files.ts";
import { DiskTooSmall, requireSpace } from "../storage/disk-space.ts";
import { encrypt, getSigner, signSeal } from "./encryption.ts";
import { type CollectedPictures, streamPictures } from "./backup-pictures.ts";
import { type BackupHead, BackupRefused } from "./format.ts";
import { findTables, SAME_TEXTS, streamBody, buildHead } from "./backup-lines.ts";

export interface WrittenBackup {
  file: string;
  bytes: number;
  head: BackupHead;
}

interface BackupOptions {
  now: Date;
  secret: string;
  recipient?: string | undefined;
  /** Copies the pictures that the database refers to. */
  collect?: (client: pg.PoolClient) => Promise<CollectedPictures>;
  /** True to write the pictures into the file. */
  isOneFile?: boolean;
}

/**
 * Writes a signed snapshot to a new file (mode 0600). If this fails, the incomplete file is deleted.
 * @throws BackupRefused, CommandRefused, or the error of a lost database connection
 */
export async function writeBackup(
  database: { engine: Engine; atOneMoment: RunInSnapshot },
  file: string,
  { now, secret, recipient, collect, isOneFile = false }: BackupOptions,
  report: ReportProgress,
): Promise<WrittenBackup> {
  if (existsSync(file))
    throw new BackupRefused(`${file} exists already. Choose another name for the backup.`);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.unfinished`;
  report("Taking a snapshot of the data");
  try {
    const head = await database.atOneMoment(async (client) => {
      await client.query(SAME_TEXTS);
      const pictures = await collect?.(client);
      const inside = isOneFile ? pictures : undefined;
      await requireSpace(path.dirname(file), (await estimateSize(client)) + sumBytes(inside));
      const tables = await findTables(client);
      const head: BackupHead = {
        ...(await buildHead(client, tables, database.engine, now)),
        backup: inside ? 2 : 1,
        ...(pictures && { pictures: pictures.list }),
      };
      const out = createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true });
      const lines = async function* () {
        yield* streamBody(client, tables, head, report);
        if (inside) yield* streamPictures(inside, report);
      };
      const body = Readable.from(sealLines(lines(), secret));
      if (recipient === undefined) await pipeline(body, createGzip(), out);
      else await pipeline(body, createGzip(), (packed) => encrypt(recipient, packed), out);
      return head;
    });
    await rename(unfinished, file);
    return { file, bytes: (await stat(file)).size, head };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST")
      throw new BackupRefused(
        `${unfinished} exists, so another backup is running or was interrupted. If none is running, delete that file.`,
      );
    await rm(unfinished, { force: true });
    if (cause instanceof DiskTooSmall)
      throw new BackupRefused(`The backup ${file} could not be written: ${cause.message}.`);
    // A lost database connection has a `syscall` too and would look like a file error.
    throw isDatabaseAway(cause) ? cause : toWriteRefusal(`The backup ${file}`, cause);
  }
}

const sumBytes = (pictures: CollectedPictures | undefined): number =>
  pictures?.list.files.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;

/** Returns an estimate in bytes: half of the database's size, because a backup is compressed and has no indexes. */
async function estimateSize(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_database_size(current_database()) as bytes",
  );
  return Number(rows[0]?.bytes) / 2;
}

async function* sealLines(body: AsyncGenerator<string[]>, secret: string): AsyncGenerator<string> {
  const hash = createHash("sha256");
  for await (const lines of body) {
    const text = `${lines.join("\n")}\n`;
    hash.update(text);
    yield text;
  }
  const sealed = hash.digest("hex");
  yield `${JSON.stringify({ sealed, signer: getSigner(secret), signature: signSeal(secret, sealed) })}\n`;
}
