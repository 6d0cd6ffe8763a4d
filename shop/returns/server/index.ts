// The public API: the returns of a status, for the owner's day; the steps of one, for the links of the owner's mails; the photographs of a
// customer, for the deletion of the account.
export {
  acceptReturn,
  findReturns,
  type FoundReturn,
  receiveReturn,
  refundReturned,
  refuseReturn,
} from "./commands.ts";
export { deleteReturnPictures } from "./return-pictures.ts";
