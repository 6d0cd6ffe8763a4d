import { bind, type Bound, type Caller } from "#platform/bind.ts";
import { refuse } from "#platform/refuse.ts";
import {
  addToAddressBook,
  listAddressBook,
  removeAddress,
  setDefaultAddress,
  updateAddress,
} from "../endpoints.ts";
import { addToBook } from "./add-address.ts";
import { changeAddress } from "./change-address.ts";
import { listAddresses } from "./find-addresses.ts";
import { removeFromBook } from "./remove-address.ts";
import { makeDefault } from "./set-default-address.ts";

/** The path names a customer; only the session says who is asking (D74/76). */
const isOwn = (caller: Caller, params: { userId: string }) => params.userId === caller.accountId;

export const addressRoutes: Bound[] = [
  bind(listAddressBook, ({ db }, { caller, params }) =>
    isOwn(caller, params) ? listAddresses(db, caller.accountId) : refuse("not_found"),
  ),
  bind(addToAddressBook, (context, { caller, params, body }) =>
    isOwn(caller, params) ? addToBook(context, caller.accountId, body) : refuse("not_found"),
  ),
  bind(updateAddress, (context, { caller, params, body }) =>
    isOwn(caller, params)
      ? changeAddress(context, caller.accountId, params.addressId, body)
      : refuse("not_found"),
  ),
  bind(removeAddress, (context, { caller, params }) =>
    isOwn(caller, params) ? removeFromBook(context, caller.accountId, params.addressId) : refuse("not_found"),
  ),
  bind(setDefaultAddress, (context, { caller, params }) =>
    isOwn(caller, params) ? makeDefault(context, caller.accountId, params.addressId) : refuse("not_found"),
  ),
];
