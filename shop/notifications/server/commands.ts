import * as v from "valibot";
import {
  defineCommand,
  CommandRefused,
  type Command,
  type CommandInput,
  defineJobs,
} from "#platform/operator/command.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import { toTable } from "#platform/operator/result-table.ts";
import type { Context } from "#platform/context.ts";
import { listNewestProducts } from "#shop/catalogue/server/index.ts";
import { getOwnRules } from "#shop/policies/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { getOrder } from "#shop/orders/server/index.ts";
import { isWordedMail, mailFields } from "#shop/texts/mail-fields.ts";
import { listMailFields, type MailContent } from "./mail.ts";
import { applyOwnWording } from "./define-mail.ts";
import { isOrderMail, mailKinds, mailSubscribers, writeOrderMail, writeSampleMail } from "./mail-list.ts";
import { findOrderMailInput } from "./order-mail.ts";
import { renderMail } from "./render-mail.ts";
import { getMailFrom, getOwnerMailbox, getSender } from "./sender.ts";
import { generateUuid } from "#platform/ids.ts";
import { sendMail } from "#platform/mail/send-mail.ts";
import { formatCount } from "#contract/text.ts";
import { formatDateTime } from "#contract/dates.ts";
import { retryDeliveries, listPendingDeliveries } from "#platform/outbox/subscriber.ts";
import { findNewestMail } from "#platform/mail/saved-mails.ts";
import { mailPreview, mailWaiting } from "../command-results.ts";

const names = mailSubscribers.map(({ name }) => name);

export const mailCommand: Command = defineCommand({
  ...mailWaiting,
  data: v.union([mailWaiting.data, mailPreview.data]),
  preview: "rehearse",
  summary:
    "Lists the e-mails that are not sent yet, with the reason; or retries or previews e-mails, or sends a test.",
  args: [
    {
      name: "kind",
      summary: "the e-mail to preview, or to send to yourself as a test",
      optional: true,
      choices: mailKinds.map(({ kind }) => kind),
    },
  ],
  options: {
    retry: { summary: "the id of the e-mail to send again now, or all" },
    kinds: { summary: "list all e-mails, and when each is sent", flag: true },
    order: {
      summary: "for a preview: the order in the e-mail, e.g. TRV-7K3M9Q; by default a sample",
      kind: "order",
    },
    words: {
      summary: "for a preview: show the text with its fields, so that you can copy and change it",
      flag: true,
    },
    last: { summary: "show the newest e-mail of the shop, if its e-mails are kept as files", flag: true },
    to: { summary: "the newest e-mail to this address", personal: true },
    test: {
      summary: "send a test e-mail, or a sample of the chosen one, to the owner's mailbox now",
      flag: true,
    },
  },
  examples: [
    "mail --retry 0197a1f0-7c3e-7aaa-8f00-0123456789ab",
    "mail order-dispatched --order TRV-7K3M9Q",
    "mail --last --to asha@example.com",
    "mail order-paid --test",
  ],
  ...defineJobs(null, {
    "": { run: listWaiting },
    kind: {
      uses: ["order", "words"],
      async run(context, input) {
        const { args, options } = input;
        const kind = args["kind"] ?? "";
        if (options["words"]) {
          refuseOthers(input, "words", ["kind"]);
          return showWords(context, kind);
        }
        const content = applyOwnWording(context, kind, await writeMail(context, kind, options["order"]));
        const mail = renderMail(content, getSender(context));
        const { subject, text } = mail;
        return { facts: { subject }, message: text, data: { kind, ...mail } };
      },
    },
    kinds: {
      async run(context) {
        const sampleFacts = await readSampleFacts(context);
        return {
          ...toTable(mailKinds, ["kind", "when"], { when: "Written when" }),
          data: mailKinds.map(({ kind, when }) => ({
            kind,
            when,
            ...(isWordedMail(kind) && { source: toMarkdown(writeSampleMail(kind, sampleFacts)) }),
          })),
        };
      },
    },
    last: {
      uses: ["to"],
      run: (context, { options: { to } }) => showLast(context, to?.trim()),
    },
    retry: { run: (context, { options: { retry = "" } }) => retryMails(context, retry) },
    test: { uses: ["kind"], run: sendTestMail },
  }),
  reads: { unless: ["retry", "test"] },
});

const readSampleFacts = async (context: Context) => ({
  products: await listNewestProducts(context, 2),
  seller: findSeller(context),
  rules: getOwnRules(context),
  deskUrl: context.config.deskUrl,
  now: context.now(),
});

async function writeMail(context: Context, kind: string, orderId: string | undefined): Promise<MailContent> {
  if (orderId === undefined) return writeSampleMail(kind, await readSampleFacts(context));
  if (!isOrderMail(kind))
    throw new CommandRefused(`The e-mail ${kind} is not about an order. Leave the order empty.`);
  const mailData = await findOrderMailInput(context, (await getOrder(context.db, orderId)).orderId);
  if (!mailData) throw new CommandRefused(`${orderId} has just been deleted.`);
  const content = writeOrderMail(kind, mailData);
  if (content) return content;
  const { orderStatus, paymentStatus } = mailData.order;
  throw new CommandRefused(
    `The e-mail ${kind} does not apply to ${mailData.order.orderId} now (${orderStatus}, payment ${paymentStatus}). Leave the order empty to see a sample.`,
  );
}

async function showWords(context: Context, kind: string) {
  if (!isWordedMail(kind))
    throw new CommandRefused(
      `You cannot write your own text for the e-mail "${kind}". Choose one of: ${Object.keys(mailFields).join(", ")}.`,
    );
  const mail = await writeMail(context, kind, undefined);
  const source = toMarkdown(mail);
  const samples = listMailFields(mail);
  const fields = mailFields[kind].map((field) => `{{${field}}}`).join(" ");
  return {
    message: `${source}\n\n${fields ? `This text can contain the fields ${fields} and` : "This text can contain"} the fields of all texts. To change the e-mail, edit this text, then enter it as the text mails/${kind}.`,
    data: {
      kind,
      source,
      fields: Object.fromEntries(mailFields[kind].map((field) => [field, samples[field] ?? ""])),
    },
  };
}

/** Returns the mail's subject, heading and paragraphs as Markdown. Fields such as `{{order}}` replace the values. */
function toMarkdown(mail: MailContent): string {
  const values = Object.entries(listMailFields(mail)).toSorted(
    ([, first], [, other]) => other.length - first.length,
  );
  const { subject, heading, paragraphs } = mail;
  return values.reduce(
    (result, [field, value]) => result.replaceAll(toPattern(value), `{{${field}}}`),
    [`# ${subject}`, `## ${heading}`, ...paragraphs].join("\n\n"),
  );
}

/** A space in the value matches any white space, because a line break may split the value. */
const toPattern = (value: string): RegExp =>
  new RegExp(value.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "\\s+"), "g");

async function listWaiting(context: Context) {
  const rows = await listPendingDeliveries(context, names);
  return {
    columns: ["Id", "E-mail", "About", "Since", "Tried", "Next try", "Server response"],
    rows: rows.map(({ id, subscriber, payload, createdAt, attempts, runAt, deadAt, lastError }) => [
      id,
      subscriber.replace(/^notifications\./, ""),
      Object.values(payload as Record<string, unknown>).find((value) => typeof value === "string") ?? "",
      formatDateTime(createdAt),
      attempts,
      deadAt === null ? formatDateTime(runAt) : "never",
      lastError,
    ]),
    message:
      rows.length === 0
        ? "There are no waiting e-mails."
        : "You can send one of these e-mails again, or all of them.",
    data: rows,
  };
}

async function retryMails(context: Context, retry: string) {
  const retried = await retryDeliveries(context, names, retry === "all" ? undefined : retry);
  if (retry !== "all" && retried === 0)
    throw new CommandRefused(
      `There is no waiting e-mail "${retry}". Check its id in the list of waiting e-mails.`,
    );
  return {
    message:
      retried === 0
        ? "There are no waiting e-mails."
        : `${formatCount(retried, "e-mail")} will be sent again now.`,
  };
}

async function showLast({ config }: Context, to: string | undefined) {
  if (config.smtpUrl !== undefined)
    throw new CommandRefused(
      "E-mails are sent by your mail server (SMTP_URL), so none is kept here. Look in the mail server's log or in the list of waiting e-mails.",
    );
  const mail = await findNewestMail(config, to);
  if (!mail)
    throw new CommandRefused(
      to === undefined ? "No e-mail has been written yet." : `No e-mail to ${to} has been written yet.`,
    );
  const { subject, file, text } = mail;
  return { facts: { to: mail.to, subject, file }, message: text, data: mail };
}

async function sendTestMail(context: Context, { args: { kind } }: CommandInput) {
  const to = getOwnerMailbox(context);
  if (to === null)
    throw new CommandRefused(
      "The shop does not know your e-mail address. Set MAIL_TO, or enter the e-mail address of the seller.",
    );
  if (context.isRehearsal) return { message: `A test e-mail is sent to ${to}.` };
  const sender = getSender(context);
  const content =
    kind === undefined
      ? {
          subject: `A test e-mail from ${sender.tradeName}`,
          preview: "Your shop can send e-mails.",
          heading: "Your shop can send e-mails",
          paragraphs: ["You asked for this test e-mail at the desk of your shop."],
          why: "You're receiving this e-mail because you asked for a test e-mail.",
        }
      : applyOwnWording(context, kind, await writeMail(context, kind, undefined));
  const mail = renderMail(content, sender);
  await sendMail(
    { ...context.config, mailFrom: getMailFrom(context) },
    { to, ...mail },
    generateUuid(),
  ).catch((cause: Error) => {
    throw new CommandRefused(`The mail server did not accept the test e-mail: ${cause.message}`);
  });
  return {
    message:
      context.config.smtpUrl === undefined
        ? `No mail server is set up (SMTP_URL), so e-mails are kept as files. The test e-mail to ${to} is the newest one.`
        : `The mail server accepted a test e-mail to ${to}. Check that it arrives, and that it is not in the spam folder.`,
  };
}
