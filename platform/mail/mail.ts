import type { Config } from "../config/config.ts";

/** One mail to one person. */
export interface Mail {
  to: string;
  /** The Reply-To address if it is not the sender's. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  fileName: string;
  /** Its media type. */
  type: string;
  bytes: Buffer;
  /** The id that the HTML refers to (`cid:…`); without it, the file is shown below the mail. */
  contentId?: string;
}

export type Post = Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">;

export const buildMessageId = ({ mailFrom }: Post, deliveryId: string): string =>
  `<${deliveryId}@${readSenderHost(mailFrom)}>`;

/** The domain in MAIL_FROM, of `Name <address>` or an address. */
export const readSenderHost = (mailFrom: string): string =>
  /@([^\s@>]+)>?$/.exec(mailFrom)?.[1] ?? "localhost";
