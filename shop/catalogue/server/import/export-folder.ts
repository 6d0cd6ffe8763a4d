import { copyFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { readFields } from "#contract/read.ts";
import type { Context } from "#platform/context.ts";
import { CommandRefused, type ReportProgress } from "#platform/operator/command.ts";
import { createFolder, writeOrRefuse } from "#platform/operator/written-files.ts";
import { formatBrandFiles } from "#shop/brand/server/index.ts";
import { findOriginalFile, type Original, readPictures } from "#shop/media/server/index.ts";
import { formatRulesFile } from "#shop/policies/server/index.ts";
import { homeFiles, type HomeContentFiles } from "../owner-folder/home-content-files.ts";
import { listNames } from "../owner-folder/named-files.ts";
import { EMPTY_HOME_CONTENT } from "../revision.ts";
import { toVideoOriginal } from "../snapshot/home-content.ts";
import { catalogueVersion, product } from "../tables.ts";
import { readWrittenProducts } from "./written-products.ts";

/** Exports the shop to a folder that can be imported again. @throws CommandRefused if the folder is not empty */
export async function exportFolder(context: Context, folder: string, report: ReportProgress = () => {}) {
  await createFolder(folder);
  if ((await readdir(folder)).length > 0)
    throw new CommandRefused(`${folder} is not empty. Choose a new folder.`);
  const ids = await listProductIds(context);
  const products = await readWrittenProducts(context.db, ids);
  const texts = await formatTexts(
    context,
    ids.flatMap((id) => products.get(id) ?? []),
  );
  for (const [name, text] of texts) {
    await createFolder(path.dirname(path.join(folder, name)));
    await writeOrRefuse(folder, () => writeFile(path.join(folder, name), text));
  }
  const { originals, missing } = await listOriginals(context, texts);
  let done = 0;
  for (const original of originals) {
    const source = await findOriginalFile(context, original);
    const target = path.join(folder, original.path);
    await createFolder(path.dirname(target));
    if (source === null) missing.push(original.path);
    else await writeOrRefuse(folder, () => copyFile(source, target));
    if (++done % 40 === 0 || done === originals.length)
      report("Copying the pictures", done, originals.length);
  }
  return { products: ids.length, files: texts.size + originals.length, missing };
}

export async function listProductIds({ db }: Context): Promise<string[]> {
  const rows = await db
    .select({ id: product.id })
    .from(product)
    .where(eq(product.inOwnerList, true))
    .orderBy(product.createdAt, product.id);
  return rows.map(({ id }) => id);
}

async function formatTexts(context: Context, products: readonly unknown[]): Promise<Map<string, string>> {
  const content = await readContent(context);
  const { brand, rules, texts = {}, home, menu, taxes, couriers } = content;
  const { specialOffer, offerCards: cards, story: pictures, scenes, looks, makers, videos } = content;
  const { json: brandJson, ...drawings } = formatBrandFiles(brand ?? {});
  const parts: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(
      Object.entries(homeFiles).map(([name, { file }]) => [file, readFields(content)[name]]),
    ),
    "products.json": products,
    "offers.json": { specialOffer, cards },
    "story.json": { pictures, scenes, looks, makers },
    "videos.json": videos.map(({ hash: _hash, ...video }) => video),
    "couriers.json": couriers,
    "home.json": home,
    "menu.json": menu,
    "taxes.json": taxes,
    "brand.json": brandJson,
    "rules.json": rules && formatRulesFile(rules),
  };
  const files = Object.entries({ ...texts, ...drawings }).map(([name, text]): [string, string] => [
    name.endsWith(".svg") ? name : `${name.includes("/") ? name : `texts/${name}`}.md`,
    text,
  ]);
  return new Map([
    ...files,
    ...Object.entries(parts).flatMap(([name, part]): [string, string][] =>
      part === undefined ? [] : [[name, `${JSON.stringify(part, null, 2)}\n`]],
    ),
  ]);
}

async function readContent({ db }: Context): Promise<HomeContentFiles> {
  const [version] = await db.select({ homeContent: catalogueVersion.homeContent }).from(catalogueVersion);
  return version?.homeContent ?? EMPTY_HOME_CONTENT;
}

async function listOriginals(context: Context, texts: ReadonlyMap<string, string>) {
  const knownPictures = await readPictures(context.db);
  const jsonFiles = Object.fromEntries(
    [...texts].flatMap(([name, text]) => (name.endsWith(".json") ? [[name, JSON.parse(text)]] : [])),
  );
  const paths = new Set(listNames(jsonFiles));
  const videos = (await readContent(context)).videos.map(toVideoOriginal);
  const pictures = [...paths].filter((name) => !name.endsWith(".mp4"));
  const missing = pictures.filter((name) => !knownPictures.has(name));
  const originals: Original[] = [...videos, ...pictures.flatMap((name) => knownPictures.get(name) ?? [])];
  return { originals, missing };
}
