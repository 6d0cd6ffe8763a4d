import { formatCount } from "#contract/text.ts";
import type { Check, Given, Note } from "#platform/checks/check.ts";
import { withServer } from "#platform/checks/database.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Config } from "#platform/config/config.ts";
import type { CommandResult, ReportProgress } from "#platform/operator/command.ts";
import { checks } from "../check-shop.ts";
import { describeStartupError } from "../startup-error.ts";

/**
 * Checks the shop's requirements before it opens. Changes nothing: reads the database, but sends no mail and begins no
 * payment.
 */
export async function checkBeforeOpening(
  config: Config,
  { offline }: { offline: boolean },
  report: ReportProgress,
): Promise<CommandResult> {
  const chosen = checks.filter(({ needs }) => needs !== "shop" && !(needs === "outside" && offline));
  const subjects = [...Map.groupBy(chosen, ({ name }) => name)];
  const rows: [mark: string, about: string, what: string, remedy: string][] = [];
  for (const [index, [name, itsChecks]] of subjects.entries()) {
    report(`Checking: ${name}`, index, subjects.length);
    let seen = "";
    const findings = await runChecks(itsChecks, config, (note) => (seen = note));
    if (findings.length === 0 && seen !== "") rows.push(["✓", name, seen, ""]);
    for (const { about, what, remedy } of findings) rows.push(["✗", about, what, remedy]);
  }
  const matches = rows.filter(([mark]) => mark === "✗");
  return {
    columns: ["", "about", "what", "what to do"],
    rows,
    message:
      matches.length === 0
        ? "Nothing keeps the shop from opening. Once the shop is open: npm run shop -- check"
        : `${formatCount(matches.length, "thing")} to see to before real customers come.`,
    data: rows.map(([mark, about, what, remedy]) => ({ good: mark === "✓", about, what, remedy })),
    ...(matches.length > 0 && { attention: true as const }),
  };
}

/** Runs the checks of one subject. Those of a database share one connection, if there is a server. */
async function runChecks(checks: readonly Check[], config: Config, note: Note): Promise<Finding[]> {
  const checked = { config, now: () => new Date() };
  const findings: Finding[] = [];
  for (const each of checks)
    if (each.needs !== "shop" && each.needs !== "database")
      findings.push(...(await each.check(checked, note)));
  const ofDatabase = checks.filter((each) => each.needs === "database");
  if (ofDatabase.length === 0 || !config.databaseUrl) return findings;
  const runAll = async (db: Given["database"]["db"]) => {
    for (const { check } of ofDatabase)
      findings.push(...(await check({ ...checked, db, engine: "server" }, note)));
  };
  await withServer(config, runAll).catch((cause: Error) => {
    findings.push({
      about: "DATABASE_URL",
      what: describeStartupError(cause, config) ?? cause.message,
      remedy: "Write DATABASE_URL=postgres://user:password@host:5432/shop, of a server that runs",
    });
  });
  return findings;
}
