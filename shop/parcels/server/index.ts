// The public API: the link by which an owner dispatches from a mail, and what is to be packed.
export { buildDispatchHref } from "./dispatch-link.ts";
export { listOrdersToPack } from "./orders-to-pack.ts";
