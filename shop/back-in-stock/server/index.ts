/** Public functions: for the features that send the mails, count requests, or export and delete personal data. */
export { buildRequestHref } from "./request-page.ts";
export { countWaiting, deleteRequests, findRequest, listOwnRequests } from "./requests.ts";
