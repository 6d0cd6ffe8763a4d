import { checkResult } from "#contract/operator-results.ts";
import { formatCount } from "#contract/text.ts";
import { checkBackups } from "#platform/checks/backups.ts";
import { checkCertificate, checkProxy } from "#platform/checks/proxy.ts";
import type { Check } from "#platform/checks/check.ts";
import { checkDatabase, checkDatabaseClock, checkEmbedded, checkPooler } from "#platform/checks/database.ts";
import { checkDataFolder, checkMachine } from "#platform/checks/machine.ts";
import { checkMailRecords, checkMailServer } from "#platform/checks/mail.ts";
import { checkOutbox } from "#platform/checks/outbox.ts";
import { checkSettings } from "#platform/checks/settings.ts";
import { checkSettingFiles } from "#platform/config/read-settings.ts";
import { checkProxies } from "#platform/observe/watch-proxies.ts";
import { CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { checkProcesses } from "#platform/processes/live-processes.ts";
import { BEFORE_OPENING, describedCheck } from "./cli/local-commands.ts";
import { featureChecks } from "./features.ts";

const platformChecks: readonly Check[] = [
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

/** All checks. `check --before-opening` runs only those that work while the shop is closed. */
export const checks: readonly Check[] = [...platformChecks, ...featureChecks];

export const checkCommand = defineCommand({
  ...describedCheck,
  ...checkResult,
  options: {
    ...describedCheck.options,
    only: {
      summary: "only the checks of one subject",
      choices: [...new Set(checks.filter(({ beforeOpening }) => !beforeOpening).map(({ name }) => name))],
    },
  },
  async run(context, { options }) {
    // The command line and the desk handle this option in their own processes.
    if (options[BEFORE_OPENING])
      throw new CommandRefused(
        "The open shop cannot run its start-up checks. Run them from the command line or the desk.",
      );
    const chosen = checks.filter(
      ({ name, needs, beforeOpening }) =>
        !beforeOpening && !(needs === "outside" && options["offline"]) && name === (options["only"] ?? name),
    );
    const findings = (await Promise.all(chosen.map(({ check }) => check(context, () => {})))).flat();
    return {
      columns: ["About", "What", "What to do"],
      rows: findings.map(({ about, what, remedy }) => [about, what, remedy]),
      message:
        findings.length === 0 ? "No problems found." : `${formatCount(findings.length, "problem")} found.`,
      data: findings,
      ...(findings.length > 0 && { attention: true as const }),
    };
  },
});
