import { type Command, command, CommandRefused } from "#platform/command.ts";
import { newestMail } from "#platform/mail.ts";

const last = command({
  noun: "mail",
  verb: "last",
  summary: "The newest mail that no mail server took: who it is for and what it says.",
  args: [],
  options: {},
  examples: ["mail last"],
  async run({ config }) {
    if (config.smtpUrl !== undefined) {
      throw new CommandRefused(
        "Mails go out by SMTP_URL; none is kept here. Look into the mail server's log.",
      );
    }
    const mail = await newestMail(config);
    if (!mail) throw new CommandRefused("No mail has been written yet.");
    const { to, subject, file, text } = mail;
    return { facts: { to, subject, file }, words: text, data: mail };
  },
});

export const mailCommands: Command[] = [last];
