/** The public API: requests for whoever mails them, counts them, or takes their data along or leaves. */
export { buildRequestHref } from "./request-page.ts";
export { countWaiting, deleteRequests, findRequest, listOwnRequests } from "./requests.ts";
