import { listSamples } from "#shop/seller/server/index.ts";
import type { HomeContentFiles } from "../home/home-content-files.ts";
import { CatalogueErrors } from "../owner-folder/catalogue-errors.ts";

/** Where real customers are sold to, nothing is sold under facts that are true of no one (D103). @throws CatalogueErrors */
export function refuseSamples(seller: HomeContentFiles["seller"]): void {
  const errors = (seller ? listSamples(seller) : []).map(([field, value]) => ({
    file: "seller.json",
    where: "",
    field,
    message: `is still a sample: "${value}". Write your own.`,
  }));
  if (errors.length > 0) throw new CatalogueErrors(errors);
}
