import { bind, type Bound } from "#platform/bind.ts";
import { sendMessage, subscribe } from "../endpoints.ts";
import { keepMessage } from "./keep-message.ts";
import { keepSubscriber } from "./keep-subscriber.ts";

export const contactRoutes: Bound[] = [
  bind(sendMessage, (context, { body, exchange }) => keepMessage(context, body, exchange.ip)),
  bind(subscribe, (context, { body, exchange }) => keepSubscriber(context, body.email, exchange.ip)),
];
