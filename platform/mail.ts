import type { Config } from "./config.ts";

/** One mail to one person. */
export interface Mail {
  to: string;
  /** Who gets the answer, if not the sender: one plain address. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly MailAttachment[];
}

/** A file that goes along with a mail. */
export interface MailAttachment {
  fileName: string;
  /** Its media type. */
  type: string;
  bytes: Buffer;
}

export type Post = Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">;

export function buildMessageId({ mailFrom }: Post, deliveryId: string): string {
  const [, host = "localhost"] = /@([^\s@>]+)>?$/.exec(mailFrom) ?? [];
  return `<${deliveryId}@${host}>`;
}
