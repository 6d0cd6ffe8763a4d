import { address, decideInDialog, press, saveAddress } from "./visitor-acts.ts";
import { savedAddress } from "./saved-address.ts";
import { page, type PlayedCalls, silent } from "./played.ts";

const another = { id: "work", ...address, street: "2 MG Road" };

const twoAddresses = [savedAddress, another];

export const addressCalls = {
  "GET /addresses/{userId}": {
    page: "/address",
    as: "customer",
    bare: [{ body: [{ _id: "home", street: "14 Lake View Road" }] }, "14 Lake View Road", "India"],
    forms: [
      [{ body: { addresses: twoAddresses } }, "2 MG Road", "Default"],
      [{ body: [] }, "No address yet!"],
    ],
    failures: [
      [silent(500), "We couldn’t load your addresses right now. Please try again."],
      [page(), "We couldn’t load your addresses right now. Please try again."],
    ],
    full: [savedAddress],
    others: { "*.zipCode": [395002], "*": [null] },
  },
  "POST /addresses/{userId}": {
    page: "/address",
    as: "customer",
    act: async () => {
      await press("Add a new address");
      await saveAddress();
    },
    before: { "GET /addresses/{userId}": { body: [savedAddress] } },
    after: { "GET /addresses/{userId}": { body: twoAddresses } },
    bare: [silent(201), "2 MG Road"],
    forms: [
      [{ body: { success: true } }, "2 MG Road"],
      [{ body: { addresses: [another] } }, "2 MG Road"],
    ],
    failures: [[silent(500), "Could not save the address. Please check the details and try again."]],
  },
  "PUT /addresses/{userId}/{addressId}": {
    page: "/address",
    as: "customer",
    act: async () => {
      await press(/^Edit /);
      await saveAddress();
    },
    before: { "GET /addresses/{userId}": { body: [savedAddress] } },
    after: { "GET /addresses/{userId}": { body: twoAddresses } },
    bare: [{ body: { success: true } }, "2 MG Road"],
    forms: [[{ body: { addresses: [another] } }, "2 MG Road"]],
    failures: [[silent(500), "Could not update the address. Please try again."]],
  },
  "DELETE /addresses/{userId}/{addressId}": {
    page: "/address",
    as: "customer",
    act: async () => {
      await press(/^Remove /);
      await decideInDialog("Yes, Remove");
    },
    before: { "GET /addresses/{userId}": { body: [savedAddress] } },
    after: { "GET /addresses/{userId}": { body: [] } },
    bare: [silent(204), "No address yet!"],
    forms: [[{ body: "gone" }, "No address yet!"]],
    failures: [[silent(500), "Could not remove the address. Please try again."]],
  },
  "PATCH /addresses/{userId}/{addressId}/default": {
    page: "/address",
    as: "customer",
    act: () => press(/^Set Default /),
    before: { "GET /addresses/{userId}": { body: twoAddresses } },
    bare: [silent(204), "2 MG RoadDefault"],
    forms: [
      [{ body: { success: true } }, "2 MG RoadDefault"],
      [{ body: { addresses: [savedAddress, { ...another, isDefault: true }] } }, "2 MG RoadDefault"],
    ],
    failures: [[silent(500), "Could not set default. Please try again."]],
  },
} satisfies PlayedCalls;
