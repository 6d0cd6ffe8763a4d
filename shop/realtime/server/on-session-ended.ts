import { sessionEnded } from "#shop/accounts/events.ts";
import { reaction } from "#platform/reaction.ts";
import { socketsOf } from "./attach-sockets.ts";

/** Who is logged out hears nothing more (T7). */
export const onSessionEnded = reaction(
  sessionEnded,
  "realtime.session-ended",
  async (context, { sessionId }) => {
    await socketsOf(context)?.dropSession(sessionId);
  },
  { fromMemory: true },
);
