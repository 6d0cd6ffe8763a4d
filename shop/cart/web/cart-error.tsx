import { FailureNotice } from "#ui/failure-notice.tsx";
import { fetchCartNow } from "./cart-store.ts";

export const CartError = ({ why }: { why: string }) => (
  <FailureNotice onRetry={fetchCartNow}>{why}</FailureNotice>
);
