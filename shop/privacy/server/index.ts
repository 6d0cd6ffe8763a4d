// The door. Nobody calls this room: it is the one that asks all the others about one customer.
export { collectData } from "./collect-data.ts";
