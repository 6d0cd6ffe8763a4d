/**
 * Name of the socket message that contains the catalogue revision. It is sent to open pages when they connect and after
 * each change; a page with an older revision reloads its data.
 */
export const CATALOGUE_UPDATED = "catalogueUpdated";

export interface CatalogueUpdated {
  revision: number;
}
