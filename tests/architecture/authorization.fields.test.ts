import { expect, test } from "vitest";
import { routes } from "../../server/features.ts";
import { isLongForm, pickSize } from "../support/long-form.ts";
import { context, setUp, setUpEveryCall } from "./two-customers.ts";
import { getName, getUsualStatus } from "./every-call.ts";
import { openCalls, prepareCall } from "./open-calls.ts";

setUpEveryCall();

const MARK = "zz-mark-zz";

const MARKED_NUMBER = 913_577_531;

const names =
  "role isAdmin is_admin admin account accountId account_id passwordHash password_hash emailKey emailProvedAt status orderStatus paymentStatus payment_status payable total subtotal cgst sgst coupon discount grandTotal refundAmount refund_amount cancelledBecause tracking dispatchedAt deliveredAt invoiceNumber createdAt updatedAt expiresAt hidden approved".split(
    " ",
  );

const extras = Object.fromEntries(names.map((name, at) => [name, at % 2 ? MARK : MARKED_NUMBER]));

const writable = routes.map(({ endpoint }) => endpoint).filter(({ method }) => method !== "GET");

test("every writing call without a customer has a row in the table", () => {
  const open = writable.filter(({ policy }) => policy !== "customer");
  expect(open.map(getName).toSorted()).toEqual(Object.keys(openCalls).toSorted());
});

/** The body with more fields in it and in every object inside it; what belongs there stays. */
function withMore(value: unknown, more: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => withMore(each, more));
  if (typeof value !== "object" || value === null) return value;
  const own = Object.entries(value).map(([name, inner]) => [name, withMore(inner, more)]);
  return { ...more, ...Object.fromEntries(own) };
}

/** The same query of every table, in one statement. */
async function queryEachTable<Row>(query: (table: string) => string): Promise<Row[]> {
  const tables = await listTableNames();
  return (await context.database.pool.query(tables.map(query).join(" union all "))).rows as Row[];
}

/** The tables of the migrated database. */
let tableNames: string[] | undefined;
async function listTableNames(): Promise<string[]> {
  tableNames ??= (
    await context.database.pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
  ).rows.map(({ name }) => name);
  return tableNames;
}

/** Rows of any table that contain a mark. */
const listMarkedRows = () =>
  queryEachTable<unknown>(
    (table) =>
      `select '${table}' as table, to_jsonb(t) as row from ${table} t where to_jsonb(t)::text ~ '${MARK}|${MARKED_NUMBER}'`,
  );

/** The values of each column of each table, in any order. */
async function readColumns(): Promise<Map<string, string>> {
  const rows = await queryEachTable<{ key: string; heap: string }>(
    (table) =>
      `select '${table}.' || field.key as key, string_agg(field.value::text, ',' order by field.value::text) as heap
         from ${table} t, jsonb_each(to_jsonb(t)) field group by field.key`,
  );
  return new Map(rows.map(({ key, heap }) => [key, heap]));
}

async function findChangedColumns(work: () => Promise<unknown>): Promise<string[]> {
  const before = await readColumns();
  await work();
  const after = await readColumns();
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((column) => before.get(column) !== after.get(column))
    .toSorted();
}

/** All fields at once; the long run also tries each alone, so that none hides another. */
const variants: Record<string, unknown>[] = [
  extras,
  ...(isLongForm ? Object.entries(extras).map((entry) => Object.fromEntries([entry])) : []),
];

test.each(writable.map((endpoint) => [getName(endpoint), endpoint] as const))(
  "%s ignores 30 fields that callers must not set (T12)",
  { timeout: pickSize(60_000, 600_000) },
  async (name, endpoint) => {
    expect(names.length).toBeGreaterThan(30);
    await setUp();
    const usually = await prepareCall(endpoint);
    const allowed = await findChangedColumns(async () =>
      expect((await usually((body) => body)).status).toBe(getUsualStatus(name)),
    );
    for (const more of variants) {
      await setUp();
      const call = await prepareCall(endpoint);
      const changed = await findChangedColumns(async () =>
        expect((await call((body) => withMore(body, more) as object)).status).toBe(getUsualStatus(name)),
      );
      expect(changed.filter((column) => !allowed.includes(column))).toEqual([]);
      expect(await listMarkedRows()).toEqual([]);
    }
  },
);
