import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { formatCount } from "#contract/text.ts";
import { SECOND } from "#contract/time.ts";
import { checkDatabaseClock } from "./clock-findings.ts";
import type { Config } from "../config/config.ts";
import { countPendingMigrations } from "../database/migrate.ts";
import { readDatabaseFacts } from "../database/database-facts.ts";
import { describeDatabase } from "./database-findings.ts";
import type { Finding } from "./finding.ts";

const CONNECTION_MS = 8 * SECOND;
/** An order asks four times, one after another: beyond this the way there is what its customer waits for. */
const SLOW_ANSWER_MS = 5;
const ANSWERS_TIMED = 9;

/** What a PostgreSQL server says of itself, and what of it stands against a shop. */
export interface ExaminedDatabase {
  /** One line: version, how fast it answers, migrations. */
  summary: string;
  findings: Finding[];
}

/**
 * Asks the server of DATABASE_URL whether a shop can rely on it; it changes nothing.
 * @throws what `pg` says when it cannot be reached or lets nobody in
 */
export async function examineDatabase({
  databaseUrl,
  databasePool,
}: Pick<Config, "databaseUrl" | "databasePool">): Promise<ExaminedDatabase> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECTION_MS });
  client.on("error", () => {}); // a query under way says so itself
  await client.connect();
  try {
    const answerMs = await timeAnswers(client);
    const facts = await readDatabaseFacts(client);
    const migrations = await countPendingMigrations(client);
    return {
      summary:
        `PostgreSQL ${facts.version}, answers in ${answerMs.toFixed(1)} ms, ` +
        (migrations.applied === 0
          ? "empty: the first start makes the tables"
          : `${formatCount(migrations.pending, "migration")} to come at the next start`),
      findings: [
        ...describeDatabase(facts, databasePool),
        ...describeAnswers(answerMs),
        ...(await checkDatabaseClock({ db: drizzle(client), engine: "server" })),
      ],
    };
  } finally {
    await client.end();
  }
}

/** The median of a few, in milliseconds. */
async function timeAnswers(client: pg.Client): Promise<number> {
  const times: number[] = [];
  for (let query = 0; query < ANSWERS_TIMED; query++) {
    const since = performance.now();
    await client.query("select 1");
    times.push(performance.now() - since);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(ANSWERS_TIMED / 2)] ?? 0;
}

const describeAnswers = (answerMs: number): Finding[] =>
  answerMs <= SLOW_ANSWER_MS
    ? []
    : [
        {
          about: "DATABASE_URL",
          what: `it takes ${answerMs.toFixed(1)} ms for the shortest answer, and an order needs several`,
          remedy: "Put the shop and its database into one data centre",
        },
      ];
