import type pg from "pg";
import type { ReportProgress } from "../operator/command.ts";
import type { Engine } from "../database/database.ts";
import { type BackupHead, countRows } from "./format.ts";
import { streamLines, quoteName, type Table, createTally } from "./rows.ts";

export async function buildHead(
  client: pg.PoolClient,
  tables: Table[],
  engine: Engine,
  now: Date,
): Promise<BackupHead> {
  const { rows: migrations } = await client.query<BackupHead["migrations"][number]>(
    "select name, checksum from migration order by name",
  );
  const { rows: version } = await client.query<{ server_version: string }>("show server_version");
  const counted = [];
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoteName(name)}`);
    counted.push({ name, columns: columns.map((column) => column.name), rows: Number(rows[0]?.count) });
  }
  const postgres = version[0]?.server_version ?? "";
  return { backup: 1, madeAt: now.toISOString(), engine, postgres, migrations, tables: counted };
}

export async function* streamBody(
  client: pg.PoolClient,
  tables: readonly Table[],
  head: BackupHead,
  report: ReportProgress,
): AsyncGenerator<string[]> {
  yield [JSON.stringify(head)];
  let done = 0;
  for (const table of tables) {
    const rows = createTally(table.name);
    for await (const lines of streamLines(client, table)) {
      rows.add(lines);
      yield lines;
      report(table.name, (done += lines.length), countRows(head));
    }
    yield [JSON.stringify(rows.foot())];
  }
}
