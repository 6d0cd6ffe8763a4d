import { type Bound, bind } from "#platform/bind.ts";
import { listOrdersOfUser, placeOrder, requestCancellation, showOrder } from "../endpoints.ts";
import { answerCancellation, answerOrder, answerOrders, answerPlaced } from "./answers.ts";

export const orderRoutes: Bound[] = [
  bind(placeOrder, answerPlaced),
  bind(listOrdersOfUser, answerOrders),
  bind(showOrder, answerOrder),
  bind(requestCancellation, answerCancellation),
];
