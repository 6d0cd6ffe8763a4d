// The public API of the feature. The server calls `countServed` for each response.
export { countServed } from "./count-visits.ts";
