import { sql } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";

/** A series whose numbers are not 1, 2, 3 … up to the last one given. */
export interface SeriesError {
  series: string;
  words: string;
}

/** Proves that no number of an invoice or a credit note is missing or was never given (D92). Reads only. */
export async function auditInvoices(db: Db): Promise<SeriesError[]> {
  const { rows } = await db.execute<{ series: string; words: string }>(sql`
    with given as (
      select split_part(number, '/', 1) as series, split_part(number, '/', 2)::int as serial from invoice
    ), counted as (
      select series, count(*)::int as documents, min(serial) as first, max(serial) as last from given group by series
    )
    select series,
           coalesce(s.last_number, 0) || ' given, but ' || coalesce(c.documents, 0) || ' there, from '
             || coalesce(c.first, 0) || ' to ' || coalesce(c.last, 0) as words
      from invoice_series s full join counted c using (series)
     where (s.last_number = c.documents and c.first = 1 and c.last = c.documents) is not true
     order by series`);
  return rows.map(({ series, words }) => ({ series, words }));
}
