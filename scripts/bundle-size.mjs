// npm run bundle-size: what each page makes a browser fetch before it is awake, from the build's manifest; brotli, in KiB.
// `npm run bundle-size -- product` also names the files of the pages with that in their name.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

import { buildOrExit } from "./build.mjs";
import { isInstalled } from "./install.mjs";
import { say } from "./progress.mjs";
import { resolveFromRoot } from "./root.mjs";

/** As the response cache compresses them. */
const QUALITY = 7;

const node = await isInstalled();
await buildOrExit(node);

const manifest = JSON.parse(readFileSync(resolveFromRoot("dist/client/.vite/manifest.json"), "utf8"));
const [wanted] = process.argv.slice(2);
const pages = Object.keys(manifest).filter((source) => /^web\/pages\/.*\.tsx$/.test(source));

say("page               scripts   JS KiB   styles  CSS KiB");
for (const page of pages) {
  const { scripts, styles } = measureFirstLoad(page);
  const columns = [scripts.length, sum(scripts), styles.length, sum(styles)];
  say(basename(page, ".tsx").padEnd(17) + columns.map((column) => String(column).padStart(9)).join(""));
  if (wanted && page.includes(wanted))
    for (const file of [...scripts, ...styles].toSorted(compareWeights)) say(formatLine(file));
}

/** The entry, the page and the page's data, with all that they import. */
function measureFirstLoad(page) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name) || !manifest[name]) return;
    seen.add(name);
    manifest[name].imports?.forEach(visit);
  };
  ["index.html", page, page.replace(/\.tsx$/, "-data.ts")].forEach(visit);
  const chunks = [...seen].map((name) => manifest[name]);
  return {
    scripts: [...new Set(chunks.map(({ file }) => file))],
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
  };
}

function measureFile(file) {
  const body = readFileSync(resolveFromRoot("dist/client", file));
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }).length;
}

function compareWeights(one, other) {
  return measureFile(other) - measureFile(one);
}

function formatLine(file) {
  return `  ${formatKib(measureFile(file)).padStart(7)}  ${basename(file)}`;
}

function sum(files) {
  return formatKib(files.reduce((total, file) => total + measureFile(file), 0));
}

function formatKib(bytes) {
  return (bytes / 1024).toFixed(1);
}
