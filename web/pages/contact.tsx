import Mail from "lucide/dist/esm/icons/mail.mjs";
import MapPin from "lucide/dist/esm/icons/map-pin.mjs";
import Phone from "lucide/dist/esm/icons/phone.mjs";
import type { ReactNode } from "react";
import { formatPlace } from "#contract/place.ts";
import { usePageData } from "#client/page-loader.ts";
import { useLoaded } from "#client/loaded.tsx";
import type { Seller } from "#shop/seller/seller.ts";
import { ContactForm } from "#shop/contact/web/contact-form.tsx";
import type { ShopText, TextBlock } from "#shop/texts/text.ts";
import { Blocks, ShownSentence } from "#shop/texts/web/blocks.tsx";
import { createTextHead, createTextLoader } from "../shell/page-text.ts";
import { Picture } from "#ui/picture.tsx";
import { Wrap } from "#ui/section.tsx";
import { useScene, useShell } from "../shell/shell-data.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./contact.module.css";
import { Icon } from "#ui/icon.tsx";

export const loader = createTextLoader("contact");

const TITLE = "Contact us";

export const head = createTextHead(TITLE);

export function Component() {
  const loadedText = useLoaded(usePageData<typeof loader>().text);
  const text = loadedText.state === "loaded" ? loadedText.value : null;
  const { seller } = useShell();
  const [reach, write] = ["reach-us", "write-to-us"].map((id) =>
    text?.sections.find((section) => section.id === id),
  );
  return (
    <>
      <Banner text={text} />
      <Wrap className={styles.columns}>
        <section className={classNames("stack top", styles.details)} aria-labelledby="reach-us">
          <h2 id="reach-us">{reach?.title ?? "Reach us"}</h2>
          {seller && <Details seller={seller} blocks={reach?.blocks ?? []} />}
        </section>
        <section aria-labelledby="write-to-us">
          <h2 id="write-to-us">{write?.title ?? "Write to us"}</h2>
          <Blocks blocks={write?.blocks ?? []} />
          <ContactForm />
        </section>
      </Wrap>
    </>
  );
}

function Banner({ text }: { text: ShopText | null }) {
  const scene = useScene("contact");
  return (
    <header className={classNames("stack linen", styles.banner)}>
      <div className={styles.text}>
        <h1>{text?.title ?? TITLE}</h1>
        {text && (
          <p>
            <ShownSentence spans={text.lead} />
          </p>
        )}
        <Blocks blocks={text?.intro ?? []} />
      </div>
      {scene && (
        <Picture {...scene} sizes="(min-width: 769px) 60vw, 100vw" priority className={styles.picture} />
      )}
    </header>
  );
}

const Details = ({
  seller: { email, phone, address, legalName, tradeName, grievanceOfficer },
  blocks,
}: {
  seller: Seller;
  blocks: readonly TextBlock[];
}) => (
  <>
    <ul className={styles.ways}>
      <Way sign={<Icon of={Mail} size={20} />} label="E-mail">
        <a translate="no" href={`mailto:${email}`}>
          {email}
        </a>
      </Way>
      <Way sign={<Icon of={Phone} size={20} />} label="Phone">
        <a translate="no" href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>
          {phone}
        </a>
      </Way>
      {address && (
        <Way sign={<Icon of={MapPin} size={20} />} label="Workshop">
          <address translate="no">
            {legalName ?? tradeName}
            <br />
            {address.street}
            <br />
            {formatPlace(address)}
            <br />
            {address.country}
          </address>
        </Way>
      )}
    </ul>
    {blocks.length > 0 && (
      <div className={styles.quiet}>
        <Blocks blocks={blocks} />
      </div>
    )}
    {grievanceOfficer && (
      <p className={styles.quiet}>
        Grievance officer: <span translate="no">{grievanceOfficer.name}</span>,{" "}
        <a translate="no" href={`mailto:${grievanceOfficer.email}`}>
          {grievanceOfficer.email}
        </a>
        ,{" "}
        <span translate="no" className="unbroken">
          {grievanceOfficer.phone}
        </span>
      </p>
    )}
  </>
);

const Way = ({ sign, label, children }: { sign: ReactNode; label: string; children: ReactNode }) => (
  <li className={styles.way}>
    {sign}
    <div>
      <p className="small soft">{label}</p>
      {children}
    </div>
  </li>
);
