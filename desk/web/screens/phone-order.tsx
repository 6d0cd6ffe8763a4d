import { type ComponentProps, useDeferredValue, useEffect, useRef, useState } from "react";
import { formatDate } from "#contract/dates.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatName } from "#contract/person-name.ts";
import { joinTexts } from "#contract/text.ts";
import { shownSettings } from "#shop/catalogue/command-results.ts";
import { orderList, takenOrder } from "#shop/orders/command-results.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { toastSuccess } from "#ui/toast.ts";
import { Unbroken } from "#ui/unbroken.tsx";
import { CommandForm } from "../command-form.tsx";
import type { FieldGroup } from "../form-groups.tsx";
import { type FinishedRun, getData } from "../desk-calls.ts";
import { readText as readValue, type Values } from "../form-values.ts";
import { type ListedOrder, Sums } from "../order-parts.tsx";
import { goTo, useQueryValues } from "../router.ts";
import { Acts, ScreenFrame, Small, ViewState } from "../screen-parts.tsx";
import { useCommand, useCommands, useView } from "../use-view.ts";
import Missing from "./missing.tsx";

const GROUPS: readonly FieldGroup[] = [
  { title: "Customer", names: ["phone", "name", "email"] },
  { title: "Order", names: ["line"] },
  { title: "Delivery address", names: ["pin", "city", "state", "street"] },
  { title: "Somebody else receives the parcel", names: ["recipient", "recipient-phone"], isFolded: true },
  { title: "Gift wrap and card", names: ["gift", "card"], isFolded: true },
  {
    title: "Invoice to a company",
    names: ["company", "company-address", "gstin", "company-email"],
    isFolded: true,
  },
  { title: "Delivery day, notes, time to pay", names: ["not-before", "hours", "notes"], isFolded: true },
  {
    title: "Payment",
    names: ["paid", "discount", "reference", "cash"],
    isShown: ({ paid }, name) => name !== (paid ? "cash" : "reference"),
  },
];

const NEEDED = ["line", "name", "phone", "street", "city", "state", "pin"];

export default function PhoneOrderScreen() {
  const { data: commands, error, isLoading } = useCommands();
  const command = useCommand("orders take");
  const { data: rules } = useView(shownSettings.rules);
  const { phone = "", line = "" } = useQueryValues();
  const [values, setValues] = useState<Values>({});
  const total = useTotal(values);
  if (!commands) return <ViewState error={error} isLoading={isLoading} />;
  if (!command) return <Missing />;
  return (
    <ScreenFrame title="Order by phone">
      <CommandForm
        name="orders take"
        known={{ phone, line }}
        hidden={rules?.values["cash-up-to"] ? [] : ["cash"]}
        groups={GROUPS}
        needed={({ paid }) => (paid && paid !== "cash" ? [...NEEDED, "reference"] : NEEDED)}
        hints={HINTS}
        below={BELOW}
        beside={drawTotal(total)}
        asksBelow
        isQuiet
        describeDraft={describeDraft}
        label={joinTexts(", ", "Place the order", total.data && formatRupeesGrouped(total.data.payable))}
        onValues={setValues}
        onDone={openOrder}
      />
    </ScreenFrame>
  );
}

const drawTotal =
  ({ data, error }: ReturnType<typeof useTotal>) =>
  (entered: Values) => (
    <>
      <div role="status">
        {error && <Notice tone="danger">{error.message}</Notice>}
        {data?.warnings?.map((warning) => (
          <Notice key={warning} tone="danger">
            {warning}
          </Notice>
        ))}
        {data && <Sums sums={data} couponName={data.couponName} rows={[["Total", data.payable]]} />}
      </div>
      <div role="status">
        <Small>{describeNextStep(entered)}</Small>
      </div>
    </>
  );

const describeDraft = (values: Values): string => {
  const name = readText(values, "name");
  return name === "" ? "Your order" : `Your order for ${name}`;
};

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
  phone: "finds a customer who has ordered before",
  email: "",
  line: "",
  discount: "in rupees or percent, e.g. 200 or 10%, in place of the coupon",
  street: "",
  paid: "",
  reference: "of the payment in your bank, or the number of your receipt",
};

const BELOW: NonNullable<ComponentProps<typeof CommandForm>["below"]> = {
  phone: (values, fill) => {
    const phone = readPhone(values);
    if (phone !== null) return <KnownCustomer key={phone} phone={phone} values={values} fill={fill} />;
    const digits = readText(values, "phone")
      .replace(/^(?:\+91|0)/, "")
      .replaceAll(/\D/g, "");
    return digits.length >= DIGITS_FROM && <FoundCustomers search={digits} field="phone" fill={fill} />;
  },
  name: (values, fill) => {
    const name = readText(values, "name");
    return (
      readPhone(values) === null &&
      name.length >= SEARCHED_FROM && <FoundCustomers search={name} field="name" fill={fill} />
    );
  },
};

/**
 * Describes what the customer gets, which depends on the payment and on whether they have an e-mail address. Omits the
 * address, because screen readers would announce it again after each letter.
 */
function describeNextStep(values: Values): string {
  const hasEmail = readText(values, "email") !== "";
  if (values["paid"])
    return hasEmail
      ? "The shop e-mails the customer the confirmation with the invoice."
      : "Without an e-mail address, the customer gets no confirmation. Tell them that you have the payment.";
  const link = values["cash"]
    ? "a link to confirm the order. The customer pays the courier in cash"
    : "a link to pay";
  return hasEmail
    ? `The shop e-mails the customer ${link}.`
    : `Without an e-mail address, you send the customer ${link}. You find the link on the next screen.`;
}

const SEARCHED_FROM = 3;
const DIGITS_FROM = 6;

const readText = (values: Values, name: string): string => readValue(values[name]).trim();

/** Returns the last 10 digits of the entered phone number, without the country code. Returns null if it has fewer. */
function readPhone(values: Values): string | null {
  const digits = readText(values, "phone").replaceAll(/\D/g, "").slice(-10);
  return digits.length === 10 ? digits : null;
}

function useTotal(values: Values) {
  const [line, discount] = [readText(values, "line"), readText(values, "discount")];
  const options = { line, ...(discount !== "" && { discount }) };
  const { data, error } = useView({ ...takenOrder, options, dryRun: true }, { enabled: line !== "" });
  return line === "" ? { data: undefined, error: null } : { data: error ? undefined : data, error };
}

const MAX_ORDERS = 20;
const MAX_ADDRESSES = 4;
const MAX_CUSTOMERS = 4;

interface FoundCustomersProps extends Pick<KnownCustomerProps, "fill"> {
  search: string;
  /** The field with the search. It gets the focus after the choice, because the button disappears. */
  field: "name" | "phone";
}

/** Offers the customers with this name or number, those with the newest orders first. */
function FoundCustomers({ search, field, fill }: FoundCustomersProps) {
  const deferred = useDeferredValue(search);
  const { data: orders = [] } = useView({
    ...orderList,
    options: { search: deferred, limit: String(2 * MAX_ORDERS) },
  });
  const customers = findCustomers(orders, search).slice(0, MAX_CUSTOMERS);
  return (
    <div role="status">
      <OrderButtons
        orders={customers}
        describe={(order) => [
          formatName(getCaller(order)),
          getCallerPhone(order),
          order.shippingAddress.city,
        ]}
        onChoose={(order, form) => {
          form?.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
          // Fills in the values as if the phone number had been typed. `KnownCustomer` then fills in the rest.
          fill(toCaller(order), "phone");
        }}
      />
    </div>
  );
}

interface OrderButtonsProps {
  orders: readonly ListedOrder[];
  describe: (order: ListedOrder) => readonly (string | undefined)[];
  onChoose: (order: ListedOrder, form: HTMLFormElement | null) => void;
}

const OrderButtons = ({ orders, describe, onChoose }: OrderButtonsProps) =>
  orders.length > 0 && (
    <Acts>
      {orders.map((order) => (
        <Button
          key={order.orderId}
          type="button"
          variant="secondary"
          onClick={({ currentTarget: { form } }) => onChoose(order, form)}
        >
          {joinTexts(", ", ...describe(order))}
        </Button>
      ))}
    </Acts>
  );

interface KnownCustomerProps {
  phone: string;
  values: Values;
  fill: (values: Values, source?: string) => void;
}

/** Fills in the name and the address of the customer's usual order if they are empty. Offers their other addresses. */
function KnownCustomer({ phone, values, fill }: KnownCustomerProps) {
  const { data: orders, isPlaceholderData } = useView({
    ...orderList,
    options: { search: phone, limit: String(MAX_ORDERS) },
  });
  const { last, usual, addresses } = findEarlierOrders(isPlaceholderData ? [] : (orders ?? []), phone);
  const others = addresses.filter((order) => toAddress(order).street !== readText(values, "street"));
  const isFilled = useRef(false);
  useEffect(() => {
    // Fill in only once. Otherwise the user could not clear the name.
    if (!usual || isFilled.current) return;
    isFilled.current = true;
    fill({
      ...(readText(values, "name") === "" && toCustomer(usual)),
      // The owner may have typed the PIN of another address first.
      ...(readText(values, "street") + readText(values, "pin") === "" && toAddress(usual)),
    });
  }, [values, usual, fill]);
  if (!last) return null;
  return (
    <Notice role="status">
      <p>
        {formatName(getCaller(last))} has ordered before: <Unbroken text={last.orderId} />,{" "}
        {formatDate(new Date(last.createdAt))}.
      </p>
      <OrderButtons
        orders={others.slice(0, MAX_ADDRESSES)}
        describe={(order) => [
          toAddress(order).recipient,
          order.shippingAddress.street,
          order.shippingAddress.city,
        ]}
        onChoose={(order) => fill(toAddress(order))}
      />
    </Notice>
  );
}

/**
 * Finds earlier orders of the buyer with this phone number. `usual` is the newest one that is not a gift, or else
 * `last`.
 */
export function findEarlierOrders(orders: readonly ListedOrder[], phone: string) {
  const ownOrders = orders.filter((order) => getCallerPhone(order) === phone);
  const [last] = ownOrders;
  return {
    last,
    usual: ownOrders.find(({ contact }) => !contact.buyer) ?? last,
    addresses: [...new Map(ownOrders.map((order) => [order.shippingAddress.street, order])).values()],
  };
}

/** Finds customers by the beginning of their phone number, or of words in their name. Returns their usual orders. */
export function findCustomers(orders: readonly ListedOrder[], search: string): ListedOrder[] {
  const typed = search.toLowerCase().split(/\s+/);
  const found = orders.filter((order) => {
    const words = formatName(getCaller(order)).toLowerCase().split(/\s+/);
    return (
      getCallerPhone(order)?.startsWith(search) ||
      typed.every((start) => words.some((word) => word.startsWith(start)))
    );
  });
  const phones = new Set(found.flatMap((order) => getCallerPhone(order) ?? []));
  return [...phones].flatMap((phone) => findEarlierOrders(orders, phone).usual ?? []);
}

const getCaller = ({ contact }: ListedOrder) => contact.buyer ?? contact;

/** Returns the number of the person who placed the order. It is unknown for some gifts. */
const getCallerPhone = ({ contact, shippingAddress }: ListedOrder): string | undefined =>
  (contact.buyer ?? shippingAddress).phoneNumber;

const toCaller = (order: ListedOrder): Values => ({
  phone: getCallerPhone(order),
  ...toCustomer(order),
});

const toCustomer = (order: ListedOrder): Values => ({
  name: formatName(getCaller(order)),
  email: order.contact.email ?? "",
});

export const toAddress = ({ contact, shippingAddress }: ListedOrder) => ({
  street: shippingAddress.street,
  pin: shippingAddress.zipCode,
  city: shippingAddress.city,
  state: shippingAddress.state,
  recipient: contact.buyer ? formatName(contact) : "",
  "recipient-phone": contact.buyer ? shippingAddress.phoneNumber : "",
});
