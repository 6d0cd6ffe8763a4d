import { type Route, route } from "#platform/route.ts";
import { listOrdersOfUser, placeOrder, requestCancellation, showOrder } from "../endpoints.ts";
import { handleCancellation, handleShowOrder, handleListOrders, handlePlaceOrder } from "./handlers.ts";

export const orderRoutes: Route[] = [
  route(placeOrder, handlePlaceOrder),
  route(listOrdersOfUser, handleListOrders),
  route(showOrder, handleShowOrder),
  route(requestCancellation, handleCancellation),
];
