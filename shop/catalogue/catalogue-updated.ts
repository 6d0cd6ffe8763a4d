/** A live message, sent when a page connects and after each change. A page with an older revision reloads its data. */
export const CATALOGUE_UPDATED = "catalogueUpdated";

export interface CatalogueUpdated {
  revision: number;
}
