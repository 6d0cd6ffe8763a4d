import type { Feature } from "#platform/feature.ts";
import { notifyOfRevisions } from "./notify-of-revisions.ts";
import { attachSockets } from "./attach-sockets.ts";
import { onOrderChanged } from "./on-order-changed.ts";
import { onSessionEnded } from "./on-session-ended.ts";

export const realtime: Feature = {
  name: "realtime",
  subscribers: [onOrderChanged, onSessionEnded],
  listen(context, { sockets }) {
    attachSockets(context, sockets);
    notifyOfRevisions(context);
  },
};
