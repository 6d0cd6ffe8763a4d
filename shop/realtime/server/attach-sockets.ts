import type { Context } from "#platform/context.ts";
import type { Sockets } from "#platform/sockets.ts";

const attached = new WeakMap<Context, Sockets>();

/** Gives this room the open connections to tell its news to. */
export const attachSockets = (context: Context, sockets: Sockets): void =>
  void attached.set(context, sockets);

/** Null before the shop has opened its doors: then nobody is listening. */
export const socketsOf = (context: Context): Sockets | null => attached.get(context) ?? null;
