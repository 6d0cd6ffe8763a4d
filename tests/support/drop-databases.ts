import pg from "pg";

/**
 * Vitest's global set-up. The databases of a run are only dropped at its end, because test files reuse them
 * (database.ts).
 */
export default function setup(): (() => Promise<void>) | undefined {
  const connectionString = process.env["TEST_POSTGRES_URL"];
  if (!connectionString) return undefined;
  const prefix = `taruva_test_${process.pid}_`;
  process.env["TEST_DATABASE_PREFIX"] = prefix;
  return async () => {
    const admin = new pg.Client({ connectionString });
    await admin.connect();
    const { rows } = await admin.query<{ datname: string }>(
      "select datname from pg_database where starts_with(datname, $1)",
      [prefix],
    );
    for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`);
    await admin.end();
  };
}
