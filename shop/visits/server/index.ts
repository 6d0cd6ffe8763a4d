export { countServed } from "./count-visits.ts";
