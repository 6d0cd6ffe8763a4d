// The public API of this feature: the list of returns, used in the owner's daily overview, and the deletion of a
// customer's photographs with the account.
export { findReturns, type FoundReturn } from "./commands.ts";
export { deleteReturnPictures } from "./return-pictures.ts";
