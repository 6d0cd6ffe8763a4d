import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
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

/** An import of `lockAccount` from accounts would create an import cycle, so it is a parameter. */
export const createAddressesFeature = (lockAccount: LockAccount): Feature => ({
  name: "addresses",
  routes: [
    route(listAddressBook, contracts.listAddressBook, ({ db }, { principal }) =>
      listAddresses(db, principal.accountId),
    ),
    route(addToAddressBook, contracts.addToAddressBook, (context, { principal, body }) =>
      addToBook(context, principal.accountId, body, lockAccount),
    ),
    route(updateAddress, contracts.updateAddress, (context, { principal, params, body }) =>
      changeAddress(context, principal.accountId, params.addressId, body),
    ),
    route(removeAddress, contracts.removeAddress, (context, { principal, params }) =>
      removeFromBook(context, principal.accountId, params.addressId),
    ),
    route(setDefaultAddress, contracts.setDefaultAddress, (context, { principal, params }) =>
      makeDefault(context, principal.accountId, params.addressId),
    ),
  ],
});
