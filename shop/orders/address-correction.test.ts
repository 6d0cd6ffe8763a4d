import { expect, test } from "vitest";
import { shippingAddress as checkoutAddress } from "../../tests/support/samples.ts";
import { correctAddress } from "./address-correction.ts";

const savedAddress = { ...checkoutAddress, country: "India" };
const correct = (changes: Parameters<typeof correctAddress>[2], isInvoiced = false) =>
  correctAddress("TRV-1", savedAddress, changes, isInvoiced);

test("each field of an address can be corrected, and the checkout's rules apply", () => {
  expect(correct({ zipCode: " 411002 " })).toEqual({ address: { ...savedAddress, zipCode: "411002" } });
  expect(correct({ state: "gujarat", zipCode: "380001" })).toEqual({
    address: { ...savedAddress, state: "Gujarat", zipCode: "380001" },
  });
});

test.each<[Parameters<typeof correctAddress>[2], string]>([
  [{ phoneNumber: "12345" }, "must be 10 digits"],
  [{ street: "" }, "complete all required fields"],
  [{ state: "Maharastra" }, "not a state of India"],
])("the address correction %o is refused: %s", (changes, words) =>
  expect(correct(changes)).toEqual({ refusal: expect.stringContaining(words) }),
);

test("an invoiced order cannot be moved to another state, but the same state may be spelled differently", () => {
  const moved = { state: "Gujarat", zipCode: "380001" };
  expect(correct(moved, true)).toEqual({ refusal: expect.stringContaining("is for Maharashtra (27)") });
  expect(correct({ state: "MAHARASHTRA" }, true)).toHaveProperty("address");
});
