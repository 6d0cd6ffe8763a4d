/** The public API of the feature: what other features may use. */
export { addAddress, deleteAddresses, findAddress, listAddresses } from "./address-book.ts";
