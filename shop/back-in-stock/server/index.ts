export { buildRequestHref, countWaiting, deleteRequests, findRequest, listOwnRequests } from "./requests.ts";
