// The public API of the feature. The server calls it for each response.
export { countServed } from "./count-visits.ts";
