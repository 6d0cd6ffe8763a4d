import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type NodemailerError, type Transporter } from "nodemailer";
import type { Config } from "./config.ts";
import { madeAt } from "./ids.ts";
import { PermanentFailure } from "./subscriber.ts";

/** One mail to one person. */
export interface Mail {
  to: string;
  /** Who gets the answer, if not the sender: one plain address. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}

type Post = Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">;

/**
 * Sends a mail, or without SMTP puts it in the outbox folder as a file. `deliveryId` is that of the outbox: it becomes
 * the Message-ID, so a mail that had to be sent twice is recognised, and as a file it is written once.
 * @throws RefusedForGood for an address or subject that could smuggle in another recipient or header, and when the
 * mail server refuses this recipient or these words for ever (5xx); any other Error is worth another try.
 */
export async function sendMail(post: Post, mail: Mail, deliveryId: string): Promise<void> {
  const { to, replyTo, subject, text, html } = mail;
  if (![to, replyTo ?? to].every(isOneAddress))
    throw new PermanentFailure("A mail goes to exactly one plain address.");
  if (BREAKS_A_LINE.test(subject)) throw new PermanentFailure("The subject of a mail is one line.");
  if (post.smtpUrl === undefined) return saveAsFile(post, mail, deliveryId);
  const sending = transportOf(post.smtpUrl).sendMail({
    from: post.mailFrom,
    // As an object it is never read as a list of addresses.
    to: { name: "", address: to },
    ...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
    subject,
    text,
    html,
    date: madeAt(deliveryId),
    messageId: messageId(post, deliveryId),
    headers: { "Auto-Submitted": "auto-generated" },
  });
  await within(ALL_IN_ALL_MS, sending).catch((cause: NodemailerError) => {
    const isThisMail = cause.command === "RCPT TO" || cause.command === "DATA";
    if (cause.permanent && isThisMail) throw new PermanentFailure(cause.message, { cause });
    throw cause;
  });
}

/** Before the outbox takes the delivery for dead and gives it to someone else. */
const ALL_IN_ALL_MS = 45_000;

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let clock: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    clock = setTimeout(() => reject(new Error("The mail server takes too long.")), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(clock));
}

/** The newest mail kept as a file (to this address): its headers and words, without the HTML. Null when there is none. */
export async function newestMail(
  { dataDir }: Pick<Config, "dataDir">,
  to?: string,
): Promise<SavedMail | null> {
  const folder = outboxFolder(dataDir);
  const names = (await readdir(folder).catch(() => [])).filter((each) => each.endsWith(".eml"));
  for (const name of names.toSorted().toReversed()) {
    const file = path.join(folder, name);
    const mail = read(await readFile(file, "utf8"));
    if (to === undefined || mail.to.toLowerCase() === to.toLowerCase()) return { file, ...mail };
  }
  return null;
}

export interface SavedMail {
  file: string;
  to: string;
  /** Empty when answers go to the sender. */
  replyTo: string;
  subject: string;
  text: string;
}

/** Where mails lie that no mail server took. */
export const outboxFolder = (dataDir: string): string => path.join(dataDir, "outbox");

/** A local part without quotes, and a host: nothing that separates addresses or ends a header. */
const ONE_ADDRESS = /^[^\s@<>(),;:\\"[\]\u0000-\u001F\u007F]+@[^\s@<>(),;:\\"[\]\u0000-\u001F\u007F]+$/;
/** Whether mails can be sent to this address, and nowhere else by it. */
export const isOneAddress = (text: string): boolean => ONE_ADDRESS.test(text);

const BREAKS_A_LINE = /[\u0000-\u001F\u007F\u2028\u2029]/;

const SMTP_PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

const transports = new Map<string, Transporter>();

function transportOf(url: string): Transporter {
  const known = transports.get(url);
  if (known) return known;
  const transport = createTransport({
    url,
    ...SMTP_PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transports.set(url, transport);
  return transport;
}

function messageId({ mailFrom }: Post, deliveryId: string): string {
  const [, host = "localhost"] = /@([^\s@>]+)>?$/.exec(mailFrom) ?? [];
  return `<${deliveryId}@${host}>`;
}

/** A whole mail in plain UTF-8, so that people can read it and mail programs can open it. */
async function saveAsFile(post: Post, mail: Mail, deliveryId: string): Promise<void> {
  const boundary = `part-${deliveryId}`;
  const part = (type: string, body: string) =>
    `--${boundary}\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${body}\n`;
  const date = madeAt(deliveryId);
  const whole = [
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    `From: ${post.mailFrom}`,
    `To: ${mail.to}`,
    ...(mail.replyTo === undefined ? [] : [`Reply-To: ${mail.replyTo}`]),
    `Subject: ${mail.subject}`,
    `Message-ID: ${messageId(post, deliveryId)}`,
    "MIME-Version: 1.0",
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    "",
    part("text/plain", mail.text) + part("text/html", mail.html) + `--${boundary}--`,
    "",
  ].join("\n");
  const folder = outboxFolder(post.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // By time, so that the newest is the last of the list.
  const name = `${date.toISOString().replaceAll(":", "-")}-${deliveryId}.eml`;
  // Under another name first: no one ever reads half a mail, and a repetition replaces the same file.
  const unfinished = path.join(folder, `${deliveryId}.part`);
  await writeFile(unfinished, whole, { mode: 0o600 });
  await rename(unfinished, path.join(folder, name));
}

function read(whole: string): Omit<SavedMail, "file"> {
  // Above the first empty line: what people write below may look like a header.
  const [head = ""] = whole.split("\n\n", 1);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(head)?.[1] ?? "";
  const boundary = /boundary="([^"]+)"/.exec(whole)?.[1] ?? "";
  const [, firstPart = ""] = whole.split(`--${boundary}\n`);
  return {
    to: header("To"),
    replyTo: header("Reply-To"),
    subject: header("Subject"),
    text: firstPart.slice(firstPart.indexOf("\n\n") + 2).trim(),
  };
}
