import type { Config } from "../config/config.ts";

/** A mail to one person. */
export interface Mail {
  to: string;
  /** The Reply-To address. Without it, replies are sent to the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  fileName: string;
  /** The media type of the attachment. */
  type: string;
  bytes: Buffer;
  /** The id by which the HTML refers to this file (`cid:…`). Without an id, the file is an ordinary attachment. */
  contentId?: string;
}

export type Post = Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">;

export const buildMessageId = ({ mailFrom }: Post, deliveryId: string): string =>
  `<${deliveryId}@${readSenderHost(mailFrom)}>`;

/** Returns the domain of MAIL_FROM, which is `Name <address>` or an address. */
export const readSenderHost = (mailFrom: string): string =>
  /@([^\s@>]+)>?$/.exec(mailFrom)?.[1] ?? "localhost";
