import { checkResult } from "#contract/operator-results.ts";
import { formatCount } from "#contract/text.ts";
import { checkBackups } from "#platform/checks/backups.ts";
import { checkCertificate, checkProxy } from "#platform/checks/proxy.ts";
import { type Check, runCheck, toCheckData } from "#platform/checks/check.ts";
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
  { name: "settings", needs: "settings", risk: "orders", check: checkSettings },
  {
    name: "settings",
    needs: "machine",
    risk: "data",
    check: ({ config }) => checkSettingFiles(config.settingFiles),
  },
  { name: "machine", needs: "machine", risk: "data", check: checkMachine, beforeOpening: true },
  { name: "machine", needs: "machine", risk: "data", check: ({ config }) => checkDataFolder(config.dataDir) },
  { name: "database", needs: "machine", risk: "data", check: checkEmbedded, beforeOpening: true },
  { name: "database", needs: "database", risk: "data", check: checkDatabase, beforeOpening: true },
  { name: "database", needs: "database", risk: "data", check: checkDatabaseClock },
  { name: "database", needs: "database", risk: "data", check: checkPooler },
  { name: "proxy", needs: "shop", risk: "orders", check: async (context) => checkProxies(context) },
  { name: "processes", needs: "shop", risk: "data", check: checkProcesses },
  { name: "e-mails and tasks", needs: "shop", risk: "orders", check: checkOutbox },
  { name: "backups", needs: "shop", risk: "data", check: checkBackups },
  { name: "mail", needs: "outside", risk: "orders", check: checkMailServer },
  { name: "mail", needs: "outside", risk: "orders", check: checkMailRecords, beforeOpening: true },
  { name: "public address", needs: "outside", risk: "orders", check: checkCertificate },
  { name: "public address", needs: "outside", risk: "orders", check: checkProxy, beforeOpening: true },
];

/** All checks. `check --before-opening` runs only those that work while the shop is closed. */
export const checks: readonly Check[] = [...platformChecks, ...featureChecks];

export const checkCommand = defineCommand({
  ...describedCheck,
  ...checkResult,
  options: {
    ...describedCheck.options,
    [BEFORE_OPENING]: { ...describedCheck.options[BEFORE_OPENING], onlyOwner: true },
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
    const checked = await Promise.all(
      chosen.map((check) => runCheck(check, (note) => check.check(context, note))),
    );
    const data = toCheckData(checked);
    const { problems } = data;
    return {
      columns: ["About", "What", "What to do"],
      rows: problems.map(({ about, what, remedy }) => [about, what, remedy]),
      message:
        problems.length === 0 ? "No problems found." : `${formatCount(problems.length, "problem")} found.`,
      data,
      ...(problems.length > 0 && { attention: true as const }),
    };
  },
});
