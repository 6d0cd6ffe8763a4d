/**
 * Name of the socket message that contains the catalogue revision. The server sends it to open pages when they connect
 * and after each change. A page with an older revision reloads its data.
 */
export const CATALOGUE_UPDATED = "catalogueUpdated";

export interface CatalogueUpdated {
  revision: number;
}
