// Builds the owner's desk separately from the shop.

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { CannotGoOn } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { capture, runStep } from "./progress.mjs";
import { resolveFromRoot } from "./root.mjs";
import { hashFiles, listSources } from "./source-files.mjs";

const STAMP = resolveFromRoot("dist/desk/.made-of");
const CONFIG = "vite.desk.config.ts";

/** Builds the desk if it is not current. @throws CannotGoOn with the output of a failed build */
export async function buildDeskIfNeeded(node) {
  if (isCurrent()) return;
  await withLock("build-desk", async () => {
    if (!isCurrent()) await runStep("Building the desk (vite build)", () => build(node));
  });
}

const isCurrent = () => existsSync(STAMP) && readFileSync(STAMP, "utf8") === hashInputs();

async function build(node) {
  const madeOf = hashInputs();
  rmSync(STAMP, { force: true });
  const { code, output } = await capture(
    node,
    [resolveFromRoot("node_modules/vite/bin/vite.js"), "build", "--app", "--config", CONFIG],
    { cwd: resolveFromRoot(), env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1" } },
  );
  if (code !== 0) throw new CannotGoOn(`The build of the desk failed:\n\n${output.trimEnd()}`);
  writeFileSync(STAMP, madeOf);
}

const hashInputs = () =>
  hashFiles([
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    CONFIG,
    "scripts/vite-plugins.ts",
    ...listSources("desk", "ui", "client", "contract", "platform/operator"),
  ]);
