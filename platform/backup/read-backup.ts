import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import * as v from "valibot";
import { migrateAs } from "../database/migrate.ts";
import { ROWS_AT_ONCE } from "../database/statement.ts";
import type { ReportProgress } from "../operator/command.ts";
import {
  type BackupHead,
  type BackupPicture,
  BackupRefused,
  countRows,
  footSchema,
  headSchema,
  sealSchema,
  type TableFoot,
} from "./format.ts";
import {
  createTally,
  type BackupFile,
  CHARACTERS_AT_ONCE,
  findTables,
  insertLines,
  quoteName,
  readLines,
  refuseIncomplete,
  parseLine,
  SAME_TEXTS,
  streamLines,
  type Table,
} from "./backup-lines.ts";
import { isSignedBy } from "./encryption.ts";

type TableOfBackup = BackupHead["tables"][number];

interface BackupReader {
  head?(head: BackupHead): Promise<void>;
  rows?(table: TableOfBackup, lines: readonly string[]): Promise<void>;
  /** Called once for each picture in the file. The content must be read to its end. */
  picture?(picture: BackupPicture, content: AsyncIterable<Buffer>): Promise<void>;
}

/** Passes a backup's rows to `reader`. The rows are unverified until the promise resolves. @throws BackupRefused */
export async function readBackup(
  backup: BackupFile,
  reader: BackupReader,
): Promise<{ head: BackupHead; feet: TableFoot[] }> {
  const { file } = backup;
  const lines = readLines(backup);
  const fileHash = createHash("sha256");
  const next = async () => (await lines.next()).value ?? refuseIncomplete(file, "its end is missing");
  const first = await next();
  fileHash.update(first).update("\n");
  const head = parseLine(headSchema, first, file);
  await reader.head?.(head);
  const feet: TableFoot[] = [];
  for (const table of head.tables) {
    const { line, foot } = await readTable(table, next, fileHash, async (lines) =>
      reader.rows?.(table, lines),
    );
    if (foot.rows !== table.rows || !isDeepStrictEqual(parseLine(footSchema, line, file), foot))
      refuseIncomplete(file, `the data of the table ${table.name} was changed or is incomplete`);
    feet.push(foot);
  }
  if (head.backup === 2)
    for (const picture of head.pictures?.files ?? []) {
      const content = readPicture(picture, next, fileHash, file);
      if (reader.picture) await reader.picture(picture, content);
      else for await (const _ of content); // checks the hash
    }
  const seal = parseLine(sealSchema, await next(), file);
  if (seal.sealed !== fileHash.digest("hex")) refuseIncomplete(file, "it was changed after it was made");
  if (!(await lines.next()).done) refuseIncomplete(file, "data was added after the end of the backup");
  refuseStranger(backup, seal);
  return { head, feet };
}

/** Yields the content of a picture. @throws BackupRefused at the end if its size or hash is wrong */
async function* readPicture(
  { path, bytes, sha256 }: BackupPicture,
  next: () => Promise<string>,
  fileHash: ReturnType<typeof createHash>,
  file: string,
): AsyncGenerator<Buffer, undefined> {
  const hash = createHash("sha256");
  let read = 0;
  while (read < bytes) {
    const line = await next();
    fileHash.update(line).update("\n");
    const content = Buffer.from(parseLine(v.string(), line, file), "base64");
    read += content.length;
    hash.update(content);
    if (content.length === 0) break;
    yield content;
  }
  if (read !== bytes || hash.digest("hex") !== sha256)
    refuseIncomplete(file, `the picture ${path} was changed or is incomplete`);
}

function refuseStranger(
  { file, signers }: BackupFile,
  { sealed, signer, signature }: v.InferOutput<typeof sealSchema>,
): void {
  if (signer === undefined || signature === undefined)
    throw new BackupRefused(
      `${file} is not signed, so another person may have made it. Nothing was restored. Choose a signed backup.`,
    );
  if (!isSignedBy(signer, sealed, signature))
    refuseIncomplete(file, "the signature does not match the contents of the file");
  if (signers.includes(signer)) return;
  throw new BackupRefused(
    `${file} is signed with ${signer}, which is not the key of this shop. Nothing was restored. If it is the key that "backup create" showed ` +
      "you on another machine, or before SHOP_SECRET was changed, add --signed-by <key>.",
  );
}

/** Reads the head of a backup without verifying it. @throws BackupRefused */
export async function readBackupHead(backup: BackupFile): Promise<BackupHead> {
  for await (const line of readLines(backup)) return parseLine(headSchema, line, backup.file);
  return refuseIncomplete(backup.file, "it is empty");
}

async function readTable(
  { name }: TableOfBackup,
  next: () => Promise<string>,
  fileHash: ReturnType<typeof createHash>,
  pass: (lines: readonly string[]) => Promise<unknown>,
) {
  const rows = createTally(name);
  let batch: string[] = [];
  let characters = 0;
  const flush = async () => {
    rows.add(batch);
    if (batch.length > 0) await pass(batch);
    batch = [];
    characters = 0;
  };
  for (;;) {
    const line = await next();
    fileHash.update(line).update("\n");
    if (!line.startsWith("[")) {
      await flush();
      return { line, foot: rows.foot() };
    }
    batch.push(line);
    characters += line.length;
    if (batch.length >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await flush();
  }
}

/**
 * Restores a backup into an empty database and compares the hash of each table with the backup. If this fails, the
 * database may have tables, but no rows of the backup. @throws BackupRefused, MigrationError
 */
export async function fillDatabase(
  pool: pg.Pool,
  backup: BackupFile,
  report: ReportProgress,
  readPictures: Pick<BackupReader, "picture"> = {},
): Promise<BackupHead> {
  let client: pg.PoolClient | undefined;
  let tables: Table[] = [];
  let total = 0;
  let filled = 0;
  const createRowReporter = (message: string) => (rows: number) => report(message, (filled += rows), total);
  try {
    report("Reading the backup");
    await readBackup(backup, {}); // The backup is verified completely before anything is written.
    const { head, feet } = await readBackup(backup, {
      ...readPictures,
      async head(head) {
        total = 2 * countRows(head);
        await migrateAs(pool, head.migrations);
        client = await pool.connect();
        tables = await emptyTables(client, head.tables, backup.file);
      },
      async rows(value, lines) {
        await insertLines(client as pg.PoolClient, findTable(tables, value), lines);
        createRowReporter("Restoring the data")(lines.length);
      },
    });
    for (const [at, value] of head.tables.entries()) {
      const table = findTable(tables, value);
      await compare(client as pg.PoolClient, table, feet[at], createRowReporter("Comparing the data"));
    }
    await client?.query("commit");
    await client?.query("analyze");
    return head;
  } finally {
    client?.release(true);
  }
}

async function emptyTables(
  client: pg.PoolClient,
  value: readonly TableOfBackup[],
  file: string,
): Promise<Table[]> {
  await client.query("begin");
  await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
  await client.query(SAME_TEXTS);
  const tables = await findTables(client);
  for (const { name, columns } of value) {
    const knownColumns = tables.find((table) => table.name === name)?.columns.map((column) => column.name);
    if (!columns.every((column) => knownColumns?.includes(column)))
      throw new BackupRefused(`${file} has a table ${name} that its migrations do not create.`);
  }
  await client.query(`truncate ${tables.map(({ name }) => quoteName(name)).join(", ")}`);
  return tables;
}

function findTable(tables: readonly Table[], { name, columns }: TableOfBackup): Table {
  const table = tables.find((each) => each.name === name);
  const types = new Map(table?.columns.map((column) => [column.name, column.type]));
  return {
    name,
    key: table?.key ?? [],
    columns: columns.map((column) => ({ name: column, type: types.get(column) ?? "text" })),
  };
}

async function compare(
  client: pg.PoolClient,
  table: Table,
  foot: TableFoot | undefined,
  reportRows: (rows: number) => void,
): Promise<void> {
  const rows = createTally(table.name);
  for await (const lines of streamLines(client, table)) {
    rows.add(lines);
    reportRows(lines.length);
  }
  if (!isDeepStrictEqual(rows.foot(), foot))
    throw new Error(`After the restore, the table ${table.name} differs from the backup.`);
}
