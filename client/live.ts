import { useEffect, useEffectEvent } from "react";
import type { Socket } from "socket.io-client";
import { SECOND } from "#contract/time.ts";
import { toApiUrl } from "./api-address.ts";
import { getTokenSource } from "./token-source.ts";

let socket: Promise<Socket> | null = null;
let listeners = 0;

const FETCH_AGAIN_MS = 10 * SECOND;
const CONNECT_AGAIN_MS = 300;
const MAX_PAUSE_MS = 20 * SECOND;
/** The delay in ms before reconnecting if the server could not check the session. */
const RECONNECT_AFTER_MS = 3 * SECOND;

/**
 * Subscribes to a live event (§4 Real-time). After each connect, calls `handler` with undefined, because the browser
 * may have missed updates.
 */
export function useLive<Payload>(event: string, handler: (payload: Payload | undefined) => void): void {
  const handle = useEffectEvent(handler);
  useEffect(() => subscribeLive<Payload>(event, (payload) => handle(payload)), [event]);
}

export function subscribeLive<Payload>(
  event: string,
  handler: (payload: Payload | undefined) => void,
): () => void {
  let isAway = false;
  let leave = () => {};
  const listener = (payload: unknown) => handler(payload as Payload);
  const connected = () => handler(undefined);
  listeners += 1;
  void open().then((live) => {
    if (isAway) return;
    live.on(event, listener);
    live.on("connect", connected);
    // An open connection does not fire `connect` again, so call the handler now.
    if (live.connected) connected();
    leave = () => {
      live.off(event, listener);
      live.off("connect", connected);
    };
  });
  return () => {
    isAway = true;
    leave();
    listeners -= 1;
    if (listeners === 0) closeLive();
  };
}

/** Call this when the last subscription or the session has ended. */
export function closeLive(): void {
  void socket?.then((live) => live.close());
  socket = null;
}

async function connect(): Promise<Socket> {
  const { io } = await fetchClient();
  const live = io(toApiUrl("/"), {
    transports: ["websocket"],
    withCredentials: true,
    reconnectionDelay: CONNECT_AGAIN_MS,
    reconnectionDelayMax: MAX_PAUSE_MS,
    auth: (give) => give({ token: getTokenSource().accessToken() }),
  });
  // The library does not reconnect after the server has refused the handshake, so reconnect here.
  live.on("connect_error", ({ message }) => {
    if (message === "unavailable") setTimeout(() => void reconnect(live), RECONNECT_AFTER_MS);
    const stale = getTokenSource().accessToken();
    if (message !== "unauthorized" || stale === null) return;
    getTokenSource()
      .renew(stale)
      .then((fresh) => fresh !== null && fresh !== stale && live.connect())
      .catch(() => {});
  });
  return live;
}

const reconnect = async (live: Socket) => (await socket) === live && live.connect();

async function fetchClient(): Promise<typeof import("socket.io-client")> {
  try {
    return await import("socket.io-client");
  } catch {
    await new Promise((resolve) => setTimeout(resolve, FETCH_AGAIN_MS));
    return fetchClient();
  }
}

function open(): Promise<Socket> {
  socket ??= connect();
  return socket;
}
