// Checks without a running shop: format, lint, types and unused code.

import { capture, say } from "./progress.mjs";
import { resolveFromRoot } from "./root.mjs";

const findTool = (program) => resolveFromRoot("node_modules", program);

/**
 * Returns the type check of one part of the code. Its result is kept in .cache, so the next run checks only changes.
 */
const checkTypes = (part) => ({
  name: `types (${part})`,
  program: findTool("typescript/bin/tsc"),
  args: [
    "-p",
    `tsconfig.${part}.json`,
    "--incremental",
    "--tsBuildInfoFile",
    `.cache/types/${part}.tsbuildinfo`,
    // One checker needs half the processor time of four, because each checker resolves the shared types again.
    "--checkers",
    "1",
  ],
});

const CHECKS = [
  { name: "lint", program: findTool("oxlint/bin/oxlint"), args: ["--type-aware", "--deny-warnings"] },
  checkTypes("server"),
  checkTypes("web"),
  checkTypes("browser"),
  { name: "unused code", program: findTool("knip/bin/knip.js"), args: [] },
  { name: "licences", program: resolveFromRoot("scripts/bill-of-materials.mjs"), args: [] },
  { name: "format", program: findTool("oxfmt/bin/oxfmt"), args: ["--check"] },
];

/** Returns the number of failed checks. */
export async function runChecks(node) {
  const codes = await Promise.all(CHECKS.map((check) => runCheck(node, check)));
  return codes.filter((code) => code !== 0).length;
}

async function runCheck(node, { name, program, args }) {
  const started = performance.now();
  const { code, output } = await capture(node, [program, ...args], {
    cwd: resolveFromRoot(),
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`  ${code === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
  if (code !== 0) say(output.trimEnd());
  return code;
}
