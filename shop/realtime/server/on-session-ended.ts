import { sessionEnded } from "#shop/accounts/events.ts";
import { subscriber } from "#platform/subscriber.ts";
import { socketsOf } from "./attach-sockets.ts";

/** Who is logged out hears nothing more (T7). */
export const onSessionEnded = subscriber(
  sessionEnded,
  "realtime.session-ended",
  async (context, { sessionId }) => {
    await socketsOf(context)?.dropSession(sessionId);
  },
  { fromMemory: true },
);
