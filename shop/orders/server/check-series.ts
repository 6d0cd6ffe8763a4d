import { sql } from "drizzle-orm";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/database/database.ts";

/** Reports each document number series, such as invoice numbers, that has a gap (D92). */
export const checkSeries = async ({ db }: Pick<Context, "db">): Promise<Finding[]> =>
  (await listSeriesErrors(db)).map(({ series, words }) => ({
    about: `numbers ${series}`,
    what: words,
    remedy: "Tell your accountant, and report the problem to the person who maintains this shop's software",
  }));

export async function listSeriesErrors(db: Db) {
  const { rows } = await db.execute<{ series: string; words: string }>(sql`
    with given as (
      select split_part(number, '/', 1) as series, split_part(number, '/', 2)::int as serial from (
        select number from invoice union all select number from cancelled_invoice
         union all select number from challan) as numbered
    ), last_given as (
      select series, last_number from invoice_series union all select series, last_number from challan_series
    ), counted as (
      select series, count(*)::int as documents, min(serial) as first, max(serial) as last from given group by series
    )
    select series,
           coalesce(s.last_number, 0) || ' numbers issued, but ' || coalesce(c.documents, 0) || ' documents exist, from '
             || coalesce(c.first, 0) || ' to ' || coalesce(c.last, 0) as words
      from last_given s full join counted c using (series)
     where (s.last_number = c.documents and c.first = 1 and c.last = c.documents) is not true
     order by series`);
  return rows;
}
