/** Socket message that is sent on connection and after each change. A page with an older revision reloads. */
export const CATALOGUE_UPDATED = "catalogueUpdated";

export interface CatalogueUpdated {
  revision: number;
}
