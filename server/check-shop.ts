import { formatCount } from "#contract/text.ts";
import { type Command, defineCommand } from "#platform/operator/command.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { checkCertificate } from "#platform/checks/certificate.ts";
import { checkDatabaseClock } from "#platform/checks/clock-findings.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { checkDisk } from "#platform/checks/disk-space.ts";
import { checkProcesses } from "#platform/processes/live-processes.ts";
import { checkMailServer } from "#platform/checks/mail-server-findings.ts";
import { checkOutbox } from "#platform/outbox/outbox-findings.ts";
import { checkPooler } from "#platform/checks/pooler-findings.ts";
import { checkPrivateFiles } from "#platform/storage/private-files.ts";
import { checkSettingFiles } from "#platform/config/setting-files.ts";
import { checkProxies } from "#platform/observe/watch-proxies.ts";
import { checkBackups } from "./backup-findings.ts";
import { checks, probes } from "./features.ts";

const check = defineCommand({
  noun: "check",
  verb: "",
  summary: "Looks over the whole shop and names what needs you; ends with 1 when something does.",
  args: [],
  options: {
    offline: { summary: "ask neither payment provider, mail server nor the public address", flag: true },
  },
  examples: ["check", "check --json", "check --offline"],
  async run(context, { options }) {
    const ofFeatures = await Promise.all(checks.map((check) => check(context)));
    const ofOthers = options["offline"] ? [] : await probeOthers(context);
    const findings = [
      ...checkShopSettings(context.config),
      ...checkProxies(context),
      ...(await checkSettingFiles(context.config.settingFiles)),
      ...(await checkPrivateFiles(context.config.dataDir)),
      ...(await checkDisk(context.config.dataDir)),
      ...(await checkOutbox(context.db, context.now())),
      ...(await checkBackups(context)),
      ...(await checkDatabaseClock(context)),
      ...(await checkPooler(context)),
      ...(await checkProcesses(context)),
      ...ofOthers,
      ...ofFeatures.flat(),
    ];
    return {
      columns: ["about", "what", "what to do"],
      rows: findings.map(({ about, what, remedy }) => [about, what, remedy]),
      message:
        findings.length === 0 ? "Nothing needs you." : `${formatCount(findings.length, "thing")} to see to.`,
      data: findings,
      ...(findings.length > 0 && { attention: true as const }),
    };
  },
});

/** Asks everyone outside whom the shop depends on, all at once. */
async function probeOthers(context: Context): Promise<Finding[]> {
  const { config } = context;
  const found = await Promise.all([
    checkMailServer(config),
    checkCertificate(config.publicUrl, new Date()),
    ...probes.map((probe) => probe(context)),
  ]);
  return found.flat();
}

/** The operator's look over everything at once. */
export const checkCommands: Command[] = [check];

/** Settings that are good for trying the shop out, not for selling. */
export function checkShopSettings({
  profile,
  testPayments,
  smtpUrl,
  mailFrom,
  mailTo,
  publicUrl,
  razorpay,
  backupRecipient,
}: Config): Finding[] {
  const set = (name: string) => `Set ${name}, see .env.example`;
  const found: { is: boolean; about: string; what: string; remedy?: string }[] = [
    { is: profile === "demo", about: "SHOP_PROFILE", what: "the shop runs as a demonstration" },
    { is: testPayments, about: "TEST_PAYMENTS", what: "anybody can pay with test cards: no money comes in" },
    {
      is: razorpay?.testMode === true,
      about: "RAZORPAY_KEY_ID",
      what: "the keys of Razorpay are test keys: no money comes in",
    },
    {
      is: profile !== "demo" && backupRecipient === undefined,
      about: "BACKUP_RECIPIENT",
      what: "backups are not encrypted: whoever finds one reads your customers' names, addresses and orders",
      remedy: "backup key <file on a disk that the shop does not need>, then set BACKUP_RECIPIENT as it says",
    },
    { is: smtpUrl === undefined, about: "SMTP_URL", what: "mails are only written to files" },
    {
      is: mailFrom.includes("@localhost"),
      about: "MAIL_FROM",
      what: "mails come from nobody who can be answered",
    },
    {
      is: profile !== "demo" && mailTo === undefined,
      about: "MAIL_TO",
      what: "messages and orders that need you are mailed to the address in seller.json; while that is a sample, to nobody",
    },
    {
      is: !publicUrl.startsWith("https:"),
      about: "PUBLIC_URL",
      what: `customers come over ${publicUrl}, which nobody protects from being read along`,
    },
  ];
  return found.flatMap(({ is, about, what, remedy }) =>
    is ? [{ about, what, remedy: remedy ?? set(about) }] : [],
  );
}
