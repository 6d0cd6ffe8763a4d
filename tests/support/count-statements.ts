import type pg from "pg";

/** Notes the text of every statement that is sent to the database from now on, until `stop`, which gives them all. */
export function countStatements(pool: pg.Pool): { stop(): string[] } {
  const texts: string[] = [];
  const restores: (() => void)[] = [];
  const seen = new Set<pg.PoolClient>();
  const watch = (client: pg.PoolClient) => {
    if (seen.has(client)) return;
    seen.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const noting = (first: unknown, ...others: unknown[]) => {
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
      return texts;
    },
  };
}
