import pg from "pg";

interface SentStatement {
  text: string;
  values?: unknown[];
}

interface Counted {
  sent: SentStatement[];
  texts: string[];
  /** The number of round trips to the database. Several statements that are sent together count as one. */
  writes: number;
}

export function countStatements(pool: pg.Pool): { stop(): Counted } {
  let writes = 0;
  let isTogether = false;
  const sent: SentStatement[] = [];
  const restores: (() => void)[] = [];
  const seen = new Set<pg.PoolClient>();
  const watch = (client: pg.PoolClient) => {
    if (seen.has(client)) return;
    seen.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const noting = (first: unknown, second: unknown, ...others: unknown[]) => {
      if (!isTogether) {
        isTogether = true;
        writes++;
        process.nextTick(() => (isTogether = false));
      }
      const statement = typeof first === "string" ? { text: first } : (first as SentStatement);
      const values = Array.isArray(second) ? (second as unknown[]) : statement.values;
      sent.push({ text: statement.text, ...(values && { values: [...values] }) });
      return query(first, second, ...others);
    };
    restores.push(() => void (client.query = query as typeof client.query));
    client.query = noting as typeof client.query;
  };
  pool.on("acquire", watch);
  return {
    stop() {
      pool.off("acquire", watch);
      for (const restore of restores) restore();
      return { sent, texts: sent.map(({ text }) => text), writes };
    },
  };
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

export async function listTablesReadWhole(pool: pg.Pool, work: () => Promise<unknown>): Promise<string[]> {
  const counted = countStatements(pool);
  await work().finally(counted.stop);
  const { sent } = counted.stop();
  const tables = new Set<string>();
  for (const { text, values } of sent.filter((one) => /^\s*(select|with)/i.test(one.text))) {
    const { rows } = await pool.query<{ "QUERY PLAN": { Plan: Plan }[] }>({
      text: `explain (format json) ${text}`,
      ...(values && { values }),
    });
    for (const { Plan: plan } of rows[0]?.["QUERY PLAN"] ?? []) addTables(plan, tables);
  }
  return [...tables].toSorted();
}

function addTables(plan: Plan, tables: Set<string>): void {
  if (plan["Node Type"] === "Seq Scan" && plan["Relation Name"]) tables.add(plan["Relation Name"]);
  for (const inner of plan.Plans ?? []) addTables(inner, tables);
}
