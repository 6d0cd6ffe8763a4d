import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { continueSeries, listSeriesErrors } from "./index.ts";

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
beforeEach(() => context.wipe());
afterAll(() => context.close());

const NOW = new Date("2026-11-30T06:00:00Z");

const listSeries = async () =>
  (
    await context.database.pool.query(
      `select series, last_number, lost_numbers from invoice_series
        union all select series, last_number, lost_numbers from challan_series order by series`,
    )
  ).rows.map((row) => Object.values(row as object).join(" "));

test("only number series of the current financial year, or of a year in the backup, can be continued (D92)", async () => {
  const continueWith = (next: string) => continueSeries(context.db, next, NOW);
  for (const wrong of ["26-28/000131", "25-26/000131", "CN27-28/000002", "DC62-63/000002"])
    expect(await continueWith(wrong)).toContain(
      `${wrong} is not a number of this financial year, 26-27, and the backup contains no numbers of`,
    );
  expect(await listSeries()).toEqual([]);

  await context.database.pool.query("insert into challan_series values ('DC25-26', 4)");
  for (const right of ["26-27/000131", "CN25-26/000002", "DC25-26/000006"])
    expect(await continueWith(right)).toBeNull();
  expect(await listSeries()).toEqual(["26-27 130 130", "CN25-26 1 1", "DC25-26 5 1"]);
});

test("continuing a number series without lost numbers changes nothing (D92)", async () => {
  expect(await continueSeries(context.db, "26-27/000001", NOW)).toBeNull();
  expect(await listSeries()).toEqual([]);
  expect(await listSeriesErrors(context.db)).toEqual([]);
});
