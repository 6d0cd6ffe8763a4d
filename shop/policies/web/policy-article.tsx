import type { ReactNode } from "react";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { ExactText } from "#ui/exact-text.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Wrap } from "#ui/section.tsx";
import { formatInForceSince, type Policy, type PolicySection, type PolicySeller } from "../policy.ts";
import styles from "./policy-article.module.css";

type SellerNames = Pick<PolicySeller, "tradeName" | "email">;

interface PolicyArticleProps {
  policy: Policy;
  homeHref: string;
  /** The address becomes a link wherever a sentence names it; neither is translated. */
  seller: SellerNames;
  /** Content that a page adds to a section, by its id. */
  below?: Readonly<Record<string, ReactNode>>;
  /** Link to read on. */
  further: readonly { label: string; href: string }[];
}

/** A policy to be read: its numbers, its sections, and on wide screens its contents beside them (§2.13). */
export const PolicyArticle = ({ policy, homeHref, seller, below = {}, further }: PolicyArticleProps) => (
  <Wrap>
    <div className={styles.way}>
      <Breadcrumb items={[{ label: "Home", href: homeHref }, { label: policy.title }]} />
    </div>
    <PageTitle lead={<Sentence text={policy.lead} seller={seller} />}>{policy.title}</PageTitle>
    {policy.facts.length > 0 && <Facts facts={policy.facts} />}
    <div className={styles.columns}>
      <nav className={styles.contents} aria-label="On this page">
        <p className="eyebrow">On this page</p>
        <ol className={styles.entries}>
          {policy.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.article}>
        {policy.sections.map((section) => (
          <Section key={section.id} section={section} seller={seller}>
            {below[section.id]}
          </Section>
        ))}
        <footer className={styles.end}>
          <p>In force since {formatInForceSince()}.</p>
          <ul className={styles.further}>
            {further.map(({ label, href }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </footer>
      </div>
    </div>
  </Wrap>
);

const Facts = ({ facts }: Pick<Policy, "facts">) => (
  <dl className={styles.facts}>
    {facts.map(({ figure, label }) => (
      <div key={label} className={styles.fact}>
        <dt>{label}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
);

interface SectionProps {
  section: PolicySection;
  seller: SellerNames;
  children: ReactNode;
}

const Section = ({ section: { id, title, text, points = [] }, seller, children }: SectionProps) => (
  <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {text.map((sentence) => (
      <p key={sentence}>
        <Sentence text={sentence} seller={seller} />
      </p>
    ))}
    {points.length > 0 && (
      <ul>
        {points.map((point) => (
          <li key={point}>
            <Sentence text={point} seller={seller} />
          </li>
        ))}
      </ul>
    )}
    {children}
  </section>
);

/** A sentence with the shop's name, and its address as a link to write to. */
const Sentence = ({ text, seller: { tradeName, email } }: { text: string; seller: SellerNames }) => (
  <ExactText
    text={text}
    exact={[email ?? "", tradeName]}
    hrefs={email === null ? {} : { [email]: `mailto:${email}` }}
  />
);
