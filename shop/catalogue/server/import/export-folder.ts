import { copyFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { omitAbsent, readFields } from "#contract/read.ts";
import type { Context } from "#platform/context.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { createFolder, writeOrRefuse } from "#platform/operator/written-files.ts";
import { formatBrandFiles } from "#shop/brand/server/index.ts";
import { findOriginalFile, type Original, readPictures } from "#shop/media/server/index.ts";
import { formatRulesFile } from "#shop/policies/server/index.ts";
import { readContent } from "../content/change-content.ts";
import { type HomeContentFiles, type PartFile, partFiles } from "../owner-folder/home-content-files.ts";
import { listNames } from "../owner-folder/named-files.ts";
import type { WrittenProduct } from "../owner-folder/product-file.ts";
import { toVideoOriginal } from "../snapshot/home-content.ts";
import { listWrittenProducts } from "./stored-products.ts";

/**
 * Exports the catalogue to a folder that can be imported again. `missing` contains the paths of files that were not
 * found. @throws CommandRefused if the folder is not empty or cannot be written
 */
export async function exportFolder(context: Context, folder: string) {
  await createFolder(folder);
  if ((await readdir(folder)).length > 0)
    throw new CommandRefused(`${folder} is not empty. Choose a new folder.`);
  const content = await readContent(context);
  const products = await listWrittenProducts(context.db);
  const jsonFiles = formatJsonFiles(content, products);
  const files = listFiles(content, jsonFiles);
  for (const [name, text] of files) {
    await createFolder(path.dirname(path.join(folder, name)));
    await writeOrRefuse(folder, () => writeFile(path.join(folder, name), text));
  }
  const { originals, missing } = await listOriginals(context, content, jsonFiles);
  for (const original of originals) {
    const source = await findOriginalFile(context, original);
    const target = path.join(folder, original.path);
    await createFolder(path.dirname(target));
    if (source === null) missing.push(original.path);
    else await writeOrRefuse(folder, () => copyFile(source, target));
  }
  return { products: products.length, files: files.length + originals.length, missing };
}

type JsonFiles = Readonly<Record<string, unknown>>;

function formatJsonFiles(content: HomeContentFiles, products: readonly WrittenProduct[]): JsonFiles {
  const files: Record<string, unknown> = { "products.json": products };
  for (const [name, { file: base, key }] of Object.entries<PartFile>(partFiles)) {
    const part = readFields(content)[name];
    const file = `${base}.json`;
    if (part === undefined) continue;
    files[file] = key === undefined ? part : { ...readFields(files[file]), [key]: part };
  }
  return omitAbsent({
    ...files,
    "videos.json": content.videos.map(({ hash: _hash, ...video }) => video),
    "brand.json": formatBrandFiles(content.brand ?? {}).json,
    "rules.json": content.rules && formatRulesFile(content.rules),
  });
}

function listFiles({ brand, texts = {} }: HomeContentFiles, jsonFiles: JsonFiles): [string, string][] {
  const { json: _json, ...drawings } = formatBrandFiles(brand ?? {});
  return [
    ...Object.entries(drawings),
    ...Object.entries(texts).map(([name, text]): [string, string] => [
      `${name.includes("/") ? name : `texts/${name}`}.md`,
      text,
    ]),
    ...Object.entries(jsonFiles).map(([name, part]): [string, string] => [
      name,
      `${JSON.stringify(part, null, 2)}\n`,
    ]),
  ];
}

async function listOriginals(context: Context, content: HomeContentFiles, jsonFiles: JsonFiles) {
  const knownPictures = await readPictures(context.db);
  const pictures = [...new Set(listNames(jsonFiles))].filter((name) => !name.endsWith(".mp4"));
  const missing = pictures.filter((name) => !knownPictures.has(name));
  const originals: Original[] = [
    ...content.videos.map(toVideoOriginal),
    ...pictures.flatMap((name) => knownPictures.get(name) ?? []),
  ];
  return { originals, missing };
}
