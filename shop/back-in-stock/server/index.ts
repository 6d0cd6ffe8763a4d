/** The public API of the feature: links in mails, the number of waiting customers, and personal data. */
export { buildRequestHref } from "./request-page.ts";
export { countWaiting, deleteRequests, findRequest, listOwnRequests } from "./requests.ts";
