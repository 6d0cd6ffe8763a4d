// Lists the files that a page loads before it is hydrated, from the build's manifest.

import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

import { resolveFromRoot } from "./root.mjs";

const readManifest = () =>
  JSON.parse(readFileSync(resolveFromRoot("dist/client/.vite/manifest.json"), "utf8"));

/** Lists the source files of all pages. */
export const listPageSources = () =>
  Object.keys(readManifest()).filter((source) => /^web\/pages\/.*\.tsx$/.test(source));

/**
 * Returns the scripts and style sheets that are loaded before a page is hydrated. The scripts are those of the entry,
 * the page and its data module, with all their imports. `page` is the path of the page's source file.
 */
export function listFirstLoad(page) {
  const manifest = readManifest();
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
    styles: Object.values(manifest)
      .map(({ file }) => file)
      .filter((file) => file.endsWith(".css")),
  };
}

/** Returns the compressed size of files in bytes (brotli, quality 11, like the server sends them). */
export const measureSent = (files) =>
  files.reduce(
    (sum, file) => sum + brotliCompressSync(readFileSync(resolveFromRoot("dist/client", file))).length,
    0,
  );
