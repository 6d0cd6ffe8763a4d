// The public API: the returns of a status, for the owner's day; the photographs of a customer, for the deletion of the account.
export { findReturns, type FoundReturn } from "./commands.ts";
export { deleteReturnPictures } from "./return-pictures.ts";
