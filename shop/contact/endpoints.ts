import { endpoint, typed } from "#contract/endpoint.ts";
import { messageIn } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";

export const sendMessage = endpoint(typed<typeof contracts.sendMessage>, {
  method: "POST",
  path: "/api/contact",
  policy: "public",
  read: messageIn,
});

export const subscribe = endpoint(typed<typeof contracts.subscribe>, {
  method: "POST",
  path: "/api/newsletter",
  policy: "public",
  read: messageIn,
});
