import { defineOutcomeCount } from "#platform/count-outcomes.ts";
import { type Route, route } from "#platform/route.ts";
import * as contracts from "../contracts.ts";
import {
  changeDelivery,
  downloadPaper,
  listOrdersOfUser,
  placeOrder,
  requestCancellation,
  requestReturn,
  showOrder,
} from "../endpoints.ts";
import { handleCancellation, handleShowOrder, handleListOrders, handlePlaceOrder } from "./handlers.ts";
import { handleChangeDelivery } from "./correct-order.ts";
import { handleReturn } from "./request-return.ts";
import { handleDownloadPaper } from "./papers/download-paper.ts";

const countOrders = defineOutcomeCount(
  {
    name: "shop_orders_total",
    help: "Orders sent by customers, by what became of them; replayed: sent before.",
  },
  contracts.placeOrder,
  ["placed", "replayed"],
);

export const orderRoutes: Route[] = [
  route(
    placeOrder,
    contracts.placeOrder,
    countOrders(handlePlaceOrder, ({ replayed }) => (replayed ? "replayed" : "placed")),
  ),
  route(listOrdersOfUser, contracts.listOrdersOfUser, handleListOrders),
  route(showOrder, contracts.showOrder, handleShowOrder),
  route(downloadPaper, contracts.downloadPaper, handleDownloadPaper),
  route(requestCancellation, contracts.requestCancellation, handleCancellation),
  route(changeDelivery, contracts.changeDelivery, handleChangeDelivery),
  route(requestReturn, contracts.requestReturn, handleReturn),
];
