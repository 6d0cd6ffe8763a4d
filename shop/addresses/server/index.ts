/** The public API of the feature: what other features may use. */
export { addAddress } from "./add-address.ts";
export { deleteAddresses } from "./forget-addresses.ts";
export { findAddress, listAddresses } from "./find-addresses.ts";
