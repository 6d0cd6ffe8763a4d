import { type Condition, type Finding, toFindings } from "./finding.ts";
import type { Given, Note } from "./check.ts";

/** Finds settings that are good for trying the shop out, not for selling. */
export async function checkSettings(
  { config }: Pick<Given["settings"], "config">,
  note: Note,
): Promise<Finding[]> {
  const { profile, testPayments, smtpUrl, mailFrom, mailTo, publicUrl, razorpay, backupRecipient } = config;
  note(`profile ${profile}, ${publicUrl}`);
  const set = (holds: boolean, name: string, what: string): Condition => [
    holds,
    name,
    what,
    `Set ${name}, see .env.example`,
  ];
  return toFindings([
    set(profile === "demo", "SHOP_PROFILE", "the shop runs as a demonstration"),
    set(testPayments, "TEST_PAYMENTS", "anybody can pay with test cards: no money comes in"),
    set(
      razorpay?.testMode === true,
      "RAZORPAY_KEY_ID",
      "the keys of Razorpay are test keys: no money comes in",
    ),
    [
      profile !== "demo" && backupRecipient === undefined,
      "BACKUP_RECIPIENT",
      "backups are not encrypted: anyone who finds one can read your customers' names, addresses and orders",
      "backup key <file on a disk that the shop does not need>, then set BACKUP_RECIPIENT as it says",
    ],
    set(smtpUrl === undefined, "SMTP_URL", "mails are only written to files"),
    set(mailFrom.includes("@localhost"), "MAIL_FROM", "customers cannot answer the shop's mails"),
    set(
      profile !== "demo" && mailTo === undefined,
      "MAIL_TO",
      "messages and orders that need you are mailed to the address in seller.json; while that is a sample, to nobody",
    ),
    set(
      !publicUrl.startsWith("https:"),
      "PUBLIC_URL",
      `customers come over ${publicUrl}, which is not encrypted`,
    ),
  ]);
}
