import { sessionEnded } from "#shop/accounts/events.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { getSockets } from "./attach-sockets.ts";

/** Who is logged out receives nothing more (T7). */
export const onSessionEnded = defineSubscriber(
  sessionEnded,
  "realtime.session-ended",
  async (context, { sessionId }) => {
    await getSockets(context)?.dropSession(sessionId);
  },
  { fromMemory: true },
);
