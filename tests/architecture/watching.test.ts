import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import "#platform/observe/log.ts";
import { createMetrics } from "#platform/observe/metrics.ts";
import "../../server/open-shop.ts";
import { createTestContext, type TestContext } from "../support/database.ts";
import { root } from "./sources.ts";

/* Compares the alert rules and the dashboard with the metrics of the shop. */

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const rules = read("deploy/prometheus/rules.yml");
const dashboard = read("deploy/grafana/taruva.json");

let context: TestContext;
let reported: Set<string>;
beforeAll(async () => {
  context = await createTestContext();
  const text = await createMetrics(context).text();
  reported = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = ""]) => name));
});
afterAll(() => context.close());

const FIGURE = /\b(?:shop|http|nodejs|process)_[a-z0-9_]+/g;

const listFigures = (text: string): string[] => [
  ...new Set((text.match(FIGURE) ?? []).map((name) => name.replace(/_(bucket|count|sum)$/, ""))),
];

const listExpressions = (): string[] =>
  (JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr),
  );

test("every metric in an alert rule or the dashboard is a metric of the shop", () => {
  const named = [...listFigures(rules), ...listExpressions().flatMap(listFigures)];
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !reported.has(name))).toEqual([]);
});

test("every alert says what to do", () => {
  const alerts = rules.split("- alert: ").slice(1);
  expect(alerts.length).toBeGreaterThan(30);
  expect(alerts.filter((alert) => !/\n {10}action: (['"]).{20,}\1\n/.test(alert))).toEqual([]);
});

const promtool = (...args: string[]) =>
  spawnSync("promtool", args, { cwd: path.join(root, "deploy/prometheus"), encoding: "utf8" });
const isInstalled = promtool("--version").status === 0;

test.skipIf(!isInstalled)(
  "promtool accepts the configuration, and the alerts fire as expected (skipped where promtool is not installed)",
  () => {
    for (const args of [
      ["check", "config", "prometheus.yml"],
      ["test", "rules", "rules.test.yml"],
    ]) {
      const { status, stdout, stderr } = promtool(...args);
      expect([status, status === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
    }
  },
);
