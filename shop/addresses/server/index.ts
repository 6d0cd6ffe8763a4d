export { addAddress, deleteAddresses, findAddress, listAddresses } from "./address-book.ts";
