import { parseArgs } from "node:util";
import type { Engine } from "#platform/database/database.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { describeMachine, isQuiet, measureMachine } from "./bench/processes.ts";
import { formatFigure, type PlayedScenario, recordRuns } from "./record.ts";
import { isJudged, isMissed, type Outcome, type Scenario, type ScenarioRun } from "./scenario.ts";

const DETAILS_SHOWN = 10;

interface PlayOptions {
  startsOwnServers?: boolean;
  /** True if PostgreSQL writes each commit to the disk before it responds, as in production. */
  isDurable?: boolean;
  /** True if time limits apply even when the machine is busy. */
  isAboutSpeed?: boolean;
}

/**
 * Runs the scenarios that the command line names, or all that are not `onlyByName`. `--short` runs the short versions
 * of those with `inShortForm`, `--engine` uses only one engine. Writes the results into last-runs.md, unless
 * `--no-record` is given or `program` (the npm script) is null. Exits with 1 if a figure is outside its limits, if a
 * scenario fails or, unless `--short` is given, if a scenario cannot run.
 */
export async function play(
  program: string | null,
  scenarios: readonly Scenario[],
  { startsOwnServers = false, isDurable = false, isAboutSpeed = false }: PlayOptions = {},
): Promise<never> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      short: { type: "boolean", default: false },
      "no-record": { type: "boolean", default: false },
      engine: { type: "string" },
    },
  });
  const wanted = scenarios.filter(({ name, inShortForm = false, onlyByName = false }) =>
    positionals.length > 0 ? positionals.includes(name) : values.short ? inShortForm : !onlyByName,
  );
  const engines = (["embedded", "server"] as const).filter((each) => (values.engine ?? each) === each);
  const wrong = findUnplayable(scenarios, positionals, engines);
  if (wrong !== null) {
    say(wrong);
    say(`Scenarios: ${scenarios.map(({ name, summary }) => `\n  ${name.padEnd(14)} ${summary}`).join("")}`);
    process.exit(2);
  }

  const began = performance.now();
  const missed: string[] = [];
  const played: PlayedScenario[] = [];
  const needsPostgres =
    !startsOwnServers &&
    engines.includes("server") &&
    wanted.some((scenario) => scenario.engines.includes("server"));
  const postgres = needsPostgres ? await startPostgres({ isDurable }) : null;
  // A signal alone would skip the "exit" listeners, which stop PostgreSQL and the shops.
  process.on("SIGINT", () => process.exit(130));
  process.on("SIGTERM", () => process.exit(143));
  try {
    const options = { isShort: values.short, isAboutSpeed, postgres, played };
    for (const scenario of wanted) {
      const chosen = engines.filter((each) => scenario.engines.includes(each));
      const hasTwoEngines = chosen.length === 2 && postgres !== null && "url" in postgres;
      for (const engine of chosen)
        missed.push(...(await playOne(scenario, engine, { ...options, hasTwoEngines })));
    }
  } finally {
    if (postgres && "stop" in postgres) await postgres.stop();
  }
  say(`\nThe whole run took ${((performance.now() - began) / 1000).toFixed(0)} s.`);
  if (!values["no-record"] && program !== null)
    recordRuns(program, { scenarios, played, isShort: values.short });
  say(missed.length === 0 ? "All values are within their limits." : `Missed: ${missed.join("; ")}`);
  process.exit(missed.length === 0 ? 0 : 1);
}

/** Returns an error message if a named scenario does not exist or no chosen engine can run it, otherwise null. */
function findUnplayable(
  scenarios: readonly Pick<Scenario, "name" | "engines">[],
  names: readonly string[],
  engines: readonly Engine[],
): string | null {
  if (engines.length === 0) return "There are two engines: --engine embedded, and --engine server.";
  for (const name of names) {
    const scenario = scenarios.find((each) => each.name === name);
    if (!scenario) return `There is no scenario "${name}".`;
    if (!scenario.engines.some((engine) => engines.includes(engine)))
      return `"${name}" runs on ${scenario.engines.join(" and ")} only.`;
  }
  return scenarios.some((scenario) => scenario.engines.some((engine) => engines.includes(engine)))
    ? null
    : "No scenario runs on this engine.";
}

interface RunOptions extends Pick<ScenarioRun, "isShort" | "hasTwoEngines"> {
  isAboutSpeed: boolean;
  postgres: Awaited<ReturnType<typeof startPostgres>> | null;
  played: PlayedScenario[];
}

async function playOne(
  scenario: Scenario,
  engine: Engine,
  { isShort, hasTwoEngines, isAboutSpeed, postgres, played }: RunOptions,
): Promise<string[]> {
  const title = `${scenario.name} (${[engine, scenario.threat].filter(Boolean).join(", ")})`;
  say(`\n${title}: ${scenario.summary}`);
  // A short run records no times, so the load of the machine does not matter.
  const machine = isShort || process.platform !== "linux" ? null : await measureMachine();
  if (machine) say(`  ${describeMachine(machine)}`);
  const judgesTimes = !isShort && (isAboutSpeed || machine === null || isQuiet(machine));
  if (!isShort && !judgesTimes) say("  Times are not judged, because the machine is busy.");
  let server: Postgres | null = null;
  if (engine === "server" && postgres) {
    if ("reason" in postgres) {
      return skip(title, postgres.reason, isShort);
    }
    server = postgres;
    process.env["TEST_POSTGRES_URL"] = server.url;
  }
  const run: ScenarioRun = {
    engine,
    hasTwoEngines,
    isShort,
    postgres: server,
    say: (line) => say(`  ${line}`),
  };
  try {
    const outcome = await scenario.run(run);
    if (!("skipped" in outcome))
      played.push({ scenario, engine, machine, figures: outcome, judgesTimes, hasFailed: false });
    return show(title, outcome, { isShort, judgesTimes });
  } catch (cause) {
    played.push({ scenario, engine, machine, figures: [], judgesTimes, hasFailed: true });
    say(`  ✗ ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
    return [title];
  }
}

function skip(title: string, reason: string, isShort: boolean): string[] {
  say(`  skipped: ${reason}`);
  return isShort ? [] : [`${title}: could not run`];
}

function show(
  title: string,
  outcome: Outcome,
  { isShort, judgesTimes }: { isShort: boolean; judgesTimes: boolean },
): string[] {
  if ("skipped" in outcome) return skip(title, outcome.skipped, isShort);
  return outcome.flatMap((figure) => {
    const counts = isJudged(figure, judgesTimes);
    const isBad = counts && isMissed(figure);
    const mark = isBad ? "✗" : counts ? "✓" : "·";
    say(`  ${mark} ${formatFigure(figure)}`);
    if (!isBad) return [];
    for (const detail of figure.details?.slice(0, DETAILS_SHOWN) ?? []) say(`      ${detail}`);
    return [`${title}: ${figure.what}`];
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
