// What the programs of tests/load have in common: the shop's own Node, and a build that is up to date.

import { findBrowser } from "./browser.mjs";
import { built } from "./build.mjs";
import { CannotGoOn, installed } from "./install.mjs";
import { say } from "./progress.mjs";
import { run } from "./run.mjs";

/** Runs a program of tests/load against the built shop, with the arguments of this one. */
export async function runLoad(program, { needsBrowser = false } = {}) {
  const node = await installed();
  const browser = needsBrowser ? await findBrowser(node) : null;
  if (needsBrowser && !browser) process.exit(1);
  try {
    await built(node);
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    say(`\n${error.message}`);
    process.exit(1);
  }
  const env = browser ? { CHROMIUM_PATH: browser } : {};
  run(node, [`tests/load/${program}`, ...process.argv.slice(2)], env);
}
