import { defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import { readMessage } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";

/* @__NO_SIDE_EFFECTS__ */
const define: DefineEndpoint<typeof contracts> = (_name, ...facts) => defineEndpoint(...facts);

export const sendMessage = define("sendMessage", "POST /api/contact", "public", { read: readMessage });
export const subscribe = define("subscribe", "POST /api/newsletter", "public");
export const readSubscription = define("readSubscription", "GET /api/account/newsletter", "customer");
export const changeSubscription = define("changeSubscription", "PUT /api/account/newsletter", "customer");
