import { and, eq, desc, sql } from "drizzle-orm";
import * as v from "valibot";
import { defineCommandObject, moment, openObject } from "#contract/command-data.ts";
import { formatDateTime } from "#contract/dates.ts";
import { SHOP_LOCALE } from "#contract/locale.ts";
import { formatRupeesGrouped, type Paise } from "#contract/money.ts";
import { formatCount, joinTexts } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import {
  type Confirmed,
  createConfirmation,
  defineCommand,
  defineJobs,
  CommandRefused,
  UsageError,
} from "#platform/operator/command.ts";
import { parseRequiredText } from "#platform/operator/command-values.ts";
import { checkUnopened, describeRefundRemedy } from "./check-payments.ts";
import { checkUnseen, listFindings, markFindingsSeen } from "./findings.ts";
import { findPayment } from "./payments.ts";
import { isAboutRefund, isOther, type OtherProviderEvent, type ProviderEvent } from "./provider.ts";
import { findRetryRefusal, listRefunds, recordRefundByHand, retryRefund } from "./refunds.ts";
import { payment, paymentEvent, refund } from "./tables.ts";
import { watchLateMoney, watchPayments, watchRefunds } from "./watch-payments.ts";

const orderId = { name: "orderId", summary: "the order, e.g. TRV-7K3M9Q", kind: "order" } as const;

const toOrderId = (value = ""): string => value.trim().toUpperCase();

const orderPayment = defineCommandObject("payments", {
  payment: openObject({ orderId: v.string(), amount: v.number(), status: v.string() }),
  events: v.array(openObject({ receivedAt: moment, outcome: v.nullable(v.string()) })),
});

export const paymentCommand = defineCommand({
  ...orderPayment,
  summary: "Lists payments and refunds that need your attention, or shows and settles those of one order.",
  preview: "rehearse",
  args: [{ ...orderId, optional: true }],
  // The time of the order's newest unseen finding. The option `--seen` is refused if a finding was added after the
  // owner read the list.
  revision: async ({ db }, { args }) =>
    (await listFindings(db, toOrderId(args["orderId"]))).at(-1)?.foundAt.toISOString() ?? null,
  options: {
    reconcile: { summary: "first compare all open payments and refunds with the provider", flag: true },
    seen: { summary: "mark the problem as seen, so that it leaves the list of problems", flag: true },
    retry: { summary: "retry the failed refund at the provider", flag: true },
    "by-hand": {
      summary: 'the reference of your own transfer if you sent a refund yourself, e.g. "UPI 428812345678"',
    },
  },
  examples: [
    "payments --reconcile",
    "payments TRV-7K3M9Q --seen",
    'payments TRV-7K3M9Q --by-hand "UPI 428812345678"',
  ],
  ...defineJobs(orderId, {
    "": {
      uses: ["reconcile"],
      run: (context, { options: { reconcile } }) => listOpen(context, reconcile !== undefined),
    },
    orderId: { run: (context, { args }) => listEvents(context, toOrderId(args["orderId"])) },
    seen: { run: (context, { args }) => markSeen(context, toOrderId(args["orderId"])) },
    retry: { run: (context, { args }) => sendAgain(context, toOrderId(args["orderId"])) },
    "by-hand": {
      run: (context, { args, options, confirmed }) =>
        recordByHand(context, toOrderId(args["orderId"]), options["by-hand"], confirmed),
    },
  }),
  reads: { unless: ["reconcile", "seen", "retry", "by-hand"] },
});

async function listOpen(context: Context, isCompared: boolean) {
  if (isCompared && context.isRehearsal)
    throw new UsageError("Comparing payments may send refunds to the provider, so there is no preview.");
  const rounds = isCompared
    ? [await watchPayments(context), await watchLateMoney(context), await watchRefunds(context)]
    : [];
  const checked = rounds.reduce((sum, round) => sum + round.checked, 0);
  const unanswered = rounds.flatMap((round) => round.unanswered);
  const reasons = new Set(rounds.flatMap((round) => round.reasons));
  const rows = await listPaymentsToCheck(context);
  const isSolved = unanswered.length === 0 && rows.every((row) => row.at(-1) === ON_ITS_WAY);
  return {
    columns: ["Order", "Payment", "Amount", "Refund", "Being refunded", "What is wrong", "What to do"],
    rows,
    message: joinTexts(
      " ",
      isCompared && `${formatCount(checked, "payment")} compared with the provider.`,
      unanswered.length > 0 &&
        `The provider sent no result for ${formatCount(unanswered.length, "payment")} (${unanswered.join(", ")}): ${[...reasons].join(" ")} The shop tries again automatically. If this continues, run the checks of the shop, which test your keys and the connection to the provider.`,
      isSolved && rows.length === 0 && "Nothing needs your attention.",
    ),
    ...(!isSolved && { attention: true as const }),
  };
}

async function listEvents(context: Context, value: string) {
  const payment = await findPayment(context.db, value);
  if (!payment)
    throw new CommandRefused(`There is no payment for the order ${value}. Check the order number.`);
  const events = await context.db
    .select()
    .from(paymentEvent)
    .where(
      and(
        eq(paymentEvent.provider, payment.provider ?? ""),
        eq(paymentEvent.sessionId, payment.sessionId ?? ""),
      ),
    )
    .orderBy(paymentEvent.receivedAt, paymentEvent.id);
  return {
    title: `${value}: ${payment.status}, ${formatRupeesGrouped(payment.amount)}`,
    columns: ["Received", "About", "Event", "Amount", "Result"],
    rows: events.map(({ providerEvent, receivedAt, outcome }) => [
      formatDateTime(receivedAt),
      ...describeEvent(providerEvent),
      outcome ?? "waits",
    ]),
    message: events.length === 0 ? "The provider has sent no events." : "",
    data: { payment, events },
  };
}

async function markSeen(context: Context, value: string) {
  const match = await markFindingsSeen(context, value);
  if (match.length === 0) throw new CommandRefused(describeNoFinding(value));
  return {
    message: [
      `The payment of ${value} is marked as seen.`,
      ...match.map(({ what }) => `The problem was: ${what}.`),
    ].join("\n"),
  };
}

async function sendAgain(context: Context, value: string) {
  if (!(await retryRefund(context, value))) throw new CommandRefused(describeNoFailedRefund(value));
  return { message: `The refund of ${value} is being sent to the provider again.` };
}

async function recordByHand(
  context: Context,
  value: string,
  typed: string | undefined,
  confirmed: Confirmed,
) {
  const reference = parseRequiredText("by-hand", typed, 100);
  // A further refund of the order may have failed since the owner sent the money, so the question lists each amount.
  const confirm = createConfirmation<Paise[]>(confirmed, (amounts) => {
    const list = new Intl.ListFormat(SHOP_LOCALE).format(amounts.map(formatRupeesGrouped));
    const count = amounts.length > 1 ? ` (${amounts.length} refunds)` : "";
    return `Record that you sent ${list}${count} for ${value} yourself, with the reference "${reference}"? A credit note is issued for each refund. This cannot be undone.`;
  });
  const amount = await recordRefundByHand(context, value, reference, confirm);
  if (amount === 0) throw new CommandRefused(describeNoFailedRefund(value));
  return {
    message: `Your own refund of ${formatRupeesGrouped(amount)} for ${value} was recorded, and a credit note was issued.`,
  };
}

const describeNoFinding = (orderId: string): string =>
  `There is no problem with the payment of ${orderId} to mark as seen.`;

const describeNoFailedRefund = (orderId: string): string => `${orderId} has no failed refund.`;

export async function findPaymentRefusals({ db }: Pick<Context, "db">, orderId: string) {
  const [payment, refunds, findings] = await Promise.all([
    findPayment(db, orderId),
    listRefunds(db, orderId),
    listFindings(db, orderId),
  ]);
  const failed = refunds.some(({ status }) => status === "Failed") ? null : describeNoFailedRefund(orderId);
  return {
    "payments --retry": findRetryRefusal(orderId, payment?.method) ?? failed,
    payments: failed,
    "payments --seen": findings.length === 0 ? describeNoFinding(orderId) : null,
  };
}

function describeEvent(
  event: ProviderEvent | OtherProviderEvent,
): [about: string, event: string, amount: string] {
  if (isOther(event)) return ["something else", event.event, ""];
  return [
    isAboutRefund(event) ? "refund" : "payment",
    event.fact ?? "",
    formatRupeesGrouped(event.amountPaise),
  ];
}

// Must equal the condition of the index `refund_unprocessed`, so that the database uses the index.
const isOpen = sql`${refund.status} <> 'Processed'`;

export async function listPaymentsToCheck(context: Context) {
  const rows = await context.db
    .select({ payment, refund })
    .from(payment)
    .innerJoin(refund, and(eq(refund.orderId, payment.orderId), isOpen))
    .orderBy(desc(payment.updatedAt), refund.id);
  const findings = [...(await checkUnseen(context)), ...(await checkUnopened(context))];
  const orderIds = findings.map(({ about }) => about);
  const match = await context.db.select().from(payment).where(isAnyOf(payment.orderId, orderIds));
  const byOrder = new Map(match.map((row) => [row.orderId, row]));
  return [
    ...rows.map(({ payment, refund }) => [
      payment.orderId,
      payment.status,
      formatRupeesGrouped(payment.amount),
      refund.status,
      formatRupeesGrouped(refund.amount),
      refund.failure ? `the refund of ${formatRupeesGrouped(refund.amount)} failed: ${refund.failure}` : "",
      refund.status === "Failed" ? describeRefundRemedy(payment.method) : ON_ITS_WAY,
    ]),
    ...findings.map(({ about, what, remedy }) => {
      const row = byOrder.get(about);
      return [about, row?.status ?? "", row ? formatRupeesGrouped(row.amount) : "", "", "", what, remedy];
    }),
  ];
}

const ON_ITS_WAY = "Nothing: the refund is on its way";
