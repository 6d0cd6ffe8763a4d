/** The name of the `<meta>` tag and of the response header that contain the catalogue's revision number. */
export const CATALOGUE_REVISION = "catalogue-revision";
