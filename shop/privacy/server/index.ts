// The public API. This feature asks all the others about one customer.
export { collectData } from "./collect-data.ts";
