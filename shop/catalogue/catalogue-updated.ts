/** What the open pages of customers receive over their socket once the owner has changed the goods: look again. */
export const CATALOGUE_UPDATED = "catalogueUpdated";
