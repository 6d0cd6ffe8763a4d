import type { Address } from "#shop/addresses/saved-address.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { ShippingAddress } from "#shop/orders/recipient.ts";
import type { NewOrder } from "../new-order.ts";

interface Customer {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string | null;
}

/**
 * Where the order goes and to whom; `saved` is the customer's address that `selectedAddressId` names. What was typed counts; a saved address alone is enough. A saved one that is
 * named must be the customer's own, even if another is typed. A missing phone is the saved address's, else the
 * profile's; a missing name is the profile's (D61, D63).
 */
export function resolveDestination(
  customer: Customer,
  saved: Address | null,
  { selectedAddressId, shippingAddress, contact }: NewOrder,
) {
  if (selectedAddressId && !saved) return refuse("not_found");
  const address = shippingAddress ?? saved;
  if (!address) return refuse("incomplete");
  const phoneNumber = shippingAddress?.phoneNumber || saved?.phoneNumber || customer.phoneNumber || "";
  if (phoneNumber === "") {
    return refuse("incomplete", {
      fields: [{ path: "shippingAddress.phoneNumber", message: "Phone Number is required" }],
    });
  }
  const { street, city, state, zipCode, country } = address;
  const { firstName, lastName, email } = contact ?? customer;
  if (firstName === "") {
    return refuse("incomplete", {
      fields: [{ path: "contact.firstName", message: "First Name is required" }],
    });
  }
  return {
    shippingAddress: { street, city, state, zipCode, country, phoneNumber } satisfies ShippingAddress,
    contact: { firstName, lastName, email },
  };
}
