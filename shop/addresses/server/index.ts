/** The door of the address book: what other rooms may use. */
export { addAddress } from "./add-address.ts";
export { forgetAddresses } from "./forget-addresses.ts";
export { findAddress, listAddresses } from "./find-addresses.ts";
