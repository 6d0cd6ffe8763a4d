import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { getTestFile, mutants } from "../load/mutants/promises.ts";
import { findUnplayable } from "../load/play.ts";
import { addToLastRuns, type PlayedScenario } from "../load/record.ts";

const scenarios = [
  { name: "kill", engines: ["embedded", "server"] },
  { name: "cached-pages", engines: ["embedded"] },
] as const;

test("a load program lists its scenarios if the given scenario or engine does not exist", () => {
  expect(findUnplayable(scenarios, [], ["embedded", "server"])).toBeNull();
  expect(findUnplayable(scenarios, ["kill"], ["server"])).toBeNull();
  expect(findUnplayable(scenarios, ["cached-pages"], ["server"])).toBe(
    '"cached-pages" runs on embedded only.',
  );
  expect(findUnplayable(scenarios, ["kill", "typo"], ["server"])).toBe('There is no "typo".');
  expect(findUnplayable(scenarios, [], [])).toMatch("There are two engines");
  expect(findUnplayable(scenarios.slice(1), [], ["server"])).toBe("No scenario runs on this engine.");
});

describe("the table of last runs", () => {
  const kill = { name: "kill", summary: "kill -9", threat: "T25", engines: ["embedded", "server"] } as const;
  const quiet = { busyPercent: 2, stolenPercent: 0 };
  const figures = [
    { what: "lost", value: 0, atMost: 0 },
    { what: "orders", value: 250 },
    { what: "serving again", value: 6_000, unit: "ms", atMost: 5_000 },
  ];
  const play = (engine: string, how: Partial<PlayedScenario> & { isShort?: boolean } = {}) => {
    const { isShort = false, ...changes } = how;
    const usual = { machine: quiet, figures, judgesTimes: !isShort, hasFailed: false };
    const played = [{ scenario: kill, engine, ...usual, ...changes }];
    return { scenarios: [kill], played, isShort };
  };
  const today = new Date().toISOString().slice(0, 10);
  const lastRow = (table: string) => table.split("\n").at(-1);

  test("a full run adds its date and figures, and keeps those of the other engine and of the short form", () => {
    const short = addToLastRuns("", "chaos", play("server", { isShort: true, machine: null }));
    expect(lastRow(short)).toBe(`| \`chaos -- kill\` | T25 |  | server: ${today}, 1 of 1 held |`);
    const both = addToLastRuns(addToLastRuns(short, "chaos", play("server")), "chaos", play("embedded"));
    const written = `${today}, 1 of 2 held; **missed: serving again 6000 ms (≤ 5000 ms)**; orders 250`;
    expect(lastRow(both)).toBe(
      `| \`chaos -- kill\` | T25 | embedded: ${written}<br>server: ${written} | server: ${today}, 1 of 1 held |`,
    );
  });

  test("times measured on a busy machine are left out, and a missed limit is listed without its time", () => {
    const busy = addToLastRuns("", "chaos", play("server", { machine: { ...quiet, busyPercent: 60 } }));
    expect(lastRow(busy)).toContain(
      "1 of 2 held; **missed: serving again**; orders 250; times left out: the machine was busy",
    );
  });

  test("a scenario that ended with an error replaces its earlier result", () => {
    const previous = addToLastRuns("", "chaos", play("server"));
    const updated = addToLastRuns(previous, "chaos", play("server", { figures: [], hasFailed: true }));
    expect(lastRow(updated)).toContain(`server: ${today}, **ended with an error** |`);
  });
});

test("no two mutants have the same name", () => {
  expect(new Set(mutants.map(({ promise }) => promise)).size).toBe(mutants.length);
});

test.each(mutants)("the mutant '$broken' can be applied, and its test exists", (mutant) => {
  expect(readFileSync(mutant.file, "utf8").split(mutant.from)).toHaveLength(2);
  expect(mutant.to).not.toBe(mutant.from);
  expect(readFileSync(getTestFile(mutant), "utf8")).toContain(mutant.title);
});
