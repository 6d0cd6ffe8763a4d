import { NO_MAILBOX, showMailbox } from "#contract/mailbox.ts";
import { formatName } from "#contract/person-name.ts";
import { useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDate, formatDateTime } from "#contract/dates.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CommandButton } from "../command-button.tsx";
import { CustomerOrders } from "../order-parts.tsx";
import { PrintButton } from "../print-button.tsx";
import { ProductTitle, ProductTitles } from "../product-titles.tsx";
import { goTo, useQueryValues } from "../router.ts";
import {
  Acts,
  Entries,
  Entry,
  Figure,
  Figures,
  ScreenFrame,
  Section,
  ShowMore,
  Small,
  ViewState,
} from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import { Message } from "./messages.tsx";
import { getWhatsAppHref } from "./order-whatsapp.tsx";
import styles from "./people.module.css";
import { messagesList } from "#shop/contact/command-results.ts";
import { customerDetails } from "#shop/orders/command-results.ts";
import { customerData } from "#shop/privacy/command-results.ts";

export default function CustomerScreen() {
  const { email = "" } = useQueryValues();
  const { data, error, isPlaceholderData } = useView({ ...customerDetails, args: { email } });
  if (!data || isPlaceholderData)
    return (
      <ScreenFrame title={showMailbox(email)}>
        {/* Somebody without an account may have sent contact messages. They are shown below the error. */}
        <ViewState error={error} isLoading />
        {error && <Messages email={email} />}
      </ScreenFrame>
    );
  const { phoneNumber: phone } = data;
  const hasMailbox = !data.email.endsWith(NO_MAILBOX);
  return (
    <ScreenFrame
      title={formatName(data)}
      lead={
        <>
          {phone !== "" && <a href={`tel:+91${phone}`}>{phone}</a>}
          {phone !== "" && hasMailbox && ", "}
          {hasMailbox && data.email}
        </>
      }
      actions={
        <>
          <ButtonLink href={`/orders/new?${new URLSearchParams({ phone }).toString()}`}>
            Order by phone
          </ButtonLink>
          {phone !== "" && (
            <ButtonLink
              variant="secondary"
              href={getWhatsAppHref(phone, `Hello ${data.firstName}, `)}
              target="_blank"
              rel="noreferrer"
            >
              WhatsApp
            </ButtonLink>
          )}
          {hasMailbox && (
            <ButtonLink variant="secondary" href={`mailto:${encodeURIComponent(data.email)}`}>
              E-mail
            </ButtonLink>
          )}
        </>
      }
    >
      <Figures>
        <Figure name="Paid" sum={formatRupeesGrouped(data.paidPaise)} />
        <Figure name="Orders" sum={data.orders.length} />
        <Figure name="Customer since" sum={formatDate(data.createdAt)} />
      </Figures>
      <Orders orders={data.orders} />
      <Addresses email={data.email} />
      <Messages email={data.email} />
      <Account email={data.email} />
    </ScreenFrame>
  );
}

const FIRST_PAGE = 10;

function Orders({ orders }: Pick<DataOf<typeof customerDetails>, "orders">) {
  const [maxRows, setMaxRows] = useState(FIRST_PAGE);
  return (
    <Section title="Orders">
      {orders.length === 0 && <p>No orders yet.</p>}
      {orders.length > 0 && <CustomerOrders orders={orders.slice(0, maxRows)} />}
      <ShowMore count={orders.length} most={maxRows} onChange={setMaxRows} />
    </Section>
  );
}

function Addresses({ email }: { email: string }) {
  const { data, error, isLoading } = useView({ ...customerData, args: { email } });
  if (!data) return <ViewState error={error} isLoading={isLoading} />;
  const { addresses, reviews, testimonials, newsletter } = data;
  return (
    <>
      <Section title="Addresses">
        {addresses.length === 0 && <p>No saved addresses.</p>}
        <Entries>
          {addresses.map(({ _id, street, city, state, zipCode, isDefault }) => (
            <Entry key={_id}>
              {[street, city, `${state} ${zipCode}`].filter(Boolean).join(", ")}
              {isDefault && <Small>Standard address</Small>}
            </Entry>
          ))}
        </Entries>
        <Small>
          {newsletter
            ? `Subscribed to the newsletter since ${formatDateTime(newsletter.consentedAt)}.`
            : "Not subscribed to the newsletter."}
        </Small>
      </Section>
      {reviews.length + testimonials.length > 0 && (
        <Section title="Reviews">
          <ProductTitles ids={reviews.map(({ productId }) => productId)}>
            <Entries>
              {reviews.map(({ productId, rating, message, status }) => (
                <Entry
                  key={productId}
                  head={
                    <>
                      <a href={`/products/${productId}`}>
                        <ProductTitle id={productId} />
                      </a>
                      <Small>
                        {formatCount(rating, "star")}, {status}
                      </Small>
                    </>
                  }
                >
                  <p className={styles.words}>{message}</p>
                </Entry>
              ))}
              {testimonials.map(({ rating, message, createdAt }) => (
                <Entry key={createdAt}>
                  <Small>
                    {formatCount(rating, "star")}, {formatDateTime(createdAt)}
                  </Small>
                  <p className={styles.words}>{message}</p>
                </Entry>
              ))}
            </Entries>
          </ProductTitles>
        </Section>
      )}
    </>
  );
}

function Messages({ email }: { email: string }) {
  const { data } = useView({ ...messagesList, options: { all: "on", from: email } });
  if (!data || data.length === 0) return null;
  return (
    <Section title="Messages">
      <Entries>
        {data.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </Entries>
    </Section>
  );
}

function Account({ email }: { email: string }) {
  return (
    <Section title="Account">
      <Acts>
        <PrintButton verb="customers data" args={{ email, file: "customer.json" }}>
          Download all their data
        </PrintButton>
        <CommandButton name="customers end-sessions" values={{ email }} variant="secondary">
          End all logins
        </CommandButton>
        <CommandButton
          name="customers delete"
          values={{ email }}
          variant="danger"
          checksFirst
          onDone={() => goTo("/people", { replace: true })}
        >
          Delete the account
        </CommandButton>
      </Acts>
    </Section>
  );
}
