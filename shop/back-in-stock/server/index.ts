export { buildRequestHref } from "./request-page.ts";
export { countWaiting, deleteRequests, findRequest, listOwnRequests } from "./requests.ts";
