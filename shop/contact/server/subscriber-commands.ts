import { asc } from "drizzle-orm";
import { formatDateTime } from "#contract/dates.ts";
import { defineCommand, CommandRefused } from "#platform/operator/command.ts";
import { buildLeaveUrl } from "./newsletter-page.ts";
import { deleteSubscriber } from "./subscriptions.ts";
import { newsletterSubscriber } from "./tables.ts";

export const listSubscribers = defineCommand({
  noun: "newsletter",
  verb: "list",
  summary:
    "Who wants the newsletter, and since when; with --json also the link by which each leaves, for your mails.",
  args: [],
  options: {},
  examples: ["newsletter list", "newsletter list --json"],
  async run(context) {
    const subscribers = await context.db
      .select()
      .from(newsletterSubscriber)
      .orderBy(asc(newsletterSubscriber.consentedAt));
    return {
      columns: ["E-mail", "Agreed"],
      rows: subscribers.map(({ email, consentedAt }) => [email, formatDateTime(consentedAt)]),
      message: subscribers.length === 0 ? "Nobody has subscribed yet." : "",
      data: subscribers.map(({ email, emailKey, consentedAt }) => ({
        email,
        consentedAt,
        leave: buildLeaveUrl(context, emailKey),
      })),
    };
  },
});

export const removeSubscriber = defineCommand({
  noun: "newsletter",
  verb: "remove",
  summary: "Forget an address that no longer wants the newsletter.",
  args: [{ name: "email", summary: "the address" }],
  options: {},
  confirm: ({ args }) => `Take ${args["email"]} off the newsletter for good?`,
  examples: ["newsletter remove asha@example.com"],
  async run({ db }, { args: { email = "" } }) {
    const removed = await deleteSubscriber(db, email.trim());
    if (!removed) throw new CommandRefused(`"${email}" is not on the list. See: newsletter list`);
    return { facts: { removed: email } };
  },
});
