import Mail from "lucide/dist/esm/icons/mail.mjs";
import MapPin from "lucide/dist/esm/icons/map-pin.mjs";
import Phone from "lucide/dist/esm/icons/phone.mjs";
import type { ReactNode } from "react";
import { links } from "#contract/links.ts";
import type { PageHead } from "#client/head-tags.ts";
import type { Seller } from "#shop/seller/seller.ts";
import { ContactForm } from "#shop/contact/web/contact-form.tsx";
import { Picture } from "#ui/picture.tsx";
import { Wrap } from "#ui/section.tsx";
import { useScene, useShell } from "../shell/shell-data.ts";
import styles from "./contact.module.css";
import { Icon } from "#ui/icon.tsx";

export const head = (): PageHead => ({
  title: "Contact us",
  description: "Ask about a piece, an order or its care. Write to the workshop or call.",
  canonical: links.contact,
});

/** §2.12: banner, contact details, message form. */
function ContactPage() {
  const { seller } = useShell();
  return (
    <>
      <Banner />
      <Wrap className={styles.columns}>
        <section className={styles.details} aria-labelledby="reach-us">
          <h2 id="reach-us">Reach us</h2>
          {seller && <Details seller={seller} />}
        </section>
        <section className={styles.write} aria-labelledby="write-to-us">
          <h2 id="write-to-us">Write to us</h2>
          <ContactForm />
        </section>
      </Wrap>
    </>
  );
}

function Banner() {
  const scene = useScene("contact");
  return (
    <header className={styles.banner}>
      <div className={styles.text}>
        <h1>Contact us</h1>
        <p>A question about a piece, an order, or how to oil a board? We are glad to help.</p>
      </div>
      {scene && (
        <Picture {...scene} sizes="(min-width: 769px) 60vw, 100vw" priority className={styles.picture} />
      )}
    </header>
  );
}

const Details = ({
  seller: { email, phone, address, legalName, tradeName, grievanceOfficer },
}: {
  seller: Seller;
}) => (
  <>
    <ul className={styles.ways}>
      <Way sign={<Icon of={Mail} size={20} strokeWidth={1.5} />} label="E-mail">
        <a translate="no" href={`mailto:${email}`}>
          {email}
        </a>
      </Way>
      <Way sign={<Icon of={Phone} size={20} strokeWidth={1.5} />} label="Phone">
        <a translate="no" href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>
          {phone}
        </a>
      </Way>
      {address && (
        <Way sign={<Icon of={MapPin} size={20} strokeWidth={1.5} />} label="Workshop">
          <address translate="no">
            {legalName ?? tradeName}
            <br />
            {address.street}
            <br />
            {address.zipCode} {address.city}, {address.state}
            <br />
            {address.country}
          </address>
        </Way>
      )}
    </ul>
    <p className={styles.quiet}>
      For a damaged parcel, please see the <a href={links.refundPolicy}>return and refund policy</a> first: it
      says what to send us.
    </p>
    {grievanceOfficer && (
      <p className={styles.quiet}>
        Grievance officer: <span translate="no">{grievanceOfficer.name}</span>,{" "}
        <a translate="no" href={`mailto:${grievanceOfficer.email}`}>
          {grievanceOfficer.email}
        </a>
        , <span translate="no">{grievanceOfficer.phone}</span>
      </p>
    )}
  </>
);

const Way = ({ sign, label, children }: { sign: ReactNode; label: string; children: ReactNode }) => (
  <li className={styles.way}>
    {sign}
    <div>
      <p className={styles.label}>{label}</p>
      {children}
    </div>
  </li>
);

export { ContactPage as Component };
