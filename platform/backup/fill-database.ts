import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import type { ReportProgress } from "../operator/command.ts";
import { migrateAs } from "../database/migrate.ts";
import { type BackupHead, BackupRefused, countRows, type TableFoot } from "./format.ts";
import {
  type BackupFile,
  findTables,
  insertLines,
  streamLines,
  quoteName,
  SAME_TEXTS,
  type Table,
  createTally,
} from "./backup-lines.ts";
import { readBackup, type TableOfBackup } from "./read-backup.ts";

/**
 * Restores a backup into an empty database and compares each restored row with the backup. If anything fails, the
 * database stays empty. @throws BackupRefused, MigrationError
 */
export async function fillDatabase(
  pool: pg.Pool,
  backup: BackupFile,
  report: ReportProgress,
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
      async head(head) {
        total = 2 * countRows(head);
        await migrateAs(pool, head.migrations);
        client = await pool.connect();
        tables = await emptyTables(client, head.tables, backup.file);
      },
      async rows(value, lines) {
        await insertLines(client as pg.PoolClient, findTable(tables, value), lines);
        createRowReporter(`Restoring ${value.name}`)(lines.length);
      },
    });
    for (const [at, value] of head.tables.entries()) {
      const table = findTable(tables, value);
      await compare(client as pg.PoolClient, table, feet[at], createRowReporter(`Comparing ${value.name}`));
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
