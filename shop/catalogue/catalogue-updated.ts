/**
 * What the open pages of customers receive over their socket once it stands, and again whenever the owner has changed the goods:
 * a page that was made of an earlier catalogue looks again.
 */
export const CATALOGUE_UPDATED = "catalogueUpdated";

export interface CatalogueUpdated {
  revision: number;
}

/** The name of the `<meta>` that says which catalogue a page was made of. */
export const CATALOGUE_REVISION = "catalogue-revision";
