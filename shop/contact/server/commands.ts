import { and, asc, desc, eq, gte, isNull, like, or, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { MAX_VALUES } from "#platform/operator/operator-socket.ts";
import type { SuggestedValue } from "#platform/operator/protocol.ts";
import { isId } from "#platform/ids.ts";
import {
  requireConfirmation,
  createConfirmation,
  type Command,
  CommandRefused,
  defineCommand,
  defineJobs,
  refuseField,
} from "#platform/operator/command.ts";
import { defineLimit, describeRows } from "#platform/operator/command-values.ts";
import { type Export, readInParts } from "#platform/operator/export-csv.ts";
import { toCsvRow, toTable } from "#platform/operator/result-table.ts";
import { contains, ROWS_AT_ONCE } from "#platform/database/statement.ts";
import { formatCount } from "#contract/text.ts";
import { DAY } from "#contract/time.ts";
import { answerMessage, getReplyDeadline, isFrom } from "./contact-messages.ts";
import { buildUnsubscribeUrl, deleteSubscriber } from "./newsletter.ts";
import { contactMessage, newsletterSubscriber } from "./tables.ts";
import { messagesList, newsletterData } from "../command-results.ts";

const limit = defineLimit(20);

const ID = { name: "id", summary: "the message", kind: "message" } as const;

const messagesCommand = defineCommand({
  ...messagesList,
  summary: "Lists messages that are not answered yet, longest waiting first; or answers one by e-mail.",
  preview: "rehearse",
  args: [
    { ...ID, optional: true },
    { name: "words", summary: "your answer; each line is a paragraph", personal: true, optional: true },
  ],
  options: {
    all: { summary: "list answered messages too, newest first", flag: true },
    from: { summary: "only messages from this e-mail address", kind: "customer", personal: true },
    search: { summary: "only messages with these words in name, e-mail address or text", personal: true },
    limit: limit.option,
    elsewhere: {
      summary: "mark the message as answered, because you answered by phone or e-mail",
      flag: true,
    },
  },
  examples: [
    "messages",
    'messages 0197a1f0-7c3e-7aaa-8f00-0123456789ab "Yes, on both sides. A drop of oil helps."',
    "messages 0197a1f0-7c3e-7aaa-8f00-0123456789ab --elsewhere",
  ],
  ...defineJobs(ID, {
    "": {
      uses: ["all", "from", "search", "limit"],
      async run(context, { options }) {
        const maxRows = limit.parse(options["limit"]);
        const sortedBy = options["all"] ? desc : asc;
        const rows = await context.db
          .select()
          .from(contactMessage)
          .where(
            and(
              options["all"] ? undefined : isNull(contactMessage.answeredAt),
              options["from"] === undefined ? undefined : isFrom(options["from"]),
              options["search"] === undefined ? undefined : hasWords(options["search"]),
            ),
          )
          .orderBy(sortedBy(contactMessage.receivedAt), sortedBy(contactMessage.id))
          .limit(maxRows + 1);
        const now = context.now();
        const messages = rows.slice(0, maxRows).map((message) => ({
          ...message,
          isOverdue: message.answeredAt === null && getReplyDeadline(context, message) < now,
        }));
        return {
          ...toTable(messages, ["id", "receivedAt", "name", "email", "message", "answeredAt"]),
          message: describeRows(rows.length, maxRows, "No messages are waiting for an answer."),
          data: messages,
        };
      },
    },
    id: {
      uses: ["words"],
      async run(context, { args: { id = "", words = "" }, confirmed }) {
        const text = words.trim();
        if (text === "" || text.length > MAX_ANSWER_LENGTH)
          throw refuseField("words", `The answer needs 1 to ${MAX_ANSWER_LENGTH} characters.`);
        const message = await answerMessage(context, id, text, createConfirmation(confirmed, describeAnswer));
        return { message: `Your answer is sent to ${message.name} at ${message.email}.` };
      },
    },
    elsewhere: {
      async run({ db, now }, { args: { id = "" } }) {
        const isChosen = eq(contactMessage.id, id);
        const [message] = isId(id)
          ? await db.update(contactMessage).set({ answeredAt: now() }).where(isChosen).returning()
          : [];
        if (!message)
          throw new CommandRefused(`No message has the id "${id}". Check the id in the list of messages.`);
        return { facts: { message: id, from: `${message.name} <${message.email}>`, answered: "yes" } };
      },
    },
  }),
});

const hasWords = (words: string) =>
  or(
    ...[contactMessage.name, contactMessage.email, contactMessage.message].map((column) =>
      contains(column, words),
    ),
  );

export async function listMessageValues({ db }: Context, prefix: string): Promise<SuggestedValue[]> {
  const hasBeginning = like(sql`${contactMessage.id}::text`, `${prefix.replaceAll(/[^0-9a-f-]/g, "")}%`);
  const rows = await db
    .select()
    .from(contactMessage)
    .where(and(isNull(contactMessage.answeredAt), hasBeginning))
    .orderBy(desc(contactMessage.receivedAt), desc(contactMessage.id))
    .limit(MAX_VALUES);
  return rows.map(({ id: value, name, message }) => ({
    value,
    summary: `${name}: ${message.slice(0, 60)}`,
  }));
}

const MAX_ANSWER_LENGTH = 5_000;

const describeAnswer = ({ name, email }: { name: string; email: string }): string =>
  `Send this answer to ${name} <${email}>? A sent e-mail cannot be undone.`;

const EMAIL = { name: "email", summary: "the e-mail address to remove", personal: true } as const;

export const newsletterCommand = defineCommand({
  ...newsletterData,
  preview: "rehearse",
  summary: "Lists the newsletter's subscribers with the day on which they subscribed, or removes one.",
  args: [{ ...EMAIL, optional: true }],
  options: {
    newest: { summary: "the maximum number of subscribers, newest first", kind: "position" },
    remove: { summary: "delete the address from the newsletter", flag: true },
  },
  examples: ["newsletter", "newsletter --newest 20", "newsletter asha@example.com --remove"],
  ...defineJobs(EMAIL, {
    "": {
      uses: ["newest"],
      async run(context, { options: { newest } }) {
        const { consentedAt: subscribedAt } = newsletterSubscriber;
        const query = context.db.select().from(newsletterSubscriber);
        const monthAgo = new Date(context.now().getTime() - 30 * DAY);
        const total = await context.db.$count(newsletterSubscriber);
        const newInLastMonth = await context.db.$count(newsletterSubscriber, gte(subscribedAt, monthAgo));
        const subscribers =
          newest === undefined
            ? await query.orderBy(asc(subscribedAt), asc(newsletterSubscriber.emailKey))
            : await query
                .orderBy(desc(subscribedAt), asc(newsletterSubscriber.emailKey))
                .limit(Number(newest));
        return {
          ...toTable(subscribers, ["email", "consentedAt"], { consentedAt: "Agreed" }),
          message:
            total === 0
              ? "Nobody has subscribed yet."
              : `${formatCount(total, "subscriber")}, ${newInLastMonth} new in the last 30 days.`,
          data: {
            all: total,
            newInLastMonth,
            subscribers: subscribers.map((subscriber) => describeSubscriber(context, subscriber)),
          },
        };
      },
    },
    remove: {
      async run({ db }, input) {
        const email = (input.args["email"] ?? "").trim();
        requireConfirmation(input, `Delete ${email} from the newsletter?`);
        const removed = await deleteSubscriber(db, email);
        if (!removed)
          throw new CommandRefused(
            `${email} is not subscribed to the newsletter. Check the address in the list of subscribers.`,
          );
        return { facts: { removed: email } };
      },
    },
  }),
});

const describeSubscriber = (
  context: Context,
  { email, emailKey, consentedAt }: typeof newsletterSubscriber.$inferSelect,
) => ({ email, consentedAt, leave: buildUnsubscribeUrl(context, emailKey) });

export const exportSubscribers: Export = {
  name: "newsletter",
  of: "subscriber",
  columns: ["E-mail", "Agreed", "Unsubscribe link"],
  read: (context, period) =>
    readInParts(period, {
      key: newsletterSubscriber.emailKey,
      moment: newsletterSubscriber.consentedAt,
      select: (condition) =>
        context.db
          .select()
          .from(newsletterSubscriber)
          .where(condition)
          .orderBy(asc(newsletterSubscriber.emailKey))
          .limit(ROWS_AT_ONCE),
      getKey: ({ emailKey }) => emailKey,
      toRows: (rows) => rows.map((subscriber) => toCsvRow(describeSubscriber(context, subscriber))),
    }),
};

export const contactCommands: Command[] = [messagesCommand, newsletterCommand];
