import { and, desc, eq, inArray, isNotNull, ne, or } from "drizzle-orm";
import { rupees } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import { findingRemedy, unseenFindings } from "./findings.ts";
import { neverOpened, unopenedRemedy, unopenedText } from "./never-opened.ts";
import { payment, type PaymentRow, refund, type RefundRow } from "./tables.ts";

export async function needingAnEye(context: Context) {
  const rows = await context.db
    .select({ payment, refund })
    .from(payment)
    .leftJoin(refund, and(eq(refund.orderId, payment.orderId), ne(refund.status, "Processed")))
    .where(or(isNotNull(payment.flag), isNotNull(refund.id)))
    .orderBy(desc(payment.updatedAt));
  const findings = await unseenFindings(context);
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
    ...rows.map((row) => lineOf(row.payment, row.refund, row.payment.flag ?? "", remedyOf(row))),
    ...findings.map((finding) =>
      lineOf(about.get(finding.orderId), null, finding.what, findingRemedy(finding), finding.orderId),
    ),
    ...(await neverOpened(context)).map((row) => lineOf(row, null, unopenedText(row), unopenedRemedy(row))),
  ];
}

function lineOf(
  row: PaymentRow | undefined,
  goesBack: RefundRow | null,
  what: string,
  remedy: string,
  orderId = row?.orderId ?? "",
) {
  return [
    orderId,
    row?.status ?? "",
    row ? rupees(row.amount) : "",
    goesBack?.status ?? "",
    goesBack ? rupees(goesBack.amount) : "",
    what,
    remedy,
  ];
}

export const ON_ITS_WAY = "nothing: it is on its way";

function remedyOf({
  payment: { orderId, flag },
  refund: goesBack,
}: {
  payment: PaymentRow;
  refund: RefundRow | null;
}) {
  if (goesBack?.status === "Failed") return `payments retry-refund ${orderId}`;
  return flag === null ? ON_ITS_WAY : `payments events ${orderId}, then payments seen ${orderId}`;
}
