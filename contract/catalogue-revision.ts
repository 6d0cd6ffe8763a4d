/** Name of the page's `<meta>` tag and of the response header that hold the catalogue revision. */
export const CATALOGUE_REVISION = "catalogue-revision";
