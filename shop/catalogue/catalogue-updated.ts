/**
 * The message to customers' open pages once their socket stands, and again whenever the owner has changed the goods: a
 * page made of an earlier catalogue reads it again.
 */
export const CATALOGUE_UPDATED = "catalogueUpdated";

export interface CatalogueUpdated {
  revision: number;
}
