import { expect, test } from "vitest";
import type { ListedOrder } from "../order-parts.tsx";
import { findEarlierOrders, toAddress } from "./phone-order.tsx";

const MEERA = { firstName: "Meera", lastName: "Shah" };
const LATA = { firstName: "Lata", lastName: "Rao" };

const order = (contact: object, street: string, phoneNumber: string) =>
  ({
    contact,
    shippingAddress: { street, zipCode: "411001", city: "Pune", state: "Maharashtra", phoneNumber },
  }) as ListedOrder;

const gift = order({ ...LATA, buyer: { ...MEERA, phoneNumber: "9876543210" } }, "4 Hill Road", "9123456780");
const own = order(MEERA, "12 Ring Road", "9876543210");

test("a caller's phone number finds the orders that the caller placed, but not the gifts that the caller received (D120)", () => {
  const { last, usual, addresses } = findEarlierOrders([gift, own], "9876543210");
  expect({ last, usual, addresses }).toEqual({ last: gift, usual: own, addresses: [gift, own] });
  expect(toAddress(gift)).toMatchObject({ street: "4 Hill Road", recipient: "Lata Rao" });
  expect(toAddress(own)).toMatchObject({ recipient: "", "recipient-phone": "" });
  expect(findEarlierOrders([gift, own], "9123456780")).toEqual({
    last: undefined,
    usual: undefined,
    addresses: [],
  });
});
