// The public API: the returns of a status, for the owner's day; the steps of one, for the links of the owner's mails.
export {
  acceptReturn,
  findReturns,
  type FoundReturn,
  receiveReturn,
  refundReturned,
  refuseReturn,
} from "./commands.ts";
