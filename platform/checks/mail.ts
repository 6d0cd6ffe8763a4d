import { resolveMx, resolveTxt } from "node:dns/promises";
import type { Config } from "../config/config.ts";
import { readSenderHost } from "../mail/mail.ts";
import { verifyMailServer } from "../mail/send-mail.ts";
import type { CheckInput, Note } from "./check.ts";
import { type Finding, toFindings } from "./finding.ts";

export async function checkMailServer(
  { config: { smtpUrl, mailFrom } }: { config: Pick<Config, "smtpUrl" | "mailFrom"> },
  note: Note,
): Promise<Finding[]> {
  note(
    smtpUrl ? `the mail server accepts the login, with the sender ${mailFrom}` : "no mail server to check",
  );
  if (smtpUrl === undefined) return [];
  const refused = await verifyMailServer(smtpUrl).then(
    () => null,
    (cause: Error) => cause.message,
  );
  return toFindings([
    [
      refused !== null,
      "SMTP_URL",
      `the mail server refuses the login of the shop: ${refused}`,
      "Correct the address, user and password of the mail server and restart the shop. Then look at the waiting e-mails",
    ],
  ]);
}

const NONE = new Set(["ENODATA", "ENOTFOUND"]);

/** Checks SPF, DMARC and MX records. Without them, mail servers may treat mails as spam, or customers cannot reply. */
export async function checkMailRecords({ config }: CheckInput["outside"]): Promise<Finding[]> {
  if (config.smtpUrl === undefined) return [];
  const host = readSenderHost(config.mailFrom);
  try {
    return checkRecords(host, {
      own: await ignoreMissingRecords(resolveTxt(host)),
      dmarc: await ignoreMissingRecords(resolveTxt(`_dmarc.${host}`)),
      mailServers: (await ignoreMissingRecords(resolveMx(host))).length,
    });
  } catch (cause) {
    const what = `the records of ${host} cannot be looked up: ${(cause as Error).message}`;
    return [{ about: "MAIL_FROM", what, remedy: "Check that this machine's DNS server responds" }];
  }
}

interface MailRecords {
  /** The TXT records of the domain (`own`) and of its subdomain `_dmarc`. Each record is a list of strings. */
  own: readonly (readonly string[])[];
  dmarc: readonly (readonly string[])[];
  mailServers: number;
}

export function checkRecords(host: string, { own, dmarc, mailServers }: MailRecords): Finding[] {
  const has = (records: MailRecords["own"], start: string) =>
    records.some((parts) => parts.join("").toLowerCase().startsWith(start));
  return toFindings([
    [
      !has(own, "v=spf1"),
      "MAIL_FROM",
      `${host} has no SPF record, which lists the servers that may send its e-mails`,
      `Add a TXT record to ${host}: "v=spf1 include:<the value from your mail provider> -all"`,
    ],
    [
      !has(dmarc, "v=dmarc1"),
      "MAIL_FROM",
      `${host} has no DMARC record, which decides what happens to forged e-mails`,
      `Add a TXT record to _dmarc.${host}: "v=DMARC1; p=quarantine; rua=mailto:postmaster@${host}"`,
    ],
    [
      mailServers === 0,
      "MAIL_FROM",
      `${host} receives no e-mail (no MX record), so customers cannot reply to the shop's e-mails`,
      `Add the MX record of your mail provider to ${host}, or use another MAIL_FROM`,
    ],
  ]);
}

const ignoreMissingRecords = <Records>(asking: Promise<Records[]>): Promise<Records[]> =>
  asking.catch((cause: NodeJS.ErrnoException) => {
    if (NONE.has(cause.code ?? "")) return [];
    throw cause;
  });
