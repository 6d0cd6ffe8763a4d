import { useSession } from "#shop/accounts/web/session.ts";
import type { PaymentWindowProps } from "#shop/payments/web/payment-window.tsx";

/** Who pays, as a provider's window is told. */
export function usePayer(): PaymentWindowProps["payer"] {
  const { user } = useSession();
  return {
    name: `${user?.firstName ?? ""} ${user?.lastName ?? ""}`.trim(),
    email: user?.email ?? "",
    phone: user?.phoneNumber ?? "",
  };
}
