import { formatCount } from "#contract/text.ts";
import type { Check } from "#platform/checks/check.ts";
import { platformChecks } from "#platform/checks/checks.ts";
import { type Command, defineCommand } from "#platform/operator/command.ts";
import { featureChecks } from "./features.ts";

/** Every check of the shop; `doctor` runs those that need no open shop. */
export const checks: readonly Check[] = [...platformChecks, ...featureChecks];

const check = defineCommand({
  noun: "check",
  verb: "",
  reads: true,
  summary: "Checks the whole shop and lists what needs you; ends with 1 when something does.",
  args: [],
  options: {
    offline: { summary: "ask neither payment provider, mail server nor the public address", flag: true },
  },
  examples: ["check", "check --json", "check --offline"],
  async run(context, { options }) {
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

/** Operator's commands that look over everything at once. */
export const checkCommands: Command[] = [check];
