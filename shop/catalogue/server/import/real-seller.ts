import path from "node:path";
import type { Context } from "#platform/context.ts";
import { listSamples } from "#shop/seller/server/index.ts";
import { readCatalogueFolder } from "../owner-folder/catalogue-folder.ts";
import { importCatalogue } from "./import-catalogue.ts";
import { catalogueVersion } from "../tables.ts";
import type { HomeContentFiles } from "../home/home-content-files.ts";

/** The shop is about to sell to real customers under facts that are true of no one. The message is for its owner. */
export class SampleSeller extends Error {
  constructor(fields: readonly string[], folder: string) {
    const list = fields.map((field) => `  - ${field}`).join("\n");
    super(
      `SHOP_PROFILE=production sells to real customers, but these facts of the seller are still samples:\n${list}\n` +
        `Write your own over them in ${path.join(folder, "seller.json")} and start again. ` +
        `catalogue/README.md explains each. To try the shop out with the samples, write SHOP_PROFILE=demo.`,
    );
    this.name = "SampleSeller";
  }
}

/**
 * In production the seller is a real one (D103). Where the shop still has samples and the owner's folder no longer
 * does, the folder is taken over, without taking any product out of the shop. @throws SampleSeller, CatalogueErrors
 */
export async function requireRealSeller(context: Context): Promise<void> {
  const { profile, catalogueDir } = context.config;
  if (profile !== "production") return;
  const [version] = await context.db
    .select({ homeContent: catalogueVersion.homeContent })
    .from(catalogueVersion);
  if (version && listSampleFields(version.homeContent.seller).length === 0) return;
  const { goods } = await readCatalogueFolder(catalogueDir);
  const left = listSampleFields(goods?.homeContent.seller ?? version?.homeContent.seller);
  if (left.length > 0) throw new SampleSeller(left, catalogueDir);
  if (version) await importCatalogue(context, catalogueDir, { keepOthers: true });
}

const listSampleFields = (seller: HomeContentFiles["seller"]): string[] =>
  seller ? listSamples(seller).map(([field]) => field) : [];
