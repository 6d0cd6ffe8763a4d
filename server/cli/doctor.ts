import { formatCount } from "#contract/text.ts";
import type { CommandResult, ReportProgress } from "#platform/operator/command.ts";
import type { Config } from "#platform/config/config.ts";
import { examinations } from "./examinations.ts";

/**
 * Looks, before the shop opens, over everything it will stand on. Nothing is changed: the database is read, no mail is sent,
 * no payment begun.
 */
export async function runDoctor(
  config: Config,
  { offline }: { offline: boolean },
  report: ReportProgress,
): Promise<CommandResult> {
  const chosen = examinations.filter(({ asksOthers }) => !(offline && asksOthers));
  const rows: [mark: string, about: string, what: string, remedy: string][] = [];
  for (const [index, { about, doing, examine }] of chosen.entries()) {
    report(doing, index, chosen.length);
    const { summary, findings } = await examine(config);
    if (findings.length === 0) rows.push(["✓", about, summary, ""]);
    for (const finding of findings) rows.push(["✗", finding.about, finding.what, finding.remedy]);
  }
  const found = rows.filter(([mark]) => mark === "✗");
  return {
    columns: ["", "about", "what", "what to do"],
    rows,
    message:
      found.length === 0
        ? "Nothing stands against opening. Once the shop is open: npm run shop -- check"
        : `${formatCount(found.length, "thing")} to see to before real customers come.`,
    data: rows.map(([mark, about, what, remedy]) => ({ good: mark === "✓", about, what, remedy })),
    ...(found.length > 0 && { attention: true as const }),
  };
}
