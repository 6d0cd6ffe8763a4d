import pg from "pg";
import { BackupRefused } from "./format.ts";
import { quoteName } from "./backup-lines.ts";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { openEmbedded } from "../database/embedded/embedded.ts";
import { FolderInUse, lockFolder } from "../database/embedded/engine.ts";
import type { Log } from "../observe/log.ts";
import type { Config } from "../config/config.ts";

const STAGING = "restoring";

/** Prepares a PostgreSQL database for a restore into a new schema, which then replaces the old schema. */
async function takeServer(url: string, stamp: string): Promise<RestoreTarget> {
  const former = `before_restore_${stamp.replaceAll("-", "_")}`;
  const pool = openPool(url);
  try {
    const { schema, taken } = await inspectTarget(pool);
    return {
      name: `the database ${new URL(url).pathname.slice(1)}`,
      taken,
      async replace(callback) {
        await pool.query(`drop schema if exists ${STAGING} cascade`);
        await pool.query(`create schema ${STAGING}`);
        try {
          await runInStaging(url, callback);
          await swap(pool, schema, taken ? former : null);
        } catch (cause) {
          await pool.query(`drop schema if exists ${STAGING} cascade`);
          throw cause;
        }
        return taken ? `schema ${former}` : null;
      },
      leave: () => pool.end(),
    };
  } catch (cause) {
    await pool.end();
    throw cause;
  }
}

const openPool = (url: string, options?: string): pg.Pool =>
  new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: 5_000,
    application_name: "taruva-restore",
    ...(options !== undefined && { options }),
  }).on("error", () => {}); // without a listener, a lost connection would end the process

async function inspectTarget(pool: pg.Pool): Promise<{ schema: string; taken: boolean }> {
  await refuseWhileOpen(pool);
  const { rows } = await pool.query<{ schema: string | null; taken: boolean }>(
    `select current_schema() as schema,
            exists (select from pg_class where relnamespace = current_schema()::regnamespace) as taken`,
  );
  const [row] = rows;
  if (row?.schema) return { schema: row.schema, taken: row.taken };
  throw new BackupRefused("The user of this database has no schema that it can write to.");
}

/** A shop's connections have the application name `taruva`. */
async function refuseWhileOpen(db: pg.Pool | pg.PoolClient): Promise<void> {
  const { rowCount } = await db.query(
    "select from pg_stat_activity where datname = current_database() and application_name = 'taruva'",
  );
  if (rowCount) throw new BackupRefused(CLOSE_FIRST);
}

async function runInStaging(url: string, callback: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const pool = openPool(url, `-c search_path=${STAGING}`);
  try {
    const { rows } = await pool.query<{ schema: string }>("select current_schema() as schema");
    if (rows[0]?.schema !== STAGING)
      throw new BackupRefused("DATABASE_URL contains a search_path. Remove the search_path for the restore.");
    await callback(pool);
  } finally {
    await pool.end();
  }
}

async function swap(pool: pg.Pool, schema: string, former: string | null): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await refuseWhileOpen(client);
    const previousSchema = quoteName(schema);
    await client.query(
      former === null
        ? `drop schema ${previousSchema}`
        : `alter schema ${previousSchema} rename to ${former}`,
    );
    await client.query(`alter schema ${STAGING} rename to ${previousSchema}`);
    await client.query("commit");
  } finally {
    client.release(true);
  }
}

async function takeFolder(folder: string, stamp: string, log: Log): Promise<RestoreTarget> {
  const unlock = takeFolderLock(folder);
  const isTaken = existsSync(folder);
  const newFolder = path.join(path.dirname(folder), "restoring");
  const former = `${folder}.before-restore-${stamp}`;
  return {
    name: folder,
    taken: isTaken,
    async replace(callback) {
      await rm(newFolder, { recursive: true, force: true }); // A killed restore may have left this folder.
      try {
        {
          await using fresh = await openEmbedded(path.join(newFolder, "pg"), log, { disposable: true });
          await callback(fresh.pool);
        }
        if (isTaken) await rename(folder, former);
        await rename(path.join(newFolder, "pg"), folder);
        return isTaken ? former : null;
      } finally {
        await rm(newFolder, { recursive: true, force: true });
      }
    },
    leave: async () => unlock(),
  };
}

function takeFolderLock(folder: string): () => void {
  try {
    return lockFolder(folder);
  } catch (cause) {
    throw cause instanceof FolderInUse ? new BackupRefused(CLOSE_FIRST) : cause;
  }
}

export interface RestoreTarget {
  name: string;
  taken: boolean;
  /**
   * Fills a new database with `callback`, then replaces the old database with it. Returns the new folder or schema of
   * the old data, or null if there was no data. If `callback` fails, the old database stays in use.
   */
  replace(callback: (pool: pg.Pool) => Promise<void>): Promise<string | null>;
  leave(): Promise<void>;
}

const CLOSE_FIRST = "The shop is open, and its new data would be lost. Close the shop first, then restore.";

/**
 * Prepares a restore. Locks the data folder; for a database server, only checks that no shop is connected.
 * @throws BackupRefused while the shop is open
 */
export const lockRestoreTarget = (
  config: Pick<Config, "databaseUrl" | "dataDir">,
  now: Date,
  log: Log,
): Promise<RestoreTarget> =>
  config.databaseUrl === undefined
    ? takeFolder(path.join(config.dataDir, "pg"), formatStamp(now), log)
    : takeServer(config.databaseUrl, formatStamp(now));

export const formatStamp = (now: Date): string =>
  now.toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
