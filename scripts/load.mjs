// What the programs of tests/load have in common: the shop's own Node, and a build that is up to date.

import { findBrowser } from "./browser.mjs";
import { buildOrExit } from "./build.mjs";
import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

/** Runs a program of tests/load against the built shop, with the arguments of this one; `launcher` starts it elsewhere. */
export async function runLoad(program, { needsBrowser = false, launcher = [] } = {}) {
  const node = await isInstalled();
  const browser = needsBrowser ? await findBrowser(node) : null;
  if (needsBrowser && !browser) process.exit(1);
  await buildOrExit(node);
  const env = browser ? { CHROMIUM_PATH: browser } : {};
  const [first, ...words] = [...launcher, node, `tests/load/${program}`, ...process.argv.slice(2)];
  run(first, words, env);
}
