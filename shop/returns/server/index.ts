export { findReturns, type FoundReturn } from "./commands.ts";
export { deleteReturnPictures } from "./return-pictures.ts";
export { findReturnRefusals } from "./returns.ts";
