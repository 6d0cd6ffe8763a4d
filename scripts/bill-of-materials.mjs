// npm run sbom: writes sbom.cdx.json (CycloneDX) and licences.txt into .cache/sbom/, and prints the number of packages
// for each licence. Exits with 1 if a licence needs review.

import { mkdirSync, writeFileSync } from "node:fs";

import { runNpm } from "./install.mjs";
import { say } from "./progress.mjs";
import { resolveFromRoot } from "./root.mjs";

const KNOWN = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "CC-BY-4.0",
  "ISC",
  "LGPL-3.0",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
  "Zlib",
];

/** The licences of packages whose licence npm cannot parse. */
const READ = { "png-js@2.0.0": "MIT", "rgbcolor@1.0.1": "MIT", "xmlhttprequest-ssl@2.1.2": "MIT" };

const folder = resolveFromRoot(".cache/sbom");
const { code, output: text } = await runNpm(
  "sbom",
  "--sbom-format=cyclonedx",
  "--package-lock-only",
  "--omit=dev",
);
if (code !== 0) throw new Error(`npm could not list the packages:\n${text}`);
const components = JSON.parse(text).components.map(({ name, version, licenses }) => ({
  name,
  version,
  licence: READ[`${name}@${version}`] ?? getLicence(licenses),
}));

mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/sbom.cdx.json`, text);
writeFileSync(
  `${folder}/licences.txt`,
  components.map(({ name, version, licence }) => `${name} ${version}\t${licence}\n`).join(""),
);

for (const [licence, packages] of countByLicence()) say(`${String(packages.length).padStart(4)}  ${licence}`);
say(`\n.cache/sbom/sbom.cdx.json and .cache/sbom/licences.txt name ${components.length} packages.`);
const unread = components.filter(({ licence }) => !isKnown(licence));
for (const { name, version, licence } of unread) say(`Check the licence of ${name} ${version} (${licence})`);
process.exitCode = unread.length > 0 ? 1 : 0;

function getLicence(licenses = []) {
  const stated = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name);
  return stated.join(" AND ") || "not stated";
}

function countByLicence() {
  const groups = Map.groupBy(components, ({ licence }) => licence);
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length);
}

/** True if at least one licence of "(MIT OR CC0-1.0)" is known, or every licence of "MIT AND CC0-1.0". */
function isKnown(licence) {
  return licence
    .replaceAll(/[()]/g, "")
    .split(" AND ")
    .every((part) => part.split(" OR ").some((each) => KNOWN.includes(each.trim())));
}
