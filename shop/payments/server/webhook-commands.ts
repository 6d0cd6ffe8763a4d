import { and, eq } from "drizzle-orm";
import { formatRupees } from "#contract/money.ts";
import { formatDateTime } from "#contract/dates.ts";
import { defineCommand, CommandRefused } from "#platform/operator/command.ts";
import { findPayment } from "./open-payment.ts";
import { isAboutRefund, isOther, type OtherNews, type ProviderNews } from "./provider-news.ts";
import { retryRefund } from "./retry-refund.ts";
import { paymentEvent } from "./tables.ts";
import { orderId } from "./order-argument.ts";

export const events = defineCommand({
  noun: "payments",
  verb: "events",
  summary: "Everything the provider told about one order, as it came.",
  args: [orderId],
  options: {},
  examples: ["payments events TRV-7K3M9Q"],
  run: async (context, { args }) => {
    const given = (args["orderId"] ?? "").trim().toUpperCase();
    const found = await findPayment(context.db, given);
    if (!found) throw new CommandRefused(`There is no payment of an order ${given}.`);
    const events = await context.db
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
      title: `${given}: ${found.status}, ${formatRupees(found.amount)}`,
      columns: ["Received", "About", "News", "Amount", "What came of it"],
      rows: events.map(({ news, receivedAt, outcome }) => [
        formatDateTime(receivedAt),
        ...describeNews(news),
        outcome ?? "waits",
      ]),
      message: events.length === 0 ? "The provider told nothing by itself." : "",
      data: { payment: found, events },
    };
  },
});

export const retry = defineCommand({
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

function describeNews(news: ProviderNews | OtherNews): [about: string, news: string, amount: string] {
  if (isOther(news)) return ["something else", news.event, ""];
  return [isAboutRefund(news) ? "refund" : "payment", news.fact ?? "", formatRupees(news.amountPaise)];
}
