import type { ReactNode } from "react";
import { formatDay } from "#contract/dates.ts";
import { getOwn } from "#contract/read.ts";
import { ButtonLink } from "#ui/button.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Wrap } from "#ui/section.tsx";
import type { ShopText, TextSection } from "../text.ts";
import { Blocks, ShownSentence } from "./blocks.tsx";
import { classNames } from "#ui/class-names.ts";
import styles from "./text-article.module.css";

interface TextArticleProps {
  text: ShopText;
  below?: Readonly<Record<string, ReactNode>>;
  further: readonly { label: string; href: string }[];
}

/** A text page with its figures and sections, and with a table of contents on wide screens (§2.13). */
export const TextArticle = ({ text, below = {}, further }: TextArticleProps) => (
  <Wrap>
    <PageTitle lead={<ShownSentence spans={text.lead} />}>{text.title}</PageTitle>
    {text.facts.length > 0 && <Facts facts={text.facts} />}
    <div className={styles.columns}>
      <nav className={styles.contents} aria-label="On this page">
        <p className="eyebrow">On this page</p>
        <ol className={styles.entries}>
          {text.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.article}>
        {text.intro && (
          <div className={classNames("stack gap-3", styles.section)}>
            <Blocks blocks={text.intro} />
          </div>
        )}
        {text.sections.map((section) => (
          <Section key={section.id} section={section}>
            {getOwn(below, section.id)}
          </Section>
        ))}
        <footer className={styles.end}>
          {text.inForceSince && <p>In force since {formatDay(new Date(text.inForceSince))}.</p>}
          <ul className={styles.further}>
            {further.map(({ label, href }) => (
              <li key={href}>
                <ButtonLink variant="quiet" href={href}>
                  {label}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </footer>
      </div>
    </div>
  </Wrap>
);

export const Facts = ({ facts }: Pick<ShopText, "facts">) => (
  <dl className={styles.facts}>
    {facts.map(({ figure, label }) => (
      <div key={label} className={styles.fact}>
        <dt className="small snug soft">{label}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
);

interface SectionProps {
  section: TextSection;
  children: ReactNode;
}

const Section = ({ section: { id, title, blocks }, children }: SectionProps) => (
  <section id={id} className={classNames("stack gap-3", styles.section)} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    <Blocks blocks={blocks} />
    {children}
  </section>
);
