import type { Config } from "../config/config.ts";

export interface Mail {
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  fileName: string;
  type: string;
  bytes: Buffer;
  /** The id by which the HTML refers to this file (`cid:…`). */
  contentId?: string;
}

export type Post = Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">;

export const buildMessageId = ({ mailFrom }: Post, deliveryId: string): string =>
  `<${deliveryId}@${readSenderHost(mailFrom)}>`;

/** Returns the host of MAIL_FROM, which is an address or `Name <address>`. */
export const readSenderHost = (mailFrom: string): string =>
  /@([^\s@>]+)>?$/.exec(mailFrom)?.[1] ?? "localhost";
