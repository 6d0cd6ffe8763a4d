import type pg from "pg";

interface Counted {
  /** The text of each statement. */
  texts: string[];
  /** How often something was sent: statements of the same moment go together. */
  writes: number;
}

/** Notes every statement that is sent to the database from now on, until `stop`. */
export function countStatements(pool: pg.Pool): { stop(): Counted } {
  let writes = 0;
  let isTogether = false;
  const texts: string[] = [];
  const restores: (() => void)[] = [];
  const seen = new Set<pg.PoolClient>();
  const watch = (client: pg.PoolClient) => {
    if (seen.has(client)) return;
    seen.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const noting = (first: unknown, ...others: unknown[]) => {
      if (!isTogether) {
        isTogether = true;
        writes++;
        process.nextTick(() => (isTogether = false));
      }
      texts.push(typeof first === "string" ? first : (first as { text: string }).text);
      return query(first, ...others);
    };
    restores.push(() => void (client.query = query as typeof client.query));
    client.query = noting as typeof client.query;
  };
  pool.on("acquire", watch);
  return {
    stop() {
      pool.off("acquire", watch);
      for (const restore of restores) restore();
      return { texts, writes };
    },
  };
}
