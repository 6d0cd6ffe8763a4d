import { existsSync } from "node:fs";
import path from "node:path";
import { checkCertificate } from "#platform/checks/certificate.ts";
import type { Config } from "#platform/config/config.ts";
import { examineDatabase } from "#platform/checks/examine-database.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { FolderInUse, lockFolder } from "#platform/database/embedded/folder-lock.ts";
import { checkMachine, readMemoryMib } from "#platform/checks/machine-findings.ts";
import { checkMailRecords } from "#platform/checks/mail-record-findings.ts";
import { checkMailServer } from "#platform/checks/mail-server-findings.ts";
import { probeProxy } from "#platform/checks/probe-proxy.ts";
import { checkSettingFiles } from "#platform/config/setting-files.ts";
import { examineCatalogueFolder } from "#shop/catalogue/server/index.ts";
import { checkShopSettings } from "../check-shop.ts";
import { probes } from "../features.ts";
import { describeStartupError } from "../startup-error.ts";

/** One thing that a shop stands on. */
export interface Examination {
  about: string;
  /** What is being done, while it is. */
  doing: string;
  /** Asks someone outside of this machine's shop and database. */
  asksOthers?: true;
  examine(config: Config): Promise<{ summary: string; findings: readonly Finding[] }>;
}

/** In the order in which they are told. */
export const examinations: readonly Examination[] = [
  {
    about: "settings",
    doing: "Reading the settings",
    examine: async (config) => ({
      summary: `profile ${config.profile}, ${config.publicUrl}`,
      findings: [...checkShopSettings(config), ...(await checkSettingFiles(config.settingFiles))],
    }),
  },
  {
    about: "machine",
    doing: "Looking at the machine",
    examine: async (config) => ({
      summary: `Node ${process.versions.node}, ${readMemoryMib()} MiB of memory, data in ${config.dataDir}`,
      findings: await checkMachine(config),
    }),
  },
  {
    about: "database",
    doing: "Asking the database",
    examine: (config) => (config.databaseUrl ? examineServer(config) : examineEmbedded(config)),
  },
  {
    about: "goods and seller",
    doing: "Reading the catalogue folder",
    examine: ({ catalogueDir }) => examineCatalogueFolder(catalogueDir),
  },
  {
    about: "payments",
    doing: "Asking the payment provider",
    asksOthers: true,
    examine: async (config) => ({
      summary: config.razorpay ? "Razorpay takes the shop's keys" : "test payments",
      findings: (await Promise.all(probes.map((probe) => probe({ config, now: () => new Date() })))).flat(),
    }),
  },
  {
    about: "mail",
    doing: "Asking the mail server",
    asksOthers: true,
    examine: async (config) => ({
      summary: config.smtpUrl
        ? `the mail server lets the shop in, as ${config.mailFrom}`
        : "written to files",
      findings: [...(await checkMailServer(config)), ...(await checkMailRecords(config))],
    }),
  },
  {
    about: "public address",
    doing: "Visiting the public address",
    asksOthers: true,
    examine: examinePublicAddress,
  },
];

async function examineServer(config: Config) {
  return examineDatabase(config).catch((cause: Error) => ({
    summary: "",
    findings: [
      {
        about: "DATABASE_URL",
        what: describeStartupError(cause, config) ?? cause.message,
        remedy: "Write DATABASE_URL=postgres://user:password@host:5432/shop, of a server that runs",
      },
    ],
  }));
}

/** The engine is not started for this: whether its data is whole is proved by a backup of it. */
async function examineEmbedded({ dataDir }: Config) {
  const folder = path.join(dataDir, "pg");
  if (!existsSync(folder)) return { summary: "embedded: the first start makes it", findings: [] };
  try {
    lockFolder(folder)();
    return { summary: `embedded, in ${folder}`, findings: [] };
  } catch (cause) {
    if (!(cause instanceof FolderInUse)) throw cause;
    return { summary: `embedded, in ${folder}; the shop is open`, findings: [] };
  }
}

async function examinePublicAddress(config: Config) {
  if (!config.publicUrl.startsWith("https:"))
    return { summary: `${config.publicUrl} has no proxy to ask`, findings: [] };
  const certificate = await checkCertificate(config.publicUrl, new Date());
  const proxy = await probeProxy(config).catch((cause: NodeJS.ErrnoException) => cause);
  if (!(proxy instanceof Error))
    return {
      summary: `${config.publicUrl} leads to port ${config.port} of this machine`,
      findings: [...certificate, ...proxy],
    };
  if (proxy.code !== "EADDRINUSE") {
    const what = describeStartupError(proxy, config) ?? proxy.message;
    return { summary: "", findings: [...certificate, { about: "PORT", what, remedy: "Set PORT and HOST" }] };
  }
  return {
    summary: `port ${config.port} is taken, by the open shop perhaps: its "check" knows what the proxy does`,
    findings: certificate,
  };
}
