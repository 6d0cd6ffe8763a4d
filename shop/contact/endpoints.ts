import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import { readFields, readMessage } from "#contract/read.ts";
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

export const readSubscription = defineEndpoint(withContract<typeof contracts.readSubscription>, {
  method: "GET",
  path: "/api/account/newsletter",
  policy: "customer",
  read: readSubscribed,
});

export const changeSubscription = defineEndpoint(withContract<typeof contracts.changeSubscription>, {
  method: "PUT",
  path: "/api/account/newsletter",
  policy: "customer",
  read: (body) => ({ ...readSubscribed(body), message: readMessage(body).message }),
});

/** `subscribed` is null if the response does not contain it (D101). */
function readSubscribed(body: unknown): { success: true; subscribed: boolean | null } {
  const { subscribed } = readFields(body);
  return { success: true, subscribed: typeof subscribed === "boolean" ? subscribed : null };
}
