import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { changeSubscription, readSubscription, sendMessage, subscribe } from "../endpoints.ts";
import { contactCommands, exportSubscribers, listMessageValues } from "./commands.ts";
import { saveMessage } from "./contact-messages.ts";
import { serveNewsletter, changeOwnSubscription, readOwnSubscription, saveSubscriber } from "./newsletter.ts";

export const contact: Feature = {
  name: "contact",
  routes: [
    route(sendMessage, contracts.sendMessage, saveMessage),
    route(subscribe, contracts.subscribe, saveSubscriber),
    route(readSubscription, contracts.readSubscription, readOwnSubscription),
    route(changeSubscription, contracts.changeSubscription, changeOwnSubscription),
  ],
  plugins: [serveNewsletter],
  commands: contactCommands,
  exports: [exportSubscribers],
  values: { message: listMessageValues },
};
