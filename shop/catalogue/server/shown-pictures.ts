import path from "node:path";
import { eq } from "drizzle-orm";
import { deskLinks } from "#contract/desk-links.ts";
import { isObject } from "#contract/read.ts";
import { formatCount, joinFirst } from "#contract/text.ts";
import type { PictureSource } from "#platform/backup/backup-pictures.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/database/database.ts";
import { CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { StorageFailure } from "#platform/storage/object-storage.ts";
import {
  type Original,
  findUnstored,
  listPictureSources,
  pushPictures,
  readPictures,
  toPictureRef,
} from "#shop/media/server/index.ts";
import { toVideoOriginal } from "./snapshot/home-content.ts";
import { listPicturePaths } from "./snapshot/product-cache.ts";
import { getSnapshot } from "./snapshot/snapshot.ts";
import { catalogueVersion, product } from "./tables.ts";

async function listShownOriginals(context: Context): Promise<Original[]> {
  const paths = await listProductPaths(context.db);
  const { homeContent, videos } = getSnapshot(context);
  const homeImages = new Set(listSources(homeContent));
  const pictures = [...(await readPictures(context.db)).values()].filter(
    (picture) => paths.has(picture.path) || homeImages.has(toPictureRef(picture).src),
  );
  return [...pictures, ...videos.values()];
}

async function listProductPaths(db: Pick<Db, "select">): Promise<ReadonlySet<string>> {
  const { images, variantImages } = product;
  const products = await db.select({ images, variantImages }).from(product).where(eq(product.hidden, false));
  return new Set(products.flatMap(listPicturePaths));
}

/** Lists all pictures and videos for a backup, also those that are not shown now, because a change can be undone. */
export async function listPicturesToBackUp(
  db: Pick<Db, "select">,
  config: Pick<Config, "dataDir" | "catalogueDir" | "pictureStorage">,
): Promise<PictureSource[]> {
  const [version] = await db.select({ homeContent: catalogueVersion.homeContent }).from(catalogueVersion);
  const videos = (version?.homeContent.videos ?? []).map(toVideoOriginal);
  const pictures = [...(await readPictures(db)).values()];
  const shownPaths = await listProductPaths(db);
  const contentText = JSON.stringify(version?.homeContent ?? {});
  const isShown = (name: string) =>
    shownPaths.has(name) || contentText.includes(JSON.stringify(path.posix.basename(name)));
  const sources = await listPictureSources(config, [...pictures, ...videos]);
  return sources.map((source) =>
    source.kind === "upload" || isShown(source.path) ? source : { ...source, isUnused: true },
  );
}

/** Returns the `src` of all pictures in a value, at any depth. */
function listSources(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listSources);
  if (!isObject(value)) return [];
  return typeof value["src"] === "string" ? [value["src"]] : Object.values(value).flatMap(listSources);
}

/** Reports pictures that the storage lacks, but not a failure of the storage, which `checkPictureStorage` reports. */
export async function checkStoredPictures(context: Context): Promise<Finding[]> {
  const { pictureStorage } = context.config;
  if (!pictureStorage) return [];
  const about = pictureStorage.name;
  try {
    const missing = await findUnstored(context, await listShownOriginals(context));
    if (missing.length === 0) return [];
    const what = `${formatCount(missing.length, "picture")} not in the storage: ${joinFirst(missing)}`;
    const remedy = "Upload the pictures from a machine that has the catalogue folder";
    return [{ about, what, remedy, screen: deskLinks.form("pictures push") }];
  } catch (cause) {
    if (cause instanceof StorageFailure) return [];
    throw cause;
  }
}

export const pushPicturesCommand = defineCommand({
  noun: "pictures",
  verb: "push",
  summary: "Uploads the pictures and videos of this machine to the storage, unless they are there already.",
  args: [],
  options: { verify: { summary: "also read the stored files, and replace damaged ones", flag: true } },
  examples: ["pictures push", "pictures push --verify"],
  async run(context, { options }, progress) {
    const { catalogueDir, pictureStorage } = context.config;
    if (!pictureStorage)
      throw new CommandRefused(
        "No storage is set up, so the pictures stay in the folder of this machine. See PICTURES_STORAGE in .env.example.",
      );
    const { stored, there, missing } = await pushPictures(context, await listShownOriginals(context), {
      onProgress: progress,
      verify: options["verify"] !== undefined,
    });
    const facts = {
      storage: pictureStorage.name,
      stored: stored.length,
      "already stored": there,
      missing: missing.length,
    };
    return { facts, data: { ...facts, missing }, ...describeMissing(missing, catalogueDir) };
  },
});

const describeMissing = (missing: readonly string[], folder: string) =>
  missing.length > 0 && {
    message: `${formatCount(missing.length, "file")} missing in ${folder}, or changed since the import: ${joinFirst(missing, 10)}. Put them into the folder and import again, or upload them from the machine that has them.`,
    attention: true as const,
  };
