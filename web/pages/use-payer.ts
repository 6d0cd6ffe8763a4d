import { formatName } from "#contract/person-name.ts";
import { useSession } from "#shop/accounts/web/session.ts";
import type { PaymentWindowProps } from "#shop/payments/web/payment-window.tsx";

/** The payer, for a provider's window. */
export function usePayer(): PaymentWindowProps["payer"] {
  const { user } = useSession();
  return {
    name: user ? formatName(user) : "",
    email: user?.email ?? "",
    phone: user?.phoneNumber ?? "",
  };
}
