import type { Feature } from "#platform/feature.ts";
import { refuse } from "#platform/http/refuse.ts";
import { route, type Principal } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import {
  addToAddressBook,
  listAddressBook,
  removeAddress,
  setDefaultAddress,
  updateAddress,
} from "../endpoints.ts";
import {
  type LockAccount,
  addToBook,
  changeAddress,
  listAddresses,
  removeFromBook,
  makeDefault,
} from "./address-book.ts";

const isOwn = (principal: Principal, params: { userId: string }) => params.userId === principal.accountId;

/** An import of `lockAccount` from accounts would create an import cycle, so it is a parameter. */
export const createAddressesFeature = (lockAccount: LockAccount): Feature => ({
  name: "addresses",
  routes: [
    route(listAddressBook, contracts.listAddressBook, ({ db }, { principal, params }) =>
      isOwn(principal, params) ? listAddresses(db, principal.accountId) : refuse("not_found"),
    ),
    route(addToAddressBook, contracts.addToAddressBook, (context, { principal, params, body }) =>
      isOwn(principal, params)
        ? addToBook(context, principal.accountId, body, lockAccount)
        : refuse("not_found"),
    ),
    route(updateAddress, contracts.updateAddress, (context, { principal, params, body }) =>
      isOwn(principal, params)
        ? changeAddress(context, principal.accountId, params.addressId, body)
        : refuse("not_found"),
    ),
    route(removeAddress, contracts.removeAddress, (context, { principal, params }) =>
      isOwn(principal, params)
        ? removeFromBook(context, principal.accountId, params.addressId)
        : refuse("not_found"),
    ),
    route(setDefaultAddress, contracts.setDefaultAddress, (context, { principal, params }) =>
      isOwn(principal, params)
        ? makeDefault(context, principal.accountId, params.addressId)
        : refuse("not_found"),
    ),
  ],
});
