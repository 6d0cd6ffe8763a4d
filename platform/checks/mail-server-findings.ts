import type { Config } from "../config/config.ts";
import type { Finding } from "./finding.ts";
import { verifyMailServer } from "../mail/send-mail.ts";

/** Whether the mail server takes the shop's name and password; nothing is sent. */
export async function checkMailServer({ smtpUrl }: Pick<Config, "smtpUrl">): Promise<Finding[]> {
  if (smtpUrl === undefined) return [];
  const refused = await verifyMailServer(smtpUrl).then(
    () => null,
    (cause: Error) => cause.message,
  );
  return refused === null
    ? []
    : [
        {
          about: "SMTP_URL",
          what: `the mail server does not let the shop in: ${refused}`,
          remedy:
            "Correct its address, user and password, and start again; mail waiting has what was not sent",
        },
      ];
}
