// The public API of the feature: the parcels to pack, and their weight.
export { findParcelsOf, listParcelsToPack, type ParcelToPack } from "./parcels-to-pack.ts";
export { findPieces, formatWeight, measureParcel } from "./parcel-weight.ts";
