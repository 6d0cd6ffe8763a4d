import { formatCount } from "#contract/text.ts";
import { formatDateTime } from "#contract/dates.ts";
import { defineCommand, CommandRefused } from "#platform/operator/command.ts";
import { retryDeliveries, listPendingDeliveries } from "#platform/outbox/subscriber.ts";
import { mailSubscribers } from "./mail-subscribers.ts";

const names = mailSubscribers.map(({ name }) => name);

/** What the mail server has not taken. */
export const waiting = defineCommand({
  noun: "mail",
  verb: "waiting",
  summary: "Mails that the mail server has not taken so far, or refused for good, and why.",
  args: [],
  options: {},
  examples: ["mail waiting"],
  async run(context) {
    const rows = await listPendingDeliveries(context, names);
    return {
      columns: ["Id", "Mail", "About", "Since", "Tried", "Next try", "What the server said"],
      rows: rows.map(({ id, subscriber, payload, createdAt, attempts, runAt, deadAt, lastError }) => [
        id,
        subscriber.replace(/^notifications\./, ""),
        Object.values(payload as Record<string, unknown>).find((value) => typeof value === "string") ?? "",
        formatDateTime(createdAt),
        attempts,
        deadAt === null ? formatDateTime(runAt) : "never",
        lastError,
      ]),
      message: rows.length === 0 ? "No mail is waiting." : "'mail retry' tries them all again.",
      // The name that `--json` has always had.
      data: rows.map(({ subscriber, ...row }) => ({ ...row, reaction: subscriber })),
    };
  },
});

/** One more attempt, once the address or the mail server is right again. */
export const retry = defineCommand({
  noun: "mail",
  verb: "retry",
  summary: "Tries a waiting mail again now, or all of them.",
  args: [{ name: "id", summary: "the mail, as in: mail waiting", optional: true }],
  options: {},
  examples: ["mail retry", "mail retry 0197a1f0-7c3e-7aaa-8f00-0123456789ab"],
  async run(context, { args: { id } }) {
    const again = await retryDeliveries(context, names, id);
    if (id !== undefined && again === 0)
      throw new CommandRefused(`There is no waiting mail "${id}". See: mail waiting`);
    return { message: again === 0 ? "No mail is waiting." : `Trying ${formatCount(again, "mail")} again.` };
  },
});
