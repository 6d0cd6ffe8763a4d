/** The public API of the feature: what other features may use. */
export { addAddress } from "./add-address.ts";
export { forgetAddresses } from "./forget-addresses.ts";
export { findAddress, listAddresses } from "./find-addresses.ts";
