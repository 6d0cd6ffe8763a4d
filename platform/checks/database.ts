import { existsSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { formatCount } from "#contract/text.ts";
import { SECOND } from "#contract/time.ts";
import type { Config } from "../config/config.ts";
import { FolderInUse, lockFolder } from "../database/embedded/engine.ts";
import { countPendingMigrations } from "../database/migrate.ts";
import type { CheckInput, Note } from "./check.ts";
import { checkClock, type Finding, toFindings } from "./finding.ts";

const POOLER_MS = 4_000;

interface Facts {
  hasLimits: boolean;
  place: string;
}

const FACTS = `select current_setting('statement_timeout') <> '0' as "hasLimits",
  system_identifier || ' ' || current_database() as place from pg_control_system()`;

export async function checkPooler({
  config,
  db,
}: {
  config: Pick<Config, "databasePoolerUrl">;
  db: Pick<CheckInput["database"]["db"], "execute">;
}): Promise<Finding[]> {
  if (config.databasePoolerUrl === undefined) return [];
  const find = (what: string, remedy: string): Finding[] => [{ about: "DATABASE_POOLER_URL", what, remedy }];
  const pooled = await readThere(config.databasePoolerUrl).catch((cause: Error) => cause);
  if (pooled instanceof Error)
    return find(`PgBouncer is not responding: ${pooled.message}`, "Look in the log of PgBouncer");
  const { rows } = await db.execute<Facts & Record<string, unknown>>(FACTS);
  if (pooled.place !== rows[0]?.place)
    return find(
      "PgBouncer connects to a different database than DATABASE_URL",
      "Correct [databases] in pgbouncer.ini",
    );
  return pooled.hasLimits
    ? []
    : find(
        "PgBouncer sets no time limit for statements",
        "Set connect_query, as deploy/pgbouncer/pgbouncer.ini does",
      );
}

async function readThere(url: string): Promise<Facts> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: POOLER_MS,
    query_timeout: POOLER_MS,
  });
  client.on("error", () => {}); // without a listener, a lost connection would end the process
  try {
    await client.connect();
    const { rows } = await client.query<Facts>(FACTS);
    return rows[0] ?? { hasLimits: false, place: "" };
  } finally {
    void client.end().catch(() => {});
  }
}

const CONNECTION_MS = 8 * SECOND;
/** The maximum response time of the database in ms. An order needs four round trips. */
const SLOW_ANSWER_MS = 5;
const ANSWERS_TIMED = 9;
const OLDEST_VERSION = 15;
/** The connections needed in addition to DATABASE_POOL: four for slow statements, three for LISTEN and probes. */
const OTHER_CONNECTIONS = 7;
const LOOPBACK = /^(127\.|::1|$)/;
const LOSES_ORDERS = "placed orders can be lost in a power cut";

/**
 * Checks whether the folder of the embedded database is in use, without starting the engine. This does not find damaged
 * data, but each backup does, because it reads every row.
 */
export async function checkEmbedded({ config }: CheckInput["machine"], note: Note): Promise<Finding[]> {
  if (config.databaseUrl) return [];
  const folder = path.join(config.dataDir, "pg");
  try {
    if (existsSync(folder)) lockFolder(folder)();
    note(
      existsSync(folder)
        ? `embedded, in ${folder}`
        : "embedded; it will be created when the shop first starts",
    );
  } catch (cause) {
    if (!(cause instanceof FolderInUse)) throw cause;
    note(`embedded, in ${folder}; the shop is open`);
  }
  return [];
}

export async function withServer<T>(
  { databaseUrl }: Pick<Config, "databaseUrl">,
  callback: (db: CheckInput["database"]["db"]) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECTION_MS });
  client.on("error", () => {}); // without a listener, a lost connection would end the process
  await client.connect();
  try {
    return await callback(drizzle(client));
  } finally {
    await client.end();
  }
}

export async function checkDatabase(
  {
    config,
    db: { $client: client },
  }: Pick<CheckInput["database"], "db"> & { config: Pick<Config, "databasePool"> },
  note: Note,
): Promise<Finding[]> {
  const answerMs = await timeAnswers(client);
  const databaseFacts = await readFacts(client);
  const migrations = await countPendingMigrations(client);
  note(
    `PostgreSQL ${databaseFacts.version}, answers in ${answerMs.toFixed(1)} ms, ` +
      (migrations.applied === 0
        ? "empty: the tables are created at the first start"
        : `${formatCount(migrations.pending, "migration")} to run at the next start`),
  );
  return [
    ...checkFacts(databaseFacts, config.databasePool),
    ...toFindings([
      [
        answerMs > SLOW_ANSWER_MS,
        "DATABASE_URL",
        `the database needs at least ${answerMs.toFixed(1)} ms to answer a query, and an order needs several queries`,
        "Put the shop and its database into one data centre",
      ],
    ]),
  ];
}

export async function checkDatabaseClock({
  db,
  engine,
}: Pick<CheckInput["database"], "db" | "engine">): Promise<Finding[]> {
  if (engine === "embedded") return [];
  const previous = Date.now();
  const { rows } = await db.execute<{ at: string }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as at`,
  );
  const localTime = (previous + Date.now()) / 2;
  return checkClock("the database's clock", Number(rows[0]?.at) - localTime);
}

type Client = CheckInput["database"]["db"]["$client"];

async function timeAnswers(client: Client): Promise<number> {
  const times: number[] = [];
  for (let query = 0; query < ANSWERS_TIMED; query++) {
    const startedAt = performance.now();
    await client.query("select 1");
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((first, other) => first - other)[Math.floor(ANSWERS_TIMED / 2)] ?? 0;
}

export interface DatabaseFacts {
  version: string;
  major: number;
  isReadOnly: boolean;
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  freeConnections: number;
  encoding: string;
  /** True if a system update has changed how text is sorted. Existing indexes may then be wrong and must be rebuilt. */
  isCollationStale: boolean;
  database: string;
  mayCreate: boolean;
  isSuperuser: boolean;
  isEncrypted: boolean;
  isElsewhere: boolean;
}

async function readFacts(client: Client): Promise<DatabaseFacts> {
  const { rows } = await client.query<Omit<DatabaseFacts, "isElsewhere"> & { server: string | null }>(`select
    current_setting('server_version') as version,
    current_setting('server_version_num')::int / 10000 as major,
    pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as "isReadOnly",
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as "fullPageWrites",
    current_setting('synchronous_commit') as "synchronousCommit",
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int - (
      select count(*)::int from pg_stat_activity where backend_type = 'client backend'
    ) as "freeConnections",
    pg_encoding_to_char(encoding) as encoding,
    coalesce(datcollversion <> pg_database_collation_actual_version(oid), false) as "isCollationStale",
    quote_ident(datname) as database,
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
    (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
    host(inet_server_addr()) as server
    from pg_database where datname = current_database()`);
  const [row] = rows;
  if (!row) throw new Error("The database did not return its settings.");
  const { server, ...facts } = row;
  return { ...facts, isElsewhere: !LOOPBACK.test(server ?? "") };
}

export const checkFacts = (facts: DatabaseFacts, pool: number): Finding[] =>
  toFindings(
    listConditions(facts, pool).map(([holds, what, remedy]) => [holds, "DATABASE_URL", what, remedy]),
  );

const listConditions = (
  facts: DatabaseFacts,
  pool: number,
): [holds: boolean, what: string, remedy: string][] => [
  [
    facts.fsync !== "on",
    `fsync is off: ${LOSES_ORDERS}`,
    "Run in psql: alter system set fsync = on. Then restart PostgreSQL",
  ],
  [
    facts.fullPageWrites !== "on",
    "full_page_writes is off: a power cut can damage the database",
    "Run in psql: alter system set full_page_writes = on; select pg_reload_conf()",
  ],
  [
    facts.synchronousCommit === "off",
    `synchronous_commit is off: ${LOSES_ORDERS}`,
    `Run in psql: alter database ${facts.database} set synchronous_commit = on`,
  ],
  [
    facts.isCollationStale,
    "the sort order of the system has changed since the database was made, so searches may miss entries",
    `Run in psql: reindex database ${facts.database}; alter database ${facts.database} refresh collation version`,
  ],
  [
    facts.major < OLDEST_VERSION,
    `PostgreSQL ${facts.version} is too old`,
    `Move to PostgreSQL ${OLDEST_VERSION} or newer`,
  ],
  [
    facts.encoding !== "UTF8",
    `the encoding of the database is ${facts.encoding}: names in Indian scripts cannot be stored`,
    "Create the database again from template0, with the encoding UTF8",
  ],
  [
    facts.freeConnections < pool + OTHER_CONNECTIONS,
    `the database has ${formatCount(facts.freeConnections, "free connection")}, and a shop process takes up to ${pool + OTHER_CONNECTIONS}`,
    "Raise max_connections and restart PostgreSQL, or lower DATABASE_POOL",
  ],
  [
    facts.isReadOnly,
    "the database is read-only, for example a replica",
    "Set DATABASE_URL to the address of the primary server",
  ],
  [
    !facts.mayCreate,
    "the database user of the shop cannot create tables, so the shop cannot be updated",
    `Run in psql: alter database ${facts.database} owner to <the shop's user>`,
  ],
  [
    facts.isSuperuser,
    "the database user of the shop is a superuser, so an attacker who breaks into the shop controls the whole server",
    "Give the shop its own user, which owns only the shop's database",
  ],
  [
    facts.isElsewhere && !facts.isEncrypted,
    "the database is on another machine, and the connection to it is not encrypted",
    "Add ?sslmode=verify-full to DATABASE_URL, and ssl = on at the server",
  ],
];
