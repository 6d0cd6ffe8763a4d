import { resolveMx, resolveTxt } from "node:dns/promises";
import type { Config } from "../config/config.ts";
import type { Finding } from "./finding.ts";
import { readSenderHost } from "../mail/mail.ts";

/** Those of a name that has no such record, or is none. */
const NONE = new Set(["ENODATA", "ENOTFOUND"]);

/** Whether the domain of MAIL_FROM says that the shop's mails are its own; without that they end as spam. */
export async function checkMailRecords({
  smtpUrl,
  mailFrom,
}: Pick<Config, "smtpUrl" | "mailFrom">): Promise<Finding[]> {
  if (smtpUrl === undefined) return [];
  const host = readSenderHost(mailFrom);
  try {
    return describeMailRecords(host, {
      own: await lookUp(resolveTxt(host)),
      dmarc: await lookUp(resolveTxt(`_dmarc.${host}`)),
      mailServers: (await lookUp(resolveMx(host))).length,
    });
  } catch (cause) {
    const what = `the records of ${host} cannot be looked up: ${(cause as Error).message}`;
    return [{ about: "MAIL_FROM", what, remedy: "See whether this machine asks a name server that answers" }];
  }
}

interface MailRecords {
  /** TXT records of the domain, and of its `_dmarc`, each in its parts. */
  own: readonly (readonly string[])[];
  dmarc: readonly (readonly string[])[];
  mailServers: number;
}

/** What the records of a sender's domain lack. */
export function describeMailRecords(host: string, { own, dmarc, mailServers }: MailRecords): Finding[] {
  const has = (records: MailRecords["own"], start: string) =>
    records.some((parts) => parts.join("").toLowerCase().startsWith(start));
  const findings: [is: boolean, what: string, remedy: string][] = [
    [
      !has(own, "v=spf1"),
      `${host} does not say which servers send its mails (SPF)`,
      `TXT record of ${host}: "v=spf1 include:<as your mail provider names it> -all"`,
    ],
    [
      !has(dmarc, "v=dmarc1"),
      `${host} does not say what becomes of forged mails (DMARC)`,
      `TXT record of _dmarc.${host}: "v=DMARC1; p=quarantine; rua=mailto:postmaster@${host}"`,
    ],
    [
      mailServers === 0,
      `${host} takes no mail (no MX record): nobody can answer the shop's mails`,
      `MX record of ${host}, as your mail provider names it; or another MAIL_FROM`,
    ],
  ];
  return findings.flatMap(([is, what, remedy]) => (is ? [{ about: "MAIL_FROM", what, remedy }] : []));
}

const lookUp = <Records>(asking: Promise<Records[]>): Promise<Records[]> =>
  asking.catch((cause: NodeJS.ErrnoException) => {
    if (NONE.has(cause.code ?? "")) return [];
    throw cause;
  });
