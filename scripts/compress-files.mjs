// Run by the build: writes a compressed copy of each text file for the browser, as small as possible.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import { resolveFromRoot } from "./root.mjs";

const TEXT = /\.(?:css|js|svg|txt)$/;

/** Compresses all text files of the browser's build in parallel. */
export async function compressFiles() {
  const folder = resolveFromRoot("dist/client");
  const names = readdirSync(folder, { recursive: true }).filter((name) => TEXT.test(name));
  await Promise.all(names.map((name) => compressFile(resolveFromRoot("dist/client", name))));
}

async function compressFile(path) {
  const plain = readFileSync(path);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  writeFileSync(`${path}.br`, br);
  writeFileSync(`${path}.gz`, zipped);
}
