/** The public API of this feature for other features. */
export { addAddress, deleteAddresses, findAddress, listAddresses } from "./address-book.ts";
