// npm run check: runs all checks that do not run the shop's code. Use it before a commit.

import { isInstalled } from "./install.mjs";
import { runChecks } from "./checks.mjs";
import { describeEnglish, measureEnglish } from "./plain-english.mjs";
import { say } from "./progress.mjs";

const started = performance.now();
const failed = await runChecks(await isInstalled());
say(`  ${describeEnglish(measureEnglish())}`);
say(
  `${failed === 0 ? "All in order" : `${failed} failed`} after ${((performance.now() - started) / 1000).toFixed(0)} s.`,
);
process.exitCode = failed === 0 ? 0 : 1;
