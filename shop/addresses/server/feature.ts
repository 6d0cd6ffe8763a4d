import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import * as endpoints from "../endpoints.ts";
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
    route(endpoints.listAddressBook, contracts.listAddressBook, ({ db }, { principal }) =>
      listAddresses(db, principal.accountId),
    ),
    route(endpoints.addToAddressBook, contracts.addToAddressBook, (context, input) =>
      addToBook(context, input, lockAccount),
    ),
    route(endpoints.updateAddress, contracts.updateAddress, changeAddress),
    route(endpoints.removeAddress, contracts.removeAddress, removeFromBook),
    route(endpoints.setDefaultAddress, contracts.setDefaultAddress, makeDefault),
  ],
});
