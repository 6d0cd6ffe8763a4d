import { and, desc, eq, inArray, isNotNull, ne, or } from "drizzle-orm";
import { rupees } from "#contract/money.ts";
import { counted } from "#contract/text.ts";
import { shopDateTime } from "#contract/time.ts";
import { type Command, command, CommandRefused } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import { findingRemedy, markFindingsSeen, unseenFindings } from "./findings.ts";
import { neverOpened, unopenedRemedy, unopenedText } from "./never-opened.ts";
import { paymentOf } from "./open-payment.ts";
import { isAboutRefund, isOther, type OtherNews, type ProviderNews } from "./provider.ts";
import { retryRefund } from "./retry-refund.ts";
import { payment, paymentEvent, type PaymentRow, refund, type RefundRow } from "./tables.ts";
import { watchLateMoney, watchPayments } from "./watch-payments.ts";
import { watchRefunds } from "./watch-refunds.ts";

const orderId = { name: "orderId", summary: "the order, e.g. TRV-7K3M9Q" } as const;

const reconcile = command({
  noun: "payments",
  verb: "reconcile",
  summary: "Asks the provider about everything open now, and shows what needs your eye.",
  args: [],
  options: {},
  examples: ["payments reconcile"],
  run: async (context) => {
    let asked = 0;
    const unanswered: string[] = [];
    for (const watch of [watchPayments, watchLateMoney, watchRefunds]) {
      const round = await watch(context);
      asked += round.asked;
      unanswered.push(...round.unanswered);
    }
    const rows = await needingAnEye(context);
    const isFine = unanswered.length === 0 && rows.every((row) => row.at(-1) === ON_ITS_WAY);
    return {
      columns: ["Order", "Payment", "Amount", "Refund", "Goes back", "What is wrong", "What to do"],
      rows,
      message: [
        `Asked about ${counted(asked, "payment")}.`,
        unanswered.length > 0 &&
          `No answer about ${unanswered.length} (${unanswered.join(", ")}): the shop asks again by itself; if it stays so, see the log.`,
        isFine && rows.length === 0 && "Nothing needs your eye.",
      ]
        .filter(Boolean)
        .join(" "),
      ...(!isFine && { attention: true as const }),
    };
  },
});

const events = command({
  noun: "payments",
  verb: "events",
  summary: "Everything the provider told about one order, as it came.",
  args: [orderId],
  options: {},
  examples: ["payments events TRV-7K3M9Q"],
  run: async (context, { args }) => {
    const given = (args["orderId"] ?? "").trim().toUpperCase();
    const found = await paymentOf(context.db, given);
    if (!found) throw new CommandRefused(`There is no payment of an order ${given}.`);
    const told = await context.db
      .select()
      .from(paymentEvent)
      .where(
        and(
          eq(paymentEvent.provider, found.provider ?? ""),
          eq(paymentEvent.sessionId, found.sessionId ?? ""),
        ),
      )
      .orderBy(paymentEvent.receivedAt, paymentEvent.id);
    return {
      title: `${given}: ${found.status}, ${rupees(found.amount)}`,
      columns: ["Received", "About", "News", "Amount", "What came of it"],
      rows: told.map(({ news, receivedAt, outcome }) => [
        shopDateTime(receivedAt),
        ...tellNews(news),
        outcome ?? "waits",
      ]),
      message: told.length === 0 ? "The provider told nothing by itself." : "",
      data: { payment: found, events: told },
    };
  },
});

const retry = command({
  noun: "payments",
  verb: "retry-refund",
  summary: "Has the provider try a refund again that failed.",
  args: [orderId],
  options: {},
  examples: ["payments retry-refund TRV-7K3M9Q"],
  run: async (context, { args }) => {
    const given = (args["orderId"] ?? "").trim().toUpperCase();
    if (!(await retryRefund(context, given))) throw new CommandRefused(`No refund of ${given} has failed.`);
    return { message: `The refund of ${given} is on its way to the provider again.` };
  },
});

const seen = command({
  noun: "payments",
  verb: "seen",
  summary: "Takes a payment off the list of those that need your eye, once you have looked into it.",
  args: [orderId],
  options: {},
  examples: ["payments seen TRV-7K3M9Q"],
  run: async (context, { args }) => {
    const { db, now } = context;
    const given = (args["orderId"] ?? "").trim().toUpperCase();
    const cleared = await db
      .update(payment)
      .set({ flag: null, updatedAt: now() })
      .where(and(eq(payment.orderId, given), isNotNull(payment.flag)))
      .returning({ id: payment.id });
    const found = await markFindingsSeen(context, given);
    if (cleared.length + found === 0)
      throw new CommandRefused(`Nothing is wrong with a payment of ${given}.`);
    return {
      message: `The payment of ${given} is off the list. What the provider told stays: payments events.`,
    };
  },
});

/** The operator's hands on payments. */
export const paymentCommands: Command[] = [reconcile, events, retry, seen];

function tellNews(news: ProviderNews | OtherNews): [about: string, news: string, amount: string] {
  if (isOther(news)) return ["something else", news.event, ""];
  return [isAboutRefund(news) ? "refund" : "payment", news.fact ?? "", rupees(news.amountPaise)];
}

async function needingAnEye(context: Context) {
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

const ON_ITS_WAY = "nothing: it is on its way";

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
