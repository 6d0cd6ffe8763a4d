import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Db } from "./transact.ts";
import type { Replica } from "./replica.ts";

/** Where is read what is the same for everyone; never what belongs to a customer, and never inside a transaction. */
export interface PublicReads {
  db: Db;
  /**
   * From now on only replicas are read that answer this question with true: whether they have replayed what this process
   * shows. To be called before caches are cleared, with an expression that stays true once it is. Until the first call,
   * and whenever no replica has, the primary is read.
   */
  require(question: pg.QueryConfig): void;
  replicas: readonly Replica[];
  /** How many reads were answered by whom. */
  counts(): Readonly<{ replica: number; primary: number }>;
}

/** Reads from the replicas in turn; what they cannot answer, the primary does. Without replicas it reads from `db`. */
export function createPublicReads(db: Db, replicas: readonly Replica[]): PublicReads {
  let required: pg.QueryConfig | undefined;
  let turn = 0;
  const counts = { replica: 0, primary: 0 };
  const primary = db.$client;
  const read = async (query: unknown, values?: unknown) => {
    const replica = required && findReady(replicas, turn++);
    const answer = required && (await replica?.read(required, query, values));
    counts[answer ? "replica" : "primary"]++;
    return answer ?? (await primary.query(query as pg.QueryConfig, values as unknown[]));
  };
  const pool = Object.assign(Object.create(primary) as pg.Pool, { query: read as pg.Pool["query"] });
  return {
    db: replicas.length > 0 ? drizzle(pool) : db,
    require(question) {
      required = question;
    },
    replicas,
    counts: () => counts,
  };
}

/** The next that may be asked. */
function findReady(replicas: readonly Replica[], turn: number): Replica | undefined {
  const ready = replicas.filter((replica) => replica.isReady());
  return ready[turn % ready.length];
}
