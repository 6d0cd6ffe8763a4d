import { useState } from "react";
import { findPreferredAddress } from "#shop/addresses/address.ts";
import type { Address } from "#shop/addresses/saved-address.ts";
import type { ShippingAddress } from "#shop/orders/recipient.ts";
import { SHIPPING_COUNTRY } from "#shop/orders/shipping-cities.ts";
import type { CheckoutDraft } from "./checkout-draft.ts";

interface Reachable {
  phoneNumber: string;
}

/** The fields a saved address fills: street, zip code, state, city and phone (§2.8, D63). */
export function useShippingFields(draft: CheckoutDraft, customer: Reachable, addresses: readonly Address[]) {
  const preferred = findPreferredAddress(addresses);
  const [selectedId, setSelectedId] = useState(() => {
    const wanted = draft["selectedAddressId"] ?? preferred?._id;
    // One that was removed meanwhile is just an address that was typed.
    return addresses.find(({ _id }) => _id === wanted)?._id ?? "";
  });
  const [address, setAddress] = useState<ShippingAddress>(
    () =>
      readDrafted(draft) ??
      (preferred ? fillFrom(preferred, customer) : { ...empty, phoneNumber: customer.phoneNumber }),
  );
  const change = (part: Partial<ShippingAddress>) => setAddress((before) => ({ ...before, ...part }));
  return {
    selectedId,
    address,
    pick(id: string) {
      setSelectedId(id);
      const saved = addresses.find(({ _id }) => _id === id);
      if (saved) setAddress(fillFrom(saved, customer));
    },
    control: (name: keyof ShippingAddress) => ({
      value: address[name],
      onChange: ({ target }: { target: { value: string } }) => {
        // What was picked no longer fits what is typed. Another state has other cities.
        if (name !== "phoneNumber") setSelectedId("");
        change(name === "state" ? { state: target.value, city: "" } : { [name]: target.value });
      },
    }),
  };
}

export type ShippingFields = ReturnType<typeof useShippingFields>;

const empty: ShippingAddress = {
  street: "",
  city: "",
  state: "",
  zipCode: "",
  country: SHIPPING_COUNTRY,
  phoneNumber: "",
};

const fillFrom = (saved: Address, customer: Reachable): ShippingAddress => ({
  street: saved.street,
  city: saved.city,
  state: saved.state,
  zipCode: saved.zipCode,
  country: saved.country,
  phoneNumber: saved.phoneNumber || customer.phoneNumber,
});

const readDrafted = (draft: CheckoutDraft): ShippingAddress | null => {
  if (!("shippingAddress.street" in draft)) return null;
  const part = (name: keyof ShippingAddress) => draft[`shippingAddress.${name}`] ?? "";
  return {
    street: part("street"),
    city: part("city"),
    state: part("state"),
    zipCode: part("zipCode"),
    country: SHIPPING_COUNTRY,
    phoneNumber: part("phoneNumber"),
  };
};
