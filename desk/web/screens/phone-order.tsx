import { type ComponentProps, useEffect, useRef } from "react";
import { formatDate } from "#contract/dates.ts";
import { formatName } from "#contract/person-name.ts";
import { joinTexts } from "#contract/text.ts";
import { shownSettings } from "#shop/catalogue/command-results.ts";
import { orderList, takenOrder } from "#shop/orders/command-results.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { toastSuccess } from "#ui/toast.ts";
import { Unbroken } from "#ui/unbroken.tsx";
import { CommandForm, type FieldGroup } from "../command-form.tsx";
import { type FinishedRun, getData } from "../desk-calls.ts";
import type { Values } from "../form-values.ts";
import { type ListedOrder, Sums } from "../order-parts.tsx";
import { goTo, useQueryValues } from "../router.ts";
import { Acts, ScreenFrame, ViewState } from "../screen-parts.tsx";
import { useCommand, useCommands, useView } from "../use-view.ts";
import Missing from "./missing.tsx";

const GROUPS: readonly FieldGroup[] = [
  { title: "Customer", names: ["phone", "name", "email"] },
  { title: "Order", names: ["line", "discount"], isShown: ({ line }, name) => name === "line" || !!line },
  { title: "Delivery address", names: ["street", "pin", "city", "state"] },
  { title: "Somebody else receives the parcel", names: ["recipient", "recipient-phone"], isFolded: true },
  {
    title: "Payment",
    names: ["paid", "reference", "cash"],
    isShown: ({ paid }, name) => name === "paid" || name === (paid ? "reference" : "cash"),
  },
];

const NEEDED = ["line", "name", "phone", "street", "city", "state", "pin"];

export default function PhoneOrderScreen() {
  const { data: commands, error, isLoading } = useCommands();
  const command = useCommand("orders take");
  const { data: rules } = useView(shownSettings.rules);
  const { phone = "" } = useQueryValues();
  if (!commands) return <ViewState error={error} isLoading={isLoading} />;
  if (!command) return <Missing />;
  const grouped = new Set(GROUPS.flatMap(({ names }) => names));
  const otherOptions = Object.keys(command.options).filter((name) => !grouped.has(name));
  return (
    <ScreenFrame
      title="Order by phone"
      lead="We e-mail the customer the next step. Without an e-mail address, tell them yourself."
    >
      <CommandForm
        name="orders take"
        known={{ phone }}
        // `from` reads an order from a file.
        hidden={rules?.values["cash-up-to"] ? ["from"] : ["from", "cash"]}
        groups={[
          ...GROUPS,
          { title: "Gift, company, notes, time to pay", names: otherOptions, isFolded: true },
        ]}
        needed={({ paid }) => (paid && paid !== "cash" ? [...NEEDED, "reference"] : NEEDED)}
        hints={HINTS}
        below={BELOW}
        asksBelow
        isQuiet
        label="Take the order"
        onDone={openOrder}
      />
    </ScreenFrame>
  );
}

/** Opens the screen of the placed order, which has the next step. */
function openOrder(reply: FinishedRun): void {
  const order = getData(takenOrder, reply);
  if (!order) return;
  goTo(`/orders/${order.orderId}`, { replace: true });
  toastSuccess(`${order.orderId} is placed.`, {
    label: "Another order",
    onClick: () => goTo("/orders/new"),
  });
}

const HINTS = {
  phone: "",
  email: "for the link to pay",
  line: "",
  discount: "in rupees, in place of the coupon",
  street: "",
  paid: "",
  reference: "of the payment in your bank, or the number of your receipt",
};

const BELOW: NonNullable<ComponentProps<typeof CommandForm>["below"]> = {
  discount: ({ line, discount }) =>
    typeof line === "string" &&
    line !== "" && (
      <Total options={{ line, ...(typeof discount === "string" && discount !== "" && { discount }) }} />
    ),
  phone: (values, fill) => {
    const phone = typeof values["phone"] === "string" ? values["phone"] : "";
    const digits = phone.replaceAll(/\D/g, "").slice(-10);
    return digits.length === 10 ? (
      <KnownCustomer key={phone} phone={digits} isNew={!values["name"]} fill={fill} />
    ) : null;
  },
};

/** Shows what the chosen pieces cost, or why they cannot be ordered. */
function Total({ options }: { options: Readonly<Record<string, string>> }) {
  const { data, error } = useView({ ...takenOrder, options, dryRun: true });
  return (
    <div role="status">
      {error ? (
        <Notice tone="danger">{error.message}</Notice>
      ) : (
        data && (
          <>
            {data.warnings?.map((warning) => (
              <Notice key={warning} tone="danger">
                {warning}
              </Notice>
            ))}
            <Sums sums={data} couponName={data.couponName} rows={[["Total", data.payable]]} />
          </>
        )
      )}
    </div>
  );
}

const MAX_ORDERS = 20;
const MAX_ADDRESSES = 4;

interface KnownCustomerProps {
  phone: string;
  isNew: boolean;
  fill: (values: Values) => void;
}

/** Fills in the name and address of the customer's usual order if the name is empty. Offers their other addresses. */
function KnownCustomer({ phone, isNew, fill }: KnownCustomerProps) {
  const { data: orders, isPlaceholderData } = useView({
    ...orderList,
    options: { search: phone, limit: String(MAX_ORDERS) },
  });
  const { last, usual, addresses } = findEarlierOrders(isPlaceholderData ? [] : (orders ?? []), phone);
  const isFilled = useRef(false);
  useEffect(() => {
    // Fill in only once. Otherwise the user could not clear the name.
    if (!usual || isFilled.current) return;
    isFilled.current = true;
    if (isNew) fill({ ...toCustomer(usual), ...toAddress(usual) });
  }, [isNew, usual, fill]);
  if (!last) return null;
  return (
    <Notice role="status">
      <p>
        {formatName(last.contact.buyer ?? last.contact)} has ordered before: <Unbroken text={last.orderId} />,{" "}
        {formatDate(new Date(last.createdAt))}.
      </p>
      {addresses.length > 1 && (
        <Acts>
          {addresses.slice(0, MAX_ADDRESSES).map((order) => (
            <Button
              key={order.orderId}
              type="button"
              variant="secondary"
              onClick={() => fill(toAddress(order))}
            >
              {joinTexts(
                ", ",
                toAddress(order).recipient,
                order.shippingAddress.street,
                order.shippingAddress.city,
              )}
            </Button>
          ))}
        </Acts>
      )}
    </Notice>
  );
}

/** Finds earlier orders of the buyer with this phone number. `usual` is the last order for the buyer, or `last`. */
export function findEarlierOrders(orders: readonly ListedOrder[], phone: string) {
  const ownOrders = orders.filter(
    ({ contact, shippingAddress }) => (contact.buyer ?? shippingAddress).phoneNumber === phone,
  );
  const [last] = ownOrders;
  return {
    last,
    usual: ownOrders.find(({ contact }) => !contact.buyer) ?? last,
    addresses: [...new Map(ownOrders.map((order) => [order.shippingAddress.street, order])).values()],
  };
}

const toCustomer = ({ contact }: ListedOrder): Values => ({
  name: formatName(contact.buyer ?? contact),
  email: contact.email ?? "",
});

export const toAddress = ({ contact, shippingAddress }: ListedOrder) => ({
  street: shippingAddress.street,
  pin: shippingAddress.zipCode,
  city: shippingAddress.city,
  state: shippingAddress.state,
  recipient: contact.buyer ? formatName(contact) : "",
  "recipient-phone": contact.buyer ? shippingAddress.phoneNumber : "",
});
