import { FailureNotice } from "#ui/failure-notice.tsx";
import { fetchCartNow } from "./cart-store.ts";

/** Why a customer's cart could not be fetched (§8), and a way to ask again. */
export const CartError = ({ why }: { why: string }) => (
  <FailureNotice onRetry={fetchCartNow}>{why}</FailureNotice>
);
