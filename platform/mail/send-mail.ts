import type { NodemailerError, Transporter } from "nodemailer";
import { NO_MAILBOX } from "#contract/mailbox.ts";
import { defineCount } from "../observe/counts.ts";
import { readIdTime } from "../ids.ts";
import { PermanentFailure } from "../outbox/subscriber.ts";
import { type Mail, buildMessageId, type Post } from "./mail.ts";
import { saveAsFile } from "./saved-mails.ts";

/**
 * Sends a mail, or saves it as a file if no mail server is set. Drops a mail to a placeholder address. The Message-ID
 * contains `deliveryId`, so that a mail program recognises a mail that was sent twice.
 * @throws PermanentFailure if the mail is unsafe, or if the server rejects its recipient or content permanently (5xx).
 * Any other Error is temporary.
 */
export async function sendMail(post: Post, mail: Mail, deliveryId: string): Promise<void> {
  try {
    await hand(post, mail, deliveryId);
    mails.add(post.smtpUrl === undefined ? "saved" : "sent");
  } catch (cause) {
    mails.add(cause instanceof PermanentFailure ? "refused" : "failed");
    throw cause;
  }
}

const mails = defineCount(
  "shop_mails_total",
  "Number of e-mails by outcome: sent, saved (as files), failed (retried), refused.",
  { outcome: ["sent", "saved", "failed", "refused"] },
);

async function hand(post: Post, mail: Mail, deliveryId: string): Promise<void> {
  const { to, replyTo, subject, text, html, attachments = [] } = mail;
  if (to.toLowerCase().endsWith(NO_MAILBOX)) return;
  if (![to, replyTo ?? to].every(isOneAddress))
    throw new PermanentFailure(
      "The recipient and the reply address of an e-mail must each be a single address without a name.",
    );
  if (BREAKS_A_LINE.test(subject)) throw new PermanentFailure("The subject of an e-mail must be one line.");
  if (post.smtpUrl === undefined) return saveAsFile(post, mail, deliveryId);
  const transport = await openTransport(post.smtpUrl);
  const sending = transport.sendMail({
    from: post.mailFrom,
    // Pass an object, because a string would be parsed as a list of addresses.
    to: { name: "", address: to },
    ...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
    subject,
    text,
    html,
    attachments: attachments.map(({ fileName, type, bytes, contentId }) => ({
      filename: fileName,
      contentType: type,
      content: bytes,
      ...(contentId !== undefined && { cid: contentId }),
    })),
    date: readIdTime(deliveryId),
    messageId: buildMessageId(post, deliveryId),
    headers: { "Auto-Submitted": "auto-generated" },
  });
  await limitTime(ALL_IN_ALL_MS, sending).catch((cause: NodemailerError) => {
    const isThisMail = cause.command === "RCPT TO" || cause.command === "DATA";
    if (cause.permanent && isThisMail) throw new PermanentFailure(cause.message, { cause });
    throw cause;
  });
}

export async function verifyMailServer(url: string): Promise<void> {
  const transport = await openTransport(url);
  await limitTime(VERIFIED_WITHIN_MS, transport.verify());
}

const VERIFIED_WITHIN_MS = 12_000;

const ALL_IN_ALL_MS = 45_000;

async function limitTime(ms: number, promise: Promise<unknown>): Promise<void> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const clock = setTimeout(() => reject(new Error("The mail server did not answer in time.")), ms);
  await Promise.race([promise, timeout]).finally(() => clearTimeout(clock));
}

const ONE_ADDRESS = /^[^\s@<>(),;:\\"[\]\u0000-\u001F\u007F]+@[^\s@<>(),;:\\"[\]\u0000-\u001F\u007F]+$/;

/** True if the text is a single address. With several addresses, the mail would have several recipients. */
export const isOneAddress = (text: string): boolean => ONE_ADDRESS.test(text);

const BREAKS_A_LINE = /[\u0000-\u001F\u007F\u2028\u2029]/;

const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

const transports = new Map<string, Transporter>();

async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  const existing = transports.get(url);
  if (existing) return existing;
  const transport = createTransport({
    url,
    ...SMTP_TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transports.set(url, transport);
  return transport;
}
