import type { ReactNode } from "react";
import { policyTitles } from "#shop/policies/titles.ts";
import { links } from "#contract/links.ts";
import { Shared } from "#client/shared-markup.tsx";
import { getMenuHref, useMenu } from "#shop/catalogue/web/navigation.ts";
import type { Navigation } from "#shop/merchandising/home-content.ts";
import { getAbout } from "#shop/brand/brand.ts";
import { NewsletterBox } from "#shop/contact/web/newsletter-box.tsx";
import { type LinkEntry, LinkItems } from "#ui/link-items.tsx";
import { Logo, useShopName } from "#ui/logo.tsx";
import styles from "./footer.module.css";
import { type Shell, useShell } from "./shell-data.ts";

export function Footer() {
  const { seller, brand, year } = useShell();
  const name = useShopName();
  return (
    <Shared as="footer" facts={year} className={styles.footer} data-ground="dark">
      {() => (
        <>
          <div className={styles.top}>
            <div className={styles.brand}>
              <Logo />
              <p>{getAbout(brand)}</p>
              {seller && seller.socialLinks.length > 0 && (
                <ul className={styles.social} aria-label="Follow us">
                  {seller.socialLinks.map(({ name: site, url }) => (
                    <li key={url}>
                      <a href={url} rel="noreferrer" target="_blank">
                        {site}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </div>
            <NewsletterBox />
          </div>
          <Columns seller={seller} />
          <p className={styles.copyright}>
            © {year} <span translate="no">{name}</span>. All rights reserved.
          </p>
        </>
      )}
    </Shared>
  );
}

const Columns = ({ seller }: Pick<Shell, "seller">) => (
  <div className={styles.columns}>
    <LinkColumn title="Customer Care" entries={careLinks} />
    <LinkColumn title="About" entries={aboutLinks} />
    <LinkColumn title="Products" entries={listProductLinks(useMenu())} />
    {seller && (
      <Column title="Contact Information">
        <li>
          <a translate="no" href={`tel:${seller.phone.replaceAll(/[^+\d]/g, "")}`}>
            {seller.phone}
          </a>
        </li>
        <li>
          <a translate="no" href={`mailto:${seller.email}`}>
            {seller.email}
          </a>
        </li>
      </Column>
    )}
  </div>
);

const listProductLinks = (menu: Navigation["menu"]): LinkEntry[] => [
  { label: "All products", href: links.productsInFooter },
  ...menu.map((entry) => ({ label: entry.name, href: getMenuHref(entry) })),
  { label: "Gifts", href: links.gifts },
  { label: "Lay the table", href: links.layTheTable },
];

const careLinks: LinkEntry[] = [
  { label: "Contact us", href: links.contact },
  { label: policyTitles.shipping, href: links.shippingPolicy },
  { label: "Returns and refunds", href: links.refundPolicy },
  { label: policyTitles.terms, href: links.terms },
  { label: policyTitles.privacy, href: links.privacy },
  { label: policyTitles.faq, href: links.faq },
  { label: policyTitles.care, href: links.care },
  { label: "Your orders", href: links.orders },
  { label: "Your bag", href: links.cart },
  { label: "Saved pieces", href: links.saved },
];

const aboutLinks: LinkEntry[] = [
  { label: "Our story", href: links.ourStory },
  { label: "Testimonials", href: links.feedback },
];

const LinkColumn = ({ title, entries }: { title: string; entries: LinkEntry[] }) => (
  <Column title={title}>
    <LinkItems of={entries} />
  </Column>
);

const Column = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.column}>
    <h2 className="eyebrow">{title}</h2>
    <ul className={styles.ways}>{children}</ul>
  </section>
);
