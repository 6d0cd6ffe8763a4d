import { address, decideInDialog, clickButton, saveAddress, savedAddress } from "./visitor-acts.ts";
import { htmlPage, type CallPlans, answerSilent } from "./played.ts";

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
      [{ body: null }, "No address yet!"],
    ],
    failures: [
      [answerSilent(500), "We couldn’t load your addresses right now. Please try again."],
      [htmlPage, "We couldn’t load your addresses right now. Please try again."],
    ],
    full: [savedAddress],
    entry: "395002",
    others: { "*.zipCode": [395002], "*": [null] },
  },
  "POST /addresses/{userId}": {
    page: "/address",
    as: "customer",
    act: async () => {
      await clickButton("Add a new address");
      await saveAddress();
    },
    before: { "GET /addresses/{userId}": { body: [savedAddress] } },
    after: { "GET /addresses/{userId}": { body: twoAddresses } },
    bare: [answerSilent(201), "2 MG Road"],
    forms: [
      [{ body: { success: true } }, "2 MG Road"],
      [{ body: { addresses: [another] } }, "2 MG Road"],
    ],
    failures: [[answerSilent(500), "Could not save the address. Please check the details and try again."]],
  },
  "PUT /addresses/{userId}/{addressId}": {
    page: "/address",
    as: "customer",
    act: async () => {
      await clickButton(/^Edit /);
      await saveAddress();
    },
    before: { "GET /addresses/{userId}": { body: [savedAddress] } },
    after: { "GET /addresses/{userId}": { body: twoAddresses } },
    bare: [{ body: { success: true } }, "2 MG Road"],
    forms: [[{ body: { addresses: [another] } }, "2 MG Road"]],
    failures: [[answerSilent(500), "Could not update the address. Please try again."]],
  },
  "DELETE /addresses/{userId}/{addressId}": {
    page: "/address",
    as: "customer",
    act: async () => {
      await clickButton(/^Remove /);
      await decideInDialog("Yes, Remove");
    },
    before: { "GET /addresses/{userId}": { body: [savedAddress] } },
    after: { "GET /addresses/{userId}": { body: [] } },
    bare: [answerSilent(204), "No address yet!"],
    forms: [[{ body: "gone" }, "No address yet!"]],
    failures: [[answerSilent(500), "Could not remove the address. Please try again."]],
  },
  "PATCH /addresses/{userId}/{addressId}/default": {
    page: "/address",
    as: "customer",
    act: () => clickButton(/^Set Default /),
    before: { "GET /addresses/{userId}": { body: twoAddresses } },
    bare: [answerSilent(204), "2 MG RoadDefault"],
    forms: [
      [{ body: { success: true } }, "2 MG RoadDefault"],
      [{ body: { addresses: [savedAddress, { ...another, isDefault: true }] } }, "2 MG RoadDefault"],
    ],
    failures: [[answerSilent(500), "Could not set default. Please try again."]],
  },
} satisfies CallPlans;
