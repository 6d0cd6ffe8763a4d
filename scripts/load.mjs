// Starts a program of tests/load with the shop's own Node and a build that is up to date.

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { findBrowser } from "./browser.mjs";
import { buildOrExit } from "./build.mjs";
import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

/**
 * Runs a program of tests/load against the built shop, with the arguments of this process. `launcher` starts it elsewhere,
 * and `endsWith` is the signal that ends it there. Its temporary files are in a folder that is removed at the end.
 */
export async function runLoad(program, { needsBrowser = false, launcher = [], endsWith } = {}) {
  const node = await isInstalled();
  const browser = needsBrowser ? await findBrowser(node) : null;
  if (needsBrowser && !browser) process.exit(1);
  await buildOrExit(node);
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-load-"));
  chmodSync(folder, 0o711); // PostgreSQL runs as a user of its own
  const env = { TMPDIR: folder, ...(browser && { CHROMIUM_PATH: browser }) };
  const cleanUp = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  const [first, ...words] = [...launcher, node, `tests/load/${program}`, ...process.argv.slice(2)];
  run(first, words, env, { cleanUp, endsWith });
}
