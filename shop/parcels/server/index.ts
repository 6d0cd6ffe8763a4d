// Public functions: the link by which an owner dispatches from a mail, the parcels to pack, and their weight.
export { buildDispatchHref, DISPATCH_LINK_DAYS, DISPATCH_PATH } from "./dispatch-page.ts";
export { findParcelsOf, listParcelsToPack, type ParcelToPack } from "./parcels-to-pack.ts";
export { parsePosition } from "./commands.ts";
export { findPieces, formatWeight, measureParcel } from "./parcel-weight.ts";
