import { formatCount } from "#contract/text.ts";
import type { Check } from "#platform/checks/check.ts";
import { platformChecks } from "#platform/checks/checks.ts";
import { type Command, CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { BEFORE_OPENING, describedCheck } from "./cli/local-commands.ts";
import { featureChecks } from "./features.ts";

/** Every check of the shop. `check --before-opening` runs those that do not need an open shop. */
export const checks: readonly Check[] = [...platformChecks, ...featureChecks];

const check = defineCommand({
  ...describedCheck,
  async run(context, { options }) {
    // The command line and the desk run these checks themselves.
    if (options[BEFORE_OPENING])
      throw new CommandRefused(
        "An open shop cannot look at itself as a start would. Leave --before-opening out.",
      );
    const chosen = checks.filter(
      ({ needs, beforeOpening }) => !beforeOpening && !(needs === "outside" && options["offline"]),
    );
    const findings = (await Promise.all(chosen.map(({ check }) => check(context, () => {})))).flat();
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

/** Operator commands that check several features at once. */
export const checkCommands: Command[] = [check];
