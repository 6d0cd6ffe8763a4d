import type { ReactNode } from "react";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Wrap } from "#ui/section.tsx";
import { formatInForceSince, type Policy, type PolicySection } from "../policy.ts";
import styles from "./policy-article.module.css";

interface PolicyArticleProps {
  policy: Policy;
  homeHref: string;
  /** Becomes a link wherever a sentence names it. */
  email: string | null;
  /** What a page sets below the words of a section, by its id. */
  below?: Readonly<Record<string, ReactNode>>;
  /** Where to read on. */
  further: readonly { label: string; href: string }[];
}

/** A policy to be read: its numbers, its sections, and on wide screens its contents beside them (§2.13). */
export const PolicyArticle = ({ policy, homeHref, email, below = {}, further }: PolicyArticleProps) => (
  <Wrap>
    <div className={styles.way}>
      <Breadcrumb items={[{ label: "Home", href: homeHref }, { label: policy.title }]} />
    </div>
    <PageTitle lead={policy.lead}>{policy.title}</PageTitle>
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
          <Section key={section.id} section={section} email={email}>
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
  email: string | null;
  children: ReactNode;
}

const Section = ({ section: { id, title, text, points = [] }, email, children }: SectionProps) => (
  <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {text.map((sentence) => (
      <p key={sentence}>{withMail(sentence, email)}</p>
    ))}
    {points.length > 0 && (
      <ul>
        {points.map((point) => (
          <li key={point}>{withMail(point, email)}</li>
        ))}
      </ul>
    )}
    {children}
  </section>
);

/** The sentence with the shop's address in it as a link to write to. */
function withMail(sentence: string, email: string | null): ReactNode {
  const place = email === null ? -1 : sentence.indexOf(email);
  if (email === null || place < 0) return sentence;
  return (
    <>
      {sentence.slice(0, place)}
      <a href={`mailto:${email}`}>{email}</a>
      {sentence.slice(place + email.length)}
    </>
  );
}
