import { expect, test } from "vitest";
import { routes } from "../../server/features.ts";
import { isLongForm } from "../support/long-form.ts";
import { context, setUp, setUpEveryCall } from "./two-customers.ts";
import { getName, getUsualStatus } from "./every-call.ts";
import { openCalls, prepareCall } from "./open-calls.ts";

setUpEveryCall();

const MARK = "zz-mark-zz";

const MARKED_NUMBER = 913_577_531;

const names =
  "role isAdmin is_admin admin account accountId account_id passwordHash password_hash emailKey emailVerifiedAt status orderStatus paymentStatus payment_status payable total subtotal cgst sgst coupon discount grandTotal refundAmount refund_amount cancelledBecause tracking dispatchedAt deliveredAt invoiceNumber createdAt updatedAt expiresAt hidden approved".split(
    " ",
  );

const extras = Object.fromEntries(names.map((name, at) => [name, at % 2 ? MARK : MARKED_NUMBER]));

const writable = routes.map(({ endpoint }) => endpoint).filter(({ method }) => method !== "GET");

test("the test of forbidden fields has a row for every API call that changes data without a login", () => {
  const open = writable.filter(({ policy }) => policy !== "customer");
  expect(open.map(getName).toSorted()).toEqual(Object.keys(openCalls).toSorted());
});

/** Returns a copy in which each object also has the fields of `more` that it lacks. */
function withMore(value: unknown, more: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => withMore(each, more));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withMore(inner, more)]);
  return { ...more, ...Object.fromEntries(entries) };
}

let tableNames: string[] = [];

/** Returns the values of each column as one text, sorted and joined. The keys are `table.column`. */
async function readColumns(): Promise<Map<string, string>> {
  const { pool } = context.database;
  if (tableNames.length === 0) {
    const listed = await pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    tableNames = listed.rows.map(({ name }) => name);
  }
  const { rows } = await pool.query<{ name: string; row: Record<string, unknown> }>(
    tableNames
      .map((name) => `select '${name}' as name, to_jsonb(t) as row from ${name} t`)
      .join(" union all "),
  );
  const values = new Map<string, string[]>();
  for (const { name, row } of rows)
    for (const [column, value] of Object.entries(row)) {
      const key = `${name}.${column}`;
      values.set(key, [...(values.get(key) ?? []), JSON.stringify(value)]);
    }
  return new Map([...values].map(([key, all]) => [key, all.toSorted().join()]));
}

async function findChanges(work: () => Promise<unknown>): Promise<{ changed: string[]; marked: string[] }> {
  const previous = await readColumns();
  await work();
  const after = await readColumns();
  const columns = [...new Set([...previous.keys(), ...after.keys()])].toSorted();
  const isMarked = (text = "") => text.includes(MARK) || text.includes(String(MARKED_NUMBER));
  return {
    changed: columns.filter((column) => previous.get(column) !== after.get(column)),
    marked: columns.filter((column) => isMarked(after.get(column))),
  };
}

/** All 35 ways to choose 3 of 7 groups, as bit masks. */
const groupSets = [...Array(128).keys()].filter((bits) => bits.toString(2).replaceAll("0", "") === "111");

/** Puts each field into 3 of 7 groups, so that for any two fields, some group contains only the first of them. */
const groupFields = () =>
  [...Array(7).keys()].map((group) =>
    Object.fromEntries(Object.entries(extras).filter((_, at) => (groupSets[at] ?? 0) & (1 << group))),
  );

/** `npm test -- all` also adds each group of fields alone, because one field could hide the effect of another. */
const variants: Record<string, unknown>[] = [extras, ...(isLongForm ? groupFields() : [])];

test.each(writable.map((endpoint) => [getName(endpoint), endpoint] as const))(
  "the API call %s ignores fields that callers must not set, such as `role` or `total` (T12)",
  async (name, endpoint) => {
    expect(names.length).toBeGreaterThan(30);
    expect(names.length).toBeLessThanOrEqual(groupSets.length);
    await setUp();
    const usually = await prepareCall(endpoint);
    const { changed: allowed } = await findChanges(async () =>
      expect((await usually((body) => body)).status).toBe(getUsualStatus(name)),
    );
    for (const more of variants) {
      await setUp();
      const call = await prepareCall(endpoint);
      const { changed, marked } = await findChanges(async () =>
        expect((await call((body) => withMore(body, more) as object)).status).toBe(getUsualStatus(name)),
      );
      expect(changed.filter((column) => !allowed.includes(column))).toEqual([]);
      expect(marked).toEqual([]);
    }
  },
);
