/**
 * The message sent to customers' open pages when their socket connects, and after each change of the catalogue: a page
 * with an older revision reloads its data.
 */
export const CATALOGUE_UPDATED = "catalogueUpdated";

export interface CatalogueUpdated {
  revision: number;
}
