import { and, desc, eq, isNull, asc, like, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { MOST_VALUES } from "#platform/operator/operator-socket.ts";
import type { KnownValue } from "#platform/operator/protocol.ts";
import { formatDateTime } from "#contract/dates.ts";
import { isId } from "#platform/ids.ts";
import { defineLimit, type Command, defineCommand, CommandRefused } from "#platform/operator/command.ts";
import { buildLeaveUrl, deleteSubscriber } from "./newsletter.ts";
import { contactMessage, newsletterSubscriber } from "./tables.ts";

const limit = defineLimit(20);

const listMessages = defineCommand({
  noun: "messages",
  verb: "list",
  reads: true,
  summary: "Messages from the contact form that are not answered yet, newest first.",
  args: [],
  options: {
    all: { summary: "those that are answered too", flag: true },
    limit: limit.option,
  },
  examples: ["messages list", "messages list --all --limit 100", "messages list --json"],
  async run({ db }, { options }) {
    const messages = await db
      .select()
      .from(contactMessage)
      .where(options["all"] ? undefined : isNull(contactMessage.answeredAt))
      .orderBy(desc(contactMessage.receivedAt), desc(contactMessage.id))
      .limit(limit.parse(options["limit"]));
    return {
      columns: ["Id", "Received", "Name", "E-mail", "Message", "Answered"],
      rows: messages.map(({ id, receivedAt, name, email, message, answeredAt }) => [
        id,
        formatDateTime(receivedAt),
        name,
        email,
        message,
        answeredAt && formatDateTime(answeredAt),
      ]),
      message: messages.length === 0 ? "No messages are waiting for an answer." : "",
      data: messages,
    };
  },
});

/** Messages that wait for an answer, newest first. */
export async function listMessageValues({ db }: Context, begin: string): Promise<KnownValue[]> {
  const hasBeginning = like(sql`${contactMessage.id}::text`, `${begin.replaceAll(/[^0-9a-f-]/g, "")}%`);
  const found = await db
    .select()
    .from(contactMessage)
    .where(and(isNull(contactMessage.answeredAt), hasBeginning))
    .orderBy(desc(contactMessage.receivedAt), desc(contactMessage.id))
    .limit(MOST_VALUES);
  return found.map(({ id: value, name, message }) => ({
    value,
    summary: `${name}: ${message.slice(0, 60)}`,
  }));
}

const markAnswered = defineCommand({
  noun: "messages",
  verb: "answered",
  summary: "Mark a message as answered, so that the list no longer shows it.",
  args: [{ name: "id", summary: "the message, as in: messages list", kind: "message" }],
  options: {},
  examples: ["messages answered 0197a1f0-7c3e-7aaa-8f00-0123456789ab"],
  async run({ db, now }, { args: { id = "" } }) {
    const marked = isId(id)
      ? await db
          .update(contactMessage)
          .set({ answeredAt: now() })
          .where(eq(contactMessage.id, id))
          .returning()
      : [];
    const [message] = marked;
    if (!message) throw new CommandRefused(`There is no message "${id}". See: messages list --all`);
    return { facts: { message: id, from: `${message.name} <${message.email}>`, answered: "yes" } };
  },
});

export const listSubscribers = defineCommand({
  noun: "newsletter",
  verb: "list",
  reads: true,
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

const removeSubscriber = defineCommand({
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

/** The operator's commands for messages and the newsletter. */
export const contactCommands: Command[] = [listMessages, markAnswered, listSubscribers, removeSubscriber];
