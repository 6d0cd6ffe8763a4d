import { type Route, route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { changeDelivery, listOrdersOfUser, requestCancellation, showOrder } from "../endpoints.ts";
import { handleCancellation, handleShowOrder, handleListOrders } from "./handlers.ts";
import { handleChangeDelivery } from "./correct-order.ts";

export const orderRoutes: Route[] = [
  route(listOrdersOfUser, contracts.listOrdersOfUser, handleListOrders),
  route(showOrder, contracts.showOrder, handleShowOrder),
  route(requestCancellation, contracts.requestCancellation, handleCancellation),
  route(changeDelivery, contracts.changeDelivery, handleChangeDelivery),
];
