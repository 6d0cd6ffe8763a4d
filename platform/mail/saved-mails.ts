import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../config/config.ts";
import { readIdTime } from "../ids.ts";
import { type Mail, type MailAttachment, buildMessageId, type Post } from "./mail.ts";

export async function findNewestMail(
  config: Pick<Config, "dataDir">,
  to?: string,
): Promise<SavedMail | null> {
  const { value } = await listSavedMails(config, to).next();
  return value ?? null;
}

/** Yields the newest mail first. */
export async function* listSavedMails(
  { dataDir }: Pick<Config, "dataDir">,
  to?: string,
): AsyncGenerator<SavedMail, undefined> {
  const folder = getOutboxFolder(dataDir);
  const names = (await readdir(folder).catch(() => [])).filter((each) => each.endsWith(".eml"));
  for (const name of names.toSorted().toReversed()) {
    const file = path.join(folder, name);
    const mail = parseSavedMail(await readFile(file, "utf8"));
    if (to === undefined || mail.to.toLowerCase() === to.toLowerCase()) yield { file, ...mail };
  }
}

export interface SavedMail {
  file: string;
  to: string;
  replyTo: string;
  subject: string;
  text: string;
}

export const getOutboxFolder = (dataDir: string): string => path.join(dataDir, "outbox");

/** Saves the mail in plain UTF-8, which people and mail programs can read. */
export async function saveAsFile(post: Post, mail: Mail, deliveryId: string): Promise<void> {
  const date = readIdTime(deliveryId);
  const fullText = [
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    `From: ${post.mailFrom}`,
    `To: ${mail.to}`,
    ...(mail.replyTo === undefined ? [] : [`Reply-To: ${mail.replyTo}`]),
    `Subject: ${mail.subject}`,
    `Message-ID: ${buildMessageId(post, deliveryId)}`,
    "MIME-Version: 1.0",
    writeBody(mail, deliveryId),
    "",
  ].join("\n");
  const folder = getOutboxFolder(post.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${date.toISOString().replaceAll(":", "-")}-${deliveryId}.eml`;
  // Write under another name first, so that no reader finds an incomplete mail. A retry replaces the same file.
  const unfinished = path.join(folder, `${deliveryId}.part`);
  await writeFile(unfinished, fullText, { mode: 0o600 });
  await rename(unfinished, path.join(folder, name));
}

function writeBody(mail: Mail, deliveryId: string): string {
  const part = (type: string, body: string) =>
    `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${body}`;
  const { attachments = [] } = mail;
  const inlineImages = attachments.filter(({ contentId }) => contentId !== undefined);
  const attachedFiles = attachments.filter(({ contentId }) => contentId === undefined);
  const alternatives = writeParts("alternative", `part-${deliveryId}`, [
    part("text/plain", mail.text),
    writeWithFiles("related", `shown-${deliveryId}`, part("text/html", mail.html), inlineImages),
  ]);
  return writeWithFiles("mixed", `file-${deliveryId}`, alternatives, attachedFiles);
}

const writeWithFiles = (
  kind: string,
  boundary: string,
  alternatives: string,
  files: readonly MailAttachment[],
): string =>
  files.length === 0
    ? alternatives
    : writeParts(kind, boundary, [alternatives, ...files.map(writeAttachment)]);

const writeParts = (kind: string, boundary: string, parts: readonly string[]): string =>
  [
    `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    "",
    ...parts.map((part) => `--${boundary}\n${part}`),
    `--${boundary}--`,
  ].join("\n");

const writeAttachment = ({ fileName, type, bytes, contentId }: MailAttachment): string =>
  [
    `Content-Type: ${type}; name="${fileName}"`,
    `Content-Disposition: ${contentId === undefined ? "attachment" : "inline"}; filename="${fileName}"`,
    ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
    "Content-Transfer-Encoding: base64",
    "",
    bytes.toString("base64").replaceAll(/.{76}/g, "$&\n"),
  ].join("\n");

function parseSavedMail(fullText: string): Omit<SavedMail, "file"> {
  // Search only the headers, because the text may contain lines that look like headers.
  const [head = ""] = fullText.split("\n\n", 1);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(head)?.[1] ?? "";
  const boundary = /multipart\/alternative; boundary="([^"]+)"/.exec(fullText)?.[1] ?? "";
  const [, firstPart = ""] = fullText.split(`--${boundary}\n`);
  return {
    to: header("To"),
    replyTo: header("Reply-To"),
    subject: header("Subject"),
    text: firstPart.slice(firstPart.indexOf("\n\n") + 2).trim(),
  };
}
