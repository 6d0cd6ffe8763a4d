import type { Context } from "#platform/context.ts";
import { defineService } from "#platform/service.ts";
import type { Sockets } from "#platform/http/socket-server.ts";

const realtimeService = defineService("realtime", () => ({ sockets: null as Sockets | null }));

/** Hands over the open connections that this feature sends to. */
export const attachSockets = (context: Context, sockets: Sockets): void => {
  context.service(realtimeService).sockets = sockets;
};

/** Null until the shop accepts connections. */
export const getSockets = (context: Context): Sockets | null => context.service(realtimeService).sockets;
