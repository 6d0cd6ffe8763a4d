import { and, desc, eq, inArray, isNotNull, ne, or } from "drizzle-orm";
import { formatRupees } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import { describeRemedy, listUnseenFindings } from "./findings.ts";
import { listNeverOpened, describeUnopenedRemedy, describeUnopened } from "./never-opened.ts";
import { payment, type PaymentRow, refund, type RefundRow } from "./tables.ts";

export async function listPaymentsToCheck(context: Context) {
  const rows = await context.db
    .select({ payment, refund })
    .from(payment)
    .leftJoin(refund, and(eq(refund.orderId, payment.orderId), ne(refund.status, "Processed")))
    .where(or(isNotNull(payment.flag), isNotNull(refund.id)))
    .orderBy(desc(payment.updatedAt));
  const findings = await listUnseenFindings(context);
  const found = await context.db
    .select()
    .from(payment)
    .where(
      inArray(
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
  return flag === null ? ON_ITS_WAY : `payments events ${orderId}, then payments seen ${orderId}`;
}
