import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

import { resolveFromRoot } from "./root.mjs";

const readManifest = () =>
  JSON.parse(readFileSync(resolveFromRoot("dist/client/.vite/manifest.json"), "utf8"));

export const listPageSources = () =>
  Object.keys(readManifest()).filter((source) => /^web\/pages\/.*\.tsx$/.test(source));

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

export const measureSent = (files) =>
  files.reduce(
    (sum, file) => sum + brotliCompressSync(readFileSync(resolveFromRoot("dist/client", file))).length,
    0,
  );
