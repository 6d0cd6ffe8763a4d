// The public API: the link by which an owner dispatches from a mail, and what is to be packed.
export { buildDispatchHref, DISPATCH_LINK_DAYS, DISPATCH_PATH } from "./dispatch-page.ts";
export { listOrdersToPack } from "./commands.ts";
