// The public API. This feature is not called to send news: it subscribes to events.
export { attachSockets } from "./attach-sockets.ts";
