import { sql } from "drizzle-orm";
import type { TestContext } from "./database.ts";

/** A line of a document of the month as PostgreSQL works it out, in paise. */
export interface RecomputedLine {
  number: string;
  section: string;
  buyer: string | null;
  pos: string;
  supply: "INTER" | "INTRA";
  rate: number;
  hsn: string;
  quantity: number;
  value: number;
  taxable: number;
  igst: number;
  cgst: number;
  sgst: number;
}

/**
 * The month's books a second time, straight from the rows and in the database's exact numbers: nothing of the shop's
 * own arithmetic is used. The seller is in Gujarat.
 */
export async function recomputeBooks(
  { db }: Pick<TestContext, "db">,
  month: string,
): Promise<RecomputedLine[]> {
  const { rows } = await db.execute<Record<keyof RecomputedLine, string>>(sql`
    with paper as (
      select i.*, case when i.kind = 'invoice' then 0 else coalesce(sum(case when i.kind = 'credit-note' then i.amount end)
               over (partition by i.order_id, i.kind order by i.issued_at, i.number
                     rows between unbounded preceding and 1 preceding), 0) end as gone
        from invoice i
    ), sold as (
      select p.number, p.kind, p.amount, p.gone, p.gone + p.amount as upto, p.issued_at, o.id, o.subtotal::numeric, o.payable,
             (o.cgst_rate + o.sgst_rate) as rate, o.cgst_rate as half,
             case o.shipping_address ->> 'state' when 'Gujarat' then '24' when 'Karnataka' then '29'
                  when 'Maharashtra' then '27' when 'Orissa' then '21' end as pos,
             case when length(o.company_invoice ->> 'taxCode') = 15 then o.company_invoice ->> 'taxCode' end as buyer
        from paper p join orders o on o.id = p.order_id
    ), based as (
      select *, case when upto = payable then subtotal else floor((2 * subtotal * upto + payable) / (2 * nullif(payable, 0))) end
                  as base_after,
             case when gone = 0 then 0 else floor((2 * subtotal * gone + payable) / (2 * nullif(payable, 0))) end as base_before
        from sold
    ), taxed as (
      select *, base_after - base_before as taxable,
             case when pos <> '24' then floor(base_after * rate / 100 + 0.5) - floor(base_before * rate / 100 + 0.5) else 0 end
               as igst,
             case when pos = '24' then floor(base_after * half / 100 + 0.5) - floor(base_before * half / 100 + 0.5) else 0 end
               as cgst
        from based
    ), weighed as (
      select t.*, l.hsn, l.quantity, sum(l.unit_price * l.quantity) over w as upper,
             sum(l.unit_price * l.quantity) over w - l.unit_price * l.quantity as lower
        from taxed t join order_line l on l.order_id = t.id
      window w as (partition by t.number order by l.line)
    )
    select number, buyer, pos, rate, coalesce(hsn, '') as hsn, amount as value,
           case when pos = '24' then 'INTRA' else 'INTER' end as supply,
           case when buyer is not null then case kind when 'invoice' then 'b2b' else 'cdnr' end
                when pos <> '24' and payable > 10000000 then case kind when 'invoice' then 'b2cl' else 'cdnur' end
                else 'b2cs' end as section,
           case when kind = 'invoice' then 1 when amount = payable then -1 else 0 end * quantity as quantity,
           ${splitSql("taxable")}, ${splitSql("igst")}, ${splitSql("cgst")} as cgst, ${splitSql("cgst")} as sgst
      from weighed
     where to_char(issued_at at time zone 'Asia/Kolkata', 'YYYY-MM') = ${month}`);
  return rows.map(({ number, section, buyer, pos, supply, hsn, ...figures }) => ({
    number,
    section,
    buyer,
    pos,
    supply: supply as "INTER" | "INTRA",
    hsn,
    ...(Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, Number(figure)])) as Record<
      keyof typeof figures,
      number
    >),
  }));
}

/** A column's part for one line: what is rounded up to its end, less what is up to its beginning; a minus for what goes back. */
const splitSql = (column: "taxable" | "igst" | "cgst") =>
  sql.raw(`case when kind = 'invoice' then 1 else -1 end *
    (case when upper = subtotal then ${column} else floor((2 * ${column} * upper + subtotal) / (2 * nullif(subtotal, 0))) end
     - case when lower = subtotal and subtotal > 0 then ${column} when lower = 0 then 0
            else floor((2 * ${column} * lower + subtotal) / (2 * nullif(subtotal, 0))) end)
    ${column === "cgst" ? "" : `as ${column}`}`);
