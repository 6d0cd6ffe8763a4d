// A process that tests start and kill. It opens the embedded database in a folder, prints "open", and inserts rows. It
// prints a row's number once the database has acknowledged it. With the argument "idle", it inserts nothing.
import { writeSync } from "node:fs";
import { openEmbedded } from "#platform/database/embedded/embedded.ts";
import { createLog } from "#platform/observe/log.ts";

const [folder = "", mode = "write"] = process.argv.slice(2);
const printLine = (line: string | number) => writeSync(1, `${line}\n`);

try {
  const { pool } = await openEmbedded(folder, createLog("silent"));
  await pool.query("create table if not exists written (number bigint primary key, words text not null)");
  const { rows } = await pool.query<{ next: number }>(
    "select coalesce(max(number), 0)::int as next from written",
  );
  printLine("open");
  if (mode === "idle") setInterval(() => {}, 60_000);
  else for (let number = (rows[0]?.next ?? 0) + 1; ; number++) await write(number);

  async function write(number: number): Promise<void> {
    await pool.query("insert into written values ($1, repeat('word ', 200))", [number]);
    printLine(number);
  }
} catch (error) {
  printLine(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
