// The door. Nobody calls this room to tell news: it listens to events.
export { attachSockets } from "./attach-sockets.ts";
