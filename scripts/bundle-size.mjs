// npm run bundle-size: prints the size of the files that each page loads before it is hydrated, in KB of 1,000 bytes
// after compression (brotli 11). `npm run bundle-size -- product` also lists the files of pages with that name.

import { basename } from "node:path";

import { buildOrExit } from "./build.mjs";
import { listFirstLoad, listPageSources, measureSent } from "./first-load.mjs";
import { isInstalled } from "./install.mjs";
import { say } from "./progress.mjs";

await buildOrExit(await isInstalled());

const [wanted] = process.argv.slice(2);

say("page               scripts    JS KB   styles   CSS KB");
for (const page of listPageSources()) {
  const { scripts, styles } = listFirstLoad(page);
  const columns = [scripts.length, formatKilobytes(scripts), styles.length, formatKilobytes(styles)];
  say(basename(page, ".tsx").padEnd(17) + columns.map((column) => String(column).padStart(9)).join(""));
  if (wanted && page.includes(wanted))
    for (const file of [...scripts, ...styles].toSorted(compareSizes))
      say(`  ${formatKilobytes([file]).padStart(7)}  ${basename(file)}`);
}

function compareSizes(one, other) {
  return measureSent([other]) - measureSent([one]);
}

function formatKilobytes(files) {
  return (measureSent(files) / 1000).toFixed(1);
}
