import type pg from "pg";
import { countStatements, type Sent } from "./count-statements.ts";

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

/** The tables that the database reads from end to end for what `work` asks of it. */
export async function listTablesReadWhole(pool: pg.Pool, work: () => Promise<unknown>): Promise<string[]> {
  const sent = await collectStatements(pool, work);
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

async function collectStatements(pool: pg.Pool, work: () => Promise<unknown>): Promise<Sent[]> {
  const counted = countStatements(pool);
  await work().finally(counted.stop);
  return counted.stop().sent;
}
