import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "./config.ts";
import { readIdTime } from "./ids.ts";
import { type Mail, buildMessageId, type Post } from "./mail.ts";

/** The newest mail saved as a file (to this address): its headers and words, without the HTML. Null when there is none. */
export async function findNewestMail(
  { dataDir }: Pick<Config, "dataDir">,
  to?: string,
): Promise<SavedMail | null> {
  const folder = getOutboxFolder(dataDir);
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
export const getOutboxFolder = (dataDir: string): string => path.join(dataDir, "outbox");

/** A whole mail in plain UTF-8, so that people can read it and mail programs can open it. */
export async function saveAsFile(post: Post, mail: Mail, deliveryId: string): Promise<void> {
  const boundary = `part-${deliveryId}`;
  const part = (type: string, body: string) =>
    `--${boundary}\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${body}\n`;
  const date = readIdTime(deliveryId);
  const whole = [
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    `From: ${post.mailFrom}`,
    `To: ${mail.to}`,
    ...(mail.replyTo === undefined ? [] : [`Reply-To: ${mail.replyTo}`]),
    `Subject: ${mail.subject}`,
    `Message-ID: ${buildMessageId(post, deliveryId)}`,
    "MIME-Version: 1.0",
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    "",
    part("text/plain", mail.text) + part("text/html", mail.html) + `--${boundary}--`,
    "",
  ].join("\n");
  const folder = getOutboxFolder(post.dataDir);
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
