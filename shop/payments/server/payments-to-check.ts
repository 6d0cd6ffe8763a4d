import { and, desc, eq, sql } from "drizzle-orm";
import { formatRupees } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { describeRemedy, listUnseenFindings } from "./findings.ts";
import { describeFlagRemedy } from "./flag-payment.ts";
import { listNeverOpened, describeUnopenedRemedy, describeUnopened } from "./never-opened.ts";
import { payment, type PaymentRow, refund, type RefundRow } from "./tables.ts";

// As their indexes have it: each of the two finds a few rows among all payments there ever were.
const isOpen = sql`${refund.status} <> 'Processed'`;
const flagged = sql`select id from payment where flag is not null`;
const goingBack = sql`select paid.id from refund join payment paid on paid.order_id = refund.order_id where ${isOpen}`;

export async function listPaymentsToCheck(context: Context) {
  const rows = await context.db
    .select({ payment, refund })
    .from(payment)
    .leftJoin(refund, and(eq(refund.orderId, payment.orderId), isOpen))
    .where(sql`${payment.id} in (${flagged} union all ${goingBack})`)
    .orderBy(desc(payment.updatedAt));
  const findings = await listUnseenFindings(context);
  const found = await context.db
    .select()
    .from(payment)
    .where(
      isAnyOf(
        payment.orderId,
        findings.map(({ orderId }) => orderId),
      ),
    );
  const about = new Map(found.map((row) => [row.orderId, row]));
  return [
    ...rows.map((row) =>
      formatLine(row.payment, row.refund, row.payment.flag ?? "", describePaymentRemedy(row)),
    ),
    ...findings.map((finding) =>
      formatLine(about.get(finding.orderId), null, finding.what, describeRemedy(finding), finding.orderId),
    ),
    ...(await listNeverOpened(context)).map((row) =>
      formatLine(row, null, describeUnopened(row), describeUnopenedRemedy(row)),
    ),
  ];
}

function formatLine(
  row: PaymentRow | undefined,
  goesBack: RefundRow | null,
  what: string,
  remedy: string,
  orderId = row?.orderId ?? "",
) {
  return [
    orderId,
    row?.status ?? "",
    row ? formatRupees(row.amount) : "",
    goesBack?.status ?? "",
    goesBack ? formatRupees(goesBack.amount) : "",
    what,
    remedy,
  ];
}

export const ON_ITS_WAY = "nothing: it is on its way";

function describePaymentRemedy({
  payment: { orderId, flag },
  refund: goesBack,
}: {
  payment: PaymentRow;
  refund: RefundRow | null;
}) {
  if (goesBack?.status === "Failed") return `payments retry-refund ${orderId}`;
  return flag === null ? ON_ITS_WAY : describeFlagRemedy(orderId);
}
