import { FailureNotice } from "#ui/failure-notice.tsx";
import { fetchCartNow } from "./cart-store.ts";

/** Why a customer's cart could not be fetched (§8), and a way to ask again. */
export const CartTrouble = ({ why }: { why: string }) => (
  <FailureNotice onRetry={fetchCartNow}>{why}</FailureNotice>
);
