// The public API of this feature: the parcels to pack, and their weight and size.
export { findParcelsOf, listParcelsToPack, type ParcelToPack } from "./parcels-to-pack.ts";
export { findPieces, formatWeight, measureParcel } from "./parcel-weight.ts";
