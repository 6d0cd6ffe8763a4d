import { checkSettingFiles } from "../config/read-settings.ts";
import { checkProxies } from "../observe/watch-proxies.ts";
import { checkProcesses } from "../processes/live-processes.ts";
import { checkBackups } from "./backups.ts";
import { checkCertificate } from "./certificate.ts";
import type { Check } from "./check.ts";
import { checkDatabase, checkDatabaseClock, checkEmbedded } from "./database.ts";
import { checkDataFolder, checkMachine } from "./machine.ts";
import { checkMailRecords, checkMailServer } from "./mail.ts";
import { checkOutbox } from "./outbox.ts";
import { checkPooler } from "./pooler.ts";
import { checkProxy } from "./proxy.ts";
import { checkSettings } from "./settings.ts";

/** The checks that belong to no feature. */
export const platformChecks: readonly Check[] = [
  { name: "settings", needs: "settings", check: checkSettings },
  { name: "settings", needs: "machine", check: ({ config }) => checkSettingFiles(config.settingFiles) },
  { name: "machine", needs: "machine", check: checkMachine, beforeOpening: true },
  { name: "machine", needs: "machine", check: ({ config }) => checkDataFolder(config.dataDir) },
  { name: "database", needs: "machine", check: checkEmbedded, beforeOpening: true },
  { name: "database", needs: "database", check: checkDatabase, beforeOpening: true },
  { name: "database", needs: "database", check: checkDatabaseClock },
  { name: "database", needs: "database", check: checkPooler },
  { name: "proxies", needs: "shop", check: async (context) => checkProxies(context) },
  { name: "processes", needs: "shop", check: checkProcesses },
  { name: "outbox", needs: "shop", check: checkOutbox },
  { name: "backups", needs: "shop", check: checkBackups },
  { name: "mail", needs: "outside", check: checkMailServer },
  { name: "mail", needs: "outside", check: checkMailRecords, beforeOpening: true },
  { name: "public address", needs: "outside", check: checkCertificate },
  { name: "public address", needs: "outside", check: checkProxy, beforeOpening: true },
];
