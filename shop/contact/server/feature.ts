import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import type { Feature } from "#platform/feature.ts";
import { route, type Route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { changeSubscription, readSubscription, sendMessage, subscribe } from "../endpoints.ts";
import { contactCommands, exportSubscribers, listMessageValues } from "./commands.ts";
import { saveMessage } from "./contact-messages.ts";
import { serveNewsletter, changeOwnSubscription, readOwnSubscription, saveSubscriber } from "./newsletter.ts";

const contactRoutes: Route[] = [
  route(sendMessage, contracts.sendMessage, (context, { body, requestContext }) =>
    saveMessage(context, body, { ip: requestContext.ip, key: requestContext.header(IDEMPOTENCY_HEADER) }),
  ),
  route(subscribe, contracts.subscribe, (context, { body, requestContext }) =>
    saveSubscriber(context, body.email, requestContext.ip),
  ),
  route(readSubscription, contracts.readSubscription, (context, { principal }) =>
    readOwnSubscription(context, principal),
  ),
  route(changeSubscription, contracts.changeSubscription, (context, { principal, body, requestContext }) =>
    changeOwnSubscription(context, principal, body, requestContext.ip),
  ),
];

export const contact: Feature = {
  name: "contact",
  routes: contactRoutes,
  plugins: [serveNewsletter],
  commands: contactCommands,
  exports: [exportSubscribers],
  values: { message: listMessageValues },
};
