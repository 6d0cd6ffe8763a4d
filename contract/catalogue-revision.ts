/** Name of the `<meta>` of each page, and of the header of each answer, that says which catalogue it was made of. */
export const CATALOGUE_REVISION = "catalogue-revision";
