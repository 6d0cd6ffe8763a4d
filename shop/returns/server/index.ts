// The public API of the feature: the returns with a status, for the owner's daily list, and the photographs of a
// customer, for the deletion of the account.
export { findReturns, type FoundReturn } from "./commands.ts";
export { deleteReturnPictures } from "./return-pictures.ts";
