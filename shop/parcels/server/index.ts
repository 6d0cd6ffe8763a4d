export { findParcelsOf, listParcelsToPack, type ParcelToPack } from "./parcels-to-pack.ts";
export { findPieces, formatWeight, measureParcel } from "./parcel-weight.ts";
