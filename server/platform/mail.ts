import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type Transporter } from "nodemailer";
import type { Config } from "./config.ts";
import { madeAt } from "./ids.ts";

/** One mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

type Post = Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">;

/**
 * Sends a mail, or without SMTP puts it in the outbox folder as a file. `deliveryId` is that of the outbox: it becomes
 * the Message-ID, so a mail that had to be sent twice is recognised, and as a file it is written once.
 * @throws Error for an address or subject that could smuggle in another recipient or header.
 */
export async function sendMail(post: Post, mail: Mail, deliveryId: string): Promise<void> {
  if (!ONE_ADDRESS.test(mail.to)) throw new Error("A mail goes to exactly one plain address.");
  if (BREAKS_A_LINE.test(mail.subject)) throw new Error("The subject of a mail is one line.");
  if (post.smtpUrl === undefined) return keepAsFile(post, mail, deliveryId);
  await transportOf(post.smtpUrl).sendMail({
    from: post.mailFrom,
    // As an object it is never read as a list of addresses.
    to: { name: "", address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: madeAt(deliveryId),
    messageId: messageId(post, deliveryId),
    headers: { "Auto-Submitted": "auto-generated" },
  });
}

/** The newest mail kept as a file: its headers and words, without the HTML. Null when there is none. */
export async function newestMail({ dataDir }: Pick<Config, "dataDir">): Promise<KeptMail | null> {
  const folder = outboxFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  const name = names
    .filter((each) => each.endsWith(".eml"))
    .toSorted()
    .at(-1);
  if (name === undefined) return null;
  const file = path.join(folder, name);
  return { file, ...read(await readFile(file, "utf8")) };
}

export interface KeptMail {
  file: string;
  to: string;
  subject: string;
  text: string;
}

/** Where mails lie that no mail server took. */
export const outboxFolder = (dataDir: string): string => path.join(dataDir, "outbox");

/** A local part without quotes, and a host: nothing that separates addresses or ends a header. */
const ONE_ADDRESS = /^[^\s@<>(),;:\\"[\]\u0000-\u001F\u007F]+@[^\s@<>(),;:\\"[\]\u0000-\u001F\u007F]+$/;
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
async function keepAsFile(post: Post, mail: Mail, deliveryId: string): Promise<void> {
  const boundary = `part-${deliveryId}`;
  const part = (type: string, body: string) =>
    `--${boundary}\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${body}\n`;
  const date = madeAt(deliveryId);
  const whole = [
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    `From: ${post.mailFrom}`,
    `To: ${mail.to}`,
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
  await writeFile(path.join(folder, name), whole, { mode: 0o600 });
}

function read(whole: string): Omit<KeptMail, "file"> {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(whole)?.[1] ?? "";
  const boundary = /boundary="([^"]+)"/.exec(whole)?.[1] ?? "";
  const [, firstPart = ""] = whole.split(`--${boundary}\n`);
  return {
    to: header("To"),
    subject: header("Subject"),
    text: firstPart.slice(firstPart.indexOf("\n\n") + 2).trim(),
  };
}
