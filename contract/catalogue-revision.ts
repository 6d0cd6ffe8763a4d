/** Name of both the `<meta>` tag and the response header that contain the revision of the catalogue. */
export const CATALOGUE_REVISION = "catalogue-revision";
