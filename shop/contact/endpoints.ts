import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import { readMessage } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";

export const sendMessage = defineEndpoint(withContract<typeof contracts.sendMessage>, {
  method: "POST",
  path: "/api/contact",
  policy: "public",
  read: readMessage,
});

export const subscribe = defineEndpoint(withContract<typeof contracts.subscribe>, {
  method: "POST",
  path: "/api/newsletter",
  policy: "public",
});

export const readSubscription = defineEndpoint(withContract<typeof contracts.readSubscription>, {
  method: "GET",
  path: "/api/account/newsletter",
  policy: "customer",
});

export const changeSubscription = defineEndpoint(withContract<typeof contracts.changeSubscription>, {
  method: "PUT",
  path: "/api/account/newsletter",
  policy: "customer",
});
