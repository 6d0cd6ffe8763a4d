// npm run chaos: the shop among failures. `npm run chaos -- kill` plays one scenario, `--short` the form of npm test,
// `--engine server` one engine. Loopback only; it ends by itself, with 1 when a figure is missed.

import { parseArgs } from "node:util";
import type { Engine } from "#platform/database.ts";
import { startPostgres } from "../support/postgres.ts";
import { database } from "./chaos/database.ts";
import { diskFull } from "./chaos/disk-full.ts";
import { kill } from "./chaos/kill.ts";
import { leave } from "./chaos/leave.ts";
import { link } from "./chaos/link.ts";
import { mail } from "./chaos/mail.ts";
import { provider } from "./chaos/provider.ts";
import { type Figure, isMissed, type Outcome, type Scenario, type Stage } from "./chaos/scenario.ts";
import { secondProcess } from "./chaos/second-process.ts";
import { swallow } from "./chaos/swallow.ts";

const scenarios: readonly Scenario[] = [
  kill,
  leave,
  secondProcess,
  diskFull,
  database,
  link,
  swallow,
  provider,
  mail,
];
const DETAILS_SHOWN = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: "boolean", default: false }, engine: { type: "string" } },
});
const wanted = scenarios.filter(({ name, inShortForm }) =>
  positionals.length > 0 ? positionals.includes(name) : inShortForm || !values.short,
);
const engines = (["embedded", "server"] as const).filter((each) => (values.engine ?? each) === each);
if (wanted.length === 0 || engines.length === 0) {
  say(`There is: ${scenarios.map(({ name, summary }) => `\n  ${name.padEnd(10)} ${summary}`).join("")}`);
  process.exit(2);
}

const began = performance.now();
const missed: string[] = [];
const postgres = engines.includes("server") ? await startPostgres() : null;
// A terminal's Ctrl-C reaches the shops as well; what is left of the database goes with this process.
process.on("SIGINT", () => process.exit(130));
process.on("SIGTERM", () => process.exit(143));
try {
  for (const scenario of wanted) {
    for (const engine of engines.filter((each) => scenario.engines.includes(each)))
      await play(scenario, engine);
  }
} finally {
  if (postgres && "stop" in postgres) await postgres.stop();
}
say(`\nThe whole run took ${((performance.now() - began) / 1000).toFixed(0)} s.`);
say(missed.length === 0 ? "Nothing was missed." : `Missed: ${missed.join("; ")}`);
process.exit(missed.length === 0 ? 0 : 1);

async function play(scenario: Scenario, engine: Engine): Promise<void> {
  const title = `${scenario.name} (${engine}, ${scenario.threat})`;
  say(`\n${title}: ${scenario.summary}`);
  if (engine === "server" && postgres && "reason" in postgres) return say(`  skipped: ${postgres.reason}`);
  const server = engine === "server" && postgres && "url" in postgres ? postgres : null;
  if (server) process.env["TEST_POSTGRES_URL"] = server.url;
  const stage: Stage = { engine, isShort: values.short, postgres: server, say: (line) => say(`  ${line}`) };
  try {
    show(title, await scenario.run(stage));
  } catch (cause) {
    missed.push(title);
    say(`  ✗ ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
  }
}

function show(title: string, outcome: Outcome): void {
  if ("skipped" in outcome) return say(`  skipped: ${outcome.skipped}`);
  for (const figure of outcome) {
    // Seconds belong to a machine that has nothing else to do: the short form only tells them.
    const isJudged = !(values.short && figure.unit === "ms");
    const isBad = isJudged && isMissed(figure);
    const mark = isBad ? "✗" : isJudged ? "✓" : "·";
    say(`  ${mark} ${figure.what}: ${figure.value}${figure.unit ? ` ${figure.unit}` : ""}${limitOf(figure)}`);
    if (!isBad) continue;
    missed.push(`${title}: ${figure.what}`);
    for (const detail of figure.details?.slice(0, DETAILS_SHOWN) ?? []) say(`      ${detail}`);
  }
}

function limitOf({ atMost, atLeast, unit = "" }: Figure): string {
  if (atMost !== undefined) return ` (at most ${atMost}${unit && ` ${unit}`})`;
  return atLeast === undefined ? "" : ` (at least ${atLeast}${unit && ` ${unit}`})`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
