import { type Command, defineCommand, CommandRefused } from "#platform/operator/command.ts";
import { findNewestMail } from "#platform/mail/saved-mails.ts";
import { preview } from "./preview-command.ts";
import { retry, waiting } from "./pending-commands.ts";

const last = defineCommand({
  noun: "mail",
  verb: "last",
  summary: "The newest mail that is kept as a file: who it is for and what it says.",
  args: [],
  options: { to: { summary: "the newest to this address" } },
  examples: ["mail last", "mail last --to asha@example.com"],
  async run({ config }, { options }) {
    if (config.smtpUrl !== undefined) {
      throw new CommandRefused(
        "Mails go out by SMTP_URL; none is kept here. Look into the mail server's log, or at 'mail waiting'.",
      );
    }
    const mail = await findNewestMail(config, options["to"]?.trim());
    if (!mail)
      throw new CommandRefused(
        options["to"] === undefined
          ? "No mail has been written yet."
          : `No mail to ${options["to"]} has been written yet.`,
      );
    const { to, subject, file, text } = mail;
    return { facts: { to, subject, file }, message: text, data: mail };
  },
});

export const mailCommands: Command[] = [last, preview, waiting, retry];
