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
  read: readMessage,
});
