import { and, eq, getTableColumns, isNull, lt, or, sql } from "drizzle-orm";
import { formatDateTime } from "#contract/dates.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { MINUTE } from "#contract/time.ts";
import type { Note } from "#platform/checks/check.ts";
import { checkClock, type Finding } from "#platform/checks/finding.ts";
import { toSettingFindings } from "#platform/checks/settings.ts";
import type { Context } from "#platform/context.ts";
import { isByHand, isTooMuchOnline } from "../payment.ts";
import { checkUnsettled } from "./cash.ts";
import { checkUnseen, REFUSED_ACCOUNT_REMEDY } from "./findings.ts";
import { AccountRefused, ProviderUnavailable } from "./provider.ts";
import { createRazorpayPayments } from "./razorpay/payments.ts";
import { payment, type PaymentRow, refund } from "./tables.ts";

export async function checkPayments(context: Context): Promise<Finding[]> {
  const { db } = context;
  const failed = await db
    .select({ ...getTableColumns(refund), method: payment.method })
    .from(refund)
    .innerJoin(payment, eq(payment.orderId, refund.orderId))
    .where(sql`${refund.status} = 'Failed'`)
    .orderBy(refund.createdAt, refund.id);
  return [
    ...(await checkUnseen(context)),
    ...(await checkUnopened(context)),
    ...(await checkUnsettled(context)),
    ...failed.map(({ orderId, amount, failure, method }) => ({
      about: orderId,
      what: `${formatRupeesGrouped(amount)} ${isByHand(method) ? "must be refunded" : "could not be refunded"}${failure ? `: ${failure}` : ""}`,
      remedy: describeRefundRemedy(method),
      screen: deskLinks.form("payments", { orderId, ...(!isByHand(method) && { retry: "on" }) }),
    })),
  ];
}

export const describeRefundRemedy = (method: string | null): string =>
  isByHand(method)
    ? "Send the money to the customer, then enter the reference of your transfer"
    : "Retry the refund";

/** The checkout opens the payment window right after the order, so a longer delay means that something is wrong. */
const OPENING_TIME_MS = 10 * MINUTE;

/**
 * Reports open payments whose window the checkout did not open within `OPENING_TIME_MS`. Unopened mailed links and
 * unconfirmed cash orders are reported after half of the time to pay.
 */
export async function checkUnopened({ db, now }: Pick<Context, "db" | "now">): Promise<Finding[]> {
  const rows = await db
    .select()
    .from(payment)
    .where(
      and(
        sql`${payment.status} in ('Pending', 'Failed')`,
        isNull(payment.sessionId),
        isNull(payment.suspendedAt),
        isNull(payment.agreedAt),
        or(
          and(
            eq(payment.linkMailed, false),
            eq(payment.inCash, false),
            lt(payment.createdAt, new Date(now().getTime() - OPENING_TIME_MS)),
          ),
          and(
            or(and(eq(payment.linkMailed, true), isNull(payment.linkOpenedAt)), eq(payment.inCash, true)),
            sql`${payment.createdAt} + (${payment.expiresAt} - ${payment.createdAt}) / 2 < ${now()}`,
          ),
        ),
      ),
    )
    .orderBy(payment.createdAt, payment.orderId);
  return rows.map((row) => {
    const [what, remedy] = describeUnopened(row);
    return {
      about: row.orderId,
      what: `${what}; the order expires ${formatDateTime(row.expiresAt)}`,
      remedy,
    };
  });
}

function describeUnopened({ amount, linkMailed, inCash }: PaymentRow): [what: string, remedy: string] {
  const sum = formatRupeesGrouped(amount);
  if (inCash)
    return [
      `the customer has not confirmed this cash-on-delivery order of ${sum}`,
      "Call the customer. If they agree, confirm the order for them",
    ];
  if (isTooMuchOnline(amount))
    return [
      `the sum of ${sum} cannot be paid online, and no payment is recorded`,
      "Record the payment when you have the money",
    ];
  if (linkMailed)
    return [
      `the customer has not opened the link to pay ${sum}`,
      "Open the order and send its payment link again, or call the customer",
    ];
  return [
    `the payment window for ${sum} was never opened`,
    "Write to the customer. If this happens to several orders, check the connection to the payment provider",
  ];
}

export const checkPaymentSettings = async ({
  config: { testPayments, razorpay },
}: Pick<Context, "config">): Promise<Finding[]> =>
  toSettingFindings([
    [
      testPayments,
      "TEST_PAYMENTS=off",
      "test payments are on, so anybody can order without paying real money",
    ],
    [
      razorpay?.testMode === true,
      "RAZORPAY_KEY_ID",
      "Razorpay's keys are test keys, so you receive no real money",
    ],
  ]);

export async function checkProvider(
  { config, now }: Pick<Context, "config" | "now">,
  note: Note,
): Promise<Finding[]> {
  note(config.razorpay ? "Razorpay accepts the shop's keys" : "no payment provider to check");
  if (!config.razorpay) return [];
  try {
    const aheadMs = await createRazorpayPayments(config.razorpay, now).probe();
    return aheadMs === null ? [] : checkClock("Razorpay's clock", aheadMs);
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause;
    return [
      {
        about: "RAZORPAY_KEY_ID",
        what: `customers cannot pay online: ${cause.message}`,
        remedy:
          cause instanceof AccountRefused
            ? REFUSED_ACCOUNT_REMEDY
            : "Check whether this machine reaches the internet, and look at Razorpay's status page",
      },
    ];
  }
}
