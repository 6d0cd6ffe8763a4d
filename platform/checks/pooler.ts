import pg from "pg";
import type { Config } from "../config/config.ts";
import type { Given } from "./check.ts";
import type { Finding } from "./finding.ts";

const CONNECTION_MS = 4_000;

interface Facts {
  hasLimits: boolean;
  /** The database and its server. */
  place: string;
}

const FACTS = `select current_setting('statement_timeout') <> '0' as "hasLimits",
  system_identifier || ' ' || current_database() as place from pg_control_system()`;

/** Checks that PgBouncer leads to the server of DATABASE_URL, with connections that have a statement timeout. */
export async function checkPooler({
  config,
  db,
}: {
  config: Pick<Config, "databasePoolerUrl">;
  db: Pick<Given["database"]["db"], "execute">;
}): Promise<Finding[]> {
  if (config.databasePoolerUrl === undefined) return [];
  const find = (what: string, remedy: string): Finding[] => [{ about: "DATABASE_POOLER_URL", what, remedy }];
  const pooled = await readThere(config.databasePoolerUrl).catch((cause: Error) => cause);
  if (pooled instanceof Error)
    return find(`it does not answer: ${pooled.message}`, "Look at PgBouncer's own log");
  const { rows } = await db.execute<Facts & Record<string, unknown>>(FACTS);
  if (pooled.place !== rows[0]?.place)
    return find("it leads to another database than DATABASE_URL", "Correct [databases] in pgbouncer.ini");
  return pooled.hasLimits
    ? []
    : find(
        "statements have no time limit there",
        "Set connect_query, as deploy/pgbouncer/pgbouncer.ini does",
      );
}

async function readThere(url: string): Promise<Facts> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECTION_MS,
    query_timeout: CONNECTION_MS,
  });
  client.on("error", () => {}); // The running query reports the error.
  try {
    await client.connect();
    const { rows } = await client.query<Facts>(FACTS);
    return rows[0] ?? { hasLimits: false, place: "" };
  } finally {
    void client.end().catch(() => {});
  }
}
