/** The name of a `<meta>` tag and of a response header with the revision of the catalogue. */
export const CATALOGUE_REVISION = "catalogue-revision";
