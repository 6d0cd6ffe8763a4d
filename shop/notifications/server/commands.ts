import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  defineCommand,
  CommandRefused,
  type CommandResult,
  type Command,
  FILL_THIS_IN,
  UsageError,
} from "#platform/operator/command.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
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
import { drawTreeRingPicture, renderMail } from "./render-mail.ts";
import { getMailFrom, getOwnerMailbox, getSender } from "./sender.ts";
import { generateUuid } from "#platform/ids.ts";
import { sendMail } from "#platform/mail/send-mail.ts";
import { formatCount } from "#contract/text.ts";
import { formatDateTime } from "#contract/dates.ts";
import { retryDeliveries, listPendingDeliveries } from "#platform/outbox/subscriber.ts";
import { findNewestMail } from "#platform/mail/saved-mails.ts";
import { mailPreview, mailWaiting } from "../command-results.ts";
import type { ReturnedData } from "#contract/command-data.ts";

const previewCommand = defineCommand({
  ...mailPreview,
  reads: true,
  summary:
    "Shows an e-mail for a real order or a sample, without sending it. Without a kind, lists all e-mails.",
  args: [
    {
      name: "kind",
      summary: "which e-mail",
      optional: true,
      choices: mailKinds.map(({ kind }) => kind),
    },
  ],
  options: {
    order: { summary: "the order to show, e.g. TRV-7K3M9Q; by default a sample", kind: "order" },
    words: { summary: "show the text with its fields, as a start for your own text", flag: true },
    html: { summary: "save the HTML in a file, to open it in a browser", flag: true },
    last: {
      summary: "show the newest e-mail of the shop, if its e-mails are kept as files",
      flag: true,
    },
    to: { summary: "with --last: the newest e-mail to this address", personal: true },
  },
  examples: [
    "mail preview",
    "mail preview order-paid",
    "mail preview order-dispatched --order TRV-7K3M9Q --html",
    "mail preview order-paid --words",
    "mail preview --last --to asha@example.com",
  ],
  async run(context, input) {
    const { args, options } = input;
    const kind = args["kind"];
    if (options["last"]) {
      refuseOthers(input, "last", ["to"]);
      return showLast(context, options["to"]?.trim());
    }
    if (options["to"] !== undefined)
      throw new UsageError("An address can only be entered for the newest e-mail.", {
        to: "Leave this empty, or choose the newest e-mail.",
      });
    if (options["words"]) refuseOthers(input, "words", ["kind"]);
    if (kind === undefined) {
      if (Object.values(options).some((value) => value !== undefined))
        throw new UsageError("Choose the e-mail to preview.", { kind: FILL_THIS_IN });
      return {
        columns: ["Kind", "Written when"],
        rows: mailKinds.map((each) => [each.kind, each.when]),
        data: mailKinds.map((each) => ({ kind: each.kind, when: each.when })),
      };
    }
    if (options["words"]) return showWords(context, kind);
    const content = applyOwnWording(context, kind, await writeMail(context, kind, options["order"]));
    const mail = renderMail(content, getSender(context));
    const { subject, text } = mail;
    if (!options["html"]) return { facts: { subject }, message: text, data: { kind, ...mail } };
    const file = await savePreview(context, kind, await inlineRing(content, context));
    return { facts: { subject, file }, data: { kind, file, ...mail } };
  },
});

async function writeMail(context: Context, kind: string, orderId: string | undefined): Promise<MailContent> {
  if (orderId === undefined) {
    const products = await listNewestProducts(context, 2);
    return writeSampleMail(kind, {
      products,
      seller: findSeller(context),
      rules: getOwnRules(context),
      deskUrl: context.config.deskUrl,
      now: context.now(),
    });
  }
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

/** Puts the picture of the tree ring into the HTML, because a browser cannot show the mail's attachment. */
async function inlineRing(content: MailContent, context: Context): Promise<string> {
  const ring = content.treeRing && (await drawTreeRingPicture(content.treeRing));
  const href = ring ? `data:image/png;base64,${ring.toString("base64")}` : null;
  return renderMail(content, getSender(context), href).html;
}

async function savePreview({ config }: Context, kind: string, html: string): Promise<string> {
  const folder = path.join(config.dataDir, "mail-previews");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${kind}.html`);
  await writeFile(file, html, { mode: 0o600 });
  return file;
}

async function showWords(context: Context, kind: string) {
  if (!isWordedMail(kind))
    throw new CommandRefused(
      `You cannot write your own text for the e-mail "${kind}". Choose one of: ${Object.keys(mailFields).join(", ")}.`,
    );
  const source = toMarkdown(await writeMail(context, kind, undefined));
  const fields = mailFields[kind].map((field) => `{{${field}}}`).join(" ");
  return {
    message: `${source}\n\n${fields ? `Fields: ${fields}, and` : "Fields:"} the fields of all texts. Change this text and enter it as the text mails/${kind}.`,
    data: { kind, source, fields: [...mailFields[kind]] },
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

const names = mailSubscribers.map(({ name }) => name);

const mailWaitingCommand = defineCommand({
  ...mailWaiting,
  reads: { unless: ["retry"] },
  preview: "rehearse",
  summary:
    "Lists e-mails that the mail server has not accepted yet or has rejected, with the reason; or retries them.",
  args: [],
  options: { retry: { summary: "send this e-mail again now, by its id, or all" } },
  examples: [
    "mail waiting",
    "mail waiting --retry all",
    "mail waiting --retry 0197a1f0-7c3e-7aaa-8f00-0123456789ab",
  ],
  run: (context, { options: { retry } }) =>
    retry === undefined ? listWaiting(context) : retryMails(context, retry),
});

async function listWaiting(context: Context): Promise<CommandResult<ReturnedData<typeof mailWaiting>>> {
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

const testCommand = defineCommand({
  noun: "mail",
  verb: "test",
  summary: "Sends a test e-mail to the owner's mailbox now and shows the answer of the mail server.",
  args: [],
  options: {},
  examples: ["mail test"],
  async run(context) {
    const to = getOwnerMailbox(context);
    if (to === null)
      throw new CommandRefused(
        "The shop does not know your e-mail address. Set MAIL_TO, or enter the e-mail address of the seller.",
      );
    const sender = getSender(context);
    const mail = renderMail(
      {
        subject: `A test e-mail from ${sender.tradeName}`,
        preview: "Your shop can send e-mails.",
        heading: "Your shop can send e-mails",
        paragraphs: ["You asked for this test e-mail at the desk of your shop."],
        why: "You're receiving this e-mail because you asked for a test e-mail.",
      },
      sender,
    );
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
  },
});

export const mailCommands: Command[] = [previewCommand, mailWaitingCommand, testCommand];
