import { and, eq, isNotNull } from "drizzle-orm";
import { formatCount } from "#contract/text.ts";
import { type Command, defineCommand, CommandRefused } from "#platform/operator/command.ts";
import { markFindingsSeen } from "./findings.ts";
import { payment } from "./tables.ts";
import { watchLateMoney, watchPayments } from "./watch-payments.ts";
import { watchRefunds } from "./watch-refunds.ts";
import { events, retry } from "./webhook-commands.ts";
import { listPaymentsToCheck, ON_ITS_WAY } from "./payments-to-check.ts";
import { orderId } from "./order-argument.ts";

const reconcile = defineCommand({
  noun: "payments",
  verb: "reconcile",
  summary: "Asks the provider about everything open now, and shows what needs your eye.",
  args: [],
  options: {},
  examples: ["payments reconcile"],
  run: async (context) => {
    let checked = 0;
    const unanswered: string[] = [];
    const reasons = new Set<string>();
    for (const watch of [watchPayments, watchLateMoney, watchRefunds]) {
      const round = await watch(context);
      checked += round.checked;
      unanswered.push(...round.unanswered);
      for (const reason of round.reasons) reasons.add(reason);
    }
    const rows = await listPaymentsToCheck(context);
    const isFine = unanswered.length === 0 && rows.every((row) => row.at(-1) === ON_ITS_WAY);
    return {
      columns: ["Order", "Payment", "Amount", "Refund", "Goes back", "What is wrong", "What to do"],
      rows,
      message: [
        `Asked about ${formatCount(checked, "payment")}.`,
        unanswered.length > 0 &&
          `No answer about ${unanswered.length} (${unanswered.join(", ")}): ${[...reasons].join(" ")} The shop asks again by itself; if it stays so, 'check' asks the provider whether your keys and the way to it are right.`,
        isFine && rows.length === 0 && "Nothing needs your eye.",
      ]
        .filter(Boolean)
        .join(" "),
      ...(!isFine && { attention: true as const }),
    };
  },
});

const seen = defineCommand({
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

/** The operator's commands for payments. */
export const paymentCommands: Command[] = [reconcile, events, retry, seen];
