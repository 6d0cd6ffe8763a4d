// The public API: what is served is counted by the composition, where it is served.
export { countServed } from "./count-visits.ts";
