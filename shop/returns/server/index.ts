export { findReturns, type FoundReturn } from "./commands.ts";
export { deleteReturnPictures, findReturnPictures } from "./return-pictures.ts";
export { findRequestRefusal, findReturnRefusals } from "./returns.ts";
