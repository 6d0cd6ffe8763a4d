import { FailureNotice } from "#ui/failure-notice.tsx";
import { fetchCartNow } from "./cart-store.ts";

/** Shows why a customer's cart could not be loaded (§8), with a button to retry. */
export const CartError = ({ why }: { why: string }) => (
  <FailureNotice onRetry={fetchCartNow}>{why}</FailureNotice>
);
