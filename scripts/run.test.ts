import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const RUN = pathToFileURL(path.resolve(import.meta.dirname, "run.mjs")).href;

test.each([
  ["SIGINT", undefined, 130],
  ["SIGTERM", undefined, 143],
  ["SIGTERM", "SIGKILL", 137],
] as const)("a program that %s ends, by %s, leaves no file behind", async (signal, endsWith, code) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-run-"));
  // The inner process, like `unshare`, only reacts to SIGKILL if `endsWith` is set.
  const inner = `${endsWith ? 'process.on("SIGTERM", () => {});' : ""} setInterval(() => {}, 1_000); console.log("begun");`;
  const outer = `
    import { rmSync } from "node:fs";
    import { run } from "${RUN}";
    const cleanUp = () => rmSync(${JSON.stringify(folder)}, { recursive: true });
    run(process.execPath, ["--eval", ${JSON.stringify(inner)}], {}, { cleanUp, endsWith: ${JSON.stringify(endsWith)} });`;
  const { npm_lifecycle_event: _, ...env } = process.env;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", outer], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([code, null]);
  expect(existsSync(folder)).toBe(false);
});
