import HeartHandshake from "lucide/dist/esm/icons/heart-handshake.mjs";
import Leaf from "lucide/dist/esm/icons/leaf.mjs";
import Sprout from "lucide/dist/esm/icons/sprout.mjs";
import { links, MAKERS_ANCHOR } from "#contract/links.ts";
import type { PageHead } from "#client/head-tags.ts";
import { createPageLoader, usePageData } from "#client/page-loader.ts";
import { useLoaded } from "#client/loaded.tsx";
import { readHomeContent } from "#shop/catalogue/endpoints.ts";
import { ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { PageTitle } from "#ui/page-title.tsx";
import { Picture } from "#ui/picture.tsx";
import { Section, Wrap } from "#ui/section.tsx";
import { Skeleton, SkeletonText } from "#ui/skeleton.tsx";
import { readShopText } from "#shop/texts/endpoints.ts";
import type { ShopText, TextSection } from "#shop/texts/text.ts";
import { Blocks, ShownSentence } from "#shop/texts/web/blocks.tsx";
import { Facts } from "#shop/texts/web/text-article.tsx";
import { type TextData, usePageText } from "../shell/page-text.ts";
import styles from "./our-story.module.css";
import { Icon } from "#ui/icon.tsx";

export const loader = createPageLoader(({ call }) => ({
  text: call(readShopText, { params: { name: "our-story" } }),
  content: call(readHomeContent, {}).then(
    ({ story, makers = [] }) => ({ story, makers }),
    () => ({ story: [], makers: [] }),
  ),
}));

export const head = ({ text }: TextData): PageHead => ({
  title: TITLE,
  ...(text && { description: text.description }),
});

const TITLE = "Our story";

export function Component() {
  const pageText = usePageText();
  const text = pageText.state === "loaded" ? pageText.value : null;
  return (
    <>
      <Wrap>
        <PageTitle lead={text && <ShownSentence spans={text.lead} />}>{text?.title ?? TITLE}</PageTitle>
        {text && text.facts.length > 0 && <Facts facts={text.facts} />}
        {text?.intro && (
          <div className={styles.intro}>
            <Blocks blocks={text.intro} />
          </div>
        )}
      </Wrap>
      <Workshop />
      {text && <Story text={text} />}
      <Makers />
      {pageText.state === "loading" && (
        <Wrap>
          <SkeletonText lines={8} />
        </Wrap>
      )}
    </>
  );
}

function Story({ text: { sections } }: { text: ShopText }) {
  const hasCards = ({ blocks }: TextSection) => blocks.some(({ kind }) => kind === "heading");
  const chapters = sections.filter((section) => !hasCards(section));
  return (
    <>
      {chapters.length > 0 && (
        <Wrap className={styles.chapters}>
          {chapters.map((section, at) => (
            <Chapter key={section.id} picture={at + 1} section={section} />
          ))}
        </Wrap>
      )}
      {sections.filter(hasCards).map((section) => (
        <Features key={section.id} section={section} />
      ))}
    </>
  );
}

function Workshop() {
  const { picture, waiting } = useStoryPicture(0);
  return (
    <Wrap className={styles.workshop}>
      {waiting && <Skeleton shape="picture" className={styles.wide} />}
      {picture && (
        <Picture {...picture} sizes="(min-width: 1340px) 1240px, 92vw" priority className={styles.wide} />
      )}
    </Wrap>
  );
}

const SIGNS = [Sprout, Leaf, HeartHandshake];

function Features({ section: { title, blocks } }: { section: TextSection }) {
  const starts = blocks.flatMap(({ kind }, at) => (kind === "heading" ? [at] : []));
  return (
    <Section title={title} ground="linen">
      <ul className={classNames("stack gap-4", styles.features)}>
        {starts.map((start, at) => {
          const [heading, ...content] = blocks.slice(start, starts[at + 1]);
          return (
            <li key={start} className={styles.feature}>
              <Icon of={SIGNS[at % SIGNS.length] ?? Sprout} size={28} strokeWidth={1.25} />
              <h3 className="h4">{heading?.kind === "heading" && heading.title}</h3>
              <Blocks blocks={content} />
            </li>
          );
        })}
      </ul>
      <p className={styles.on}>
        <ButtonLink href={links.products()}>See all pieces</ButtonLink>
        <ButtonLink href={links.contact} variant="quiet">
          Contact us
        </ButtonLink>
      </p>
    </Section>
  );
}

function Chapter({ picture, section }: { picture: number; section: TextSection }) {
  const { picture: storyPicture, waiting } = useStoryPicture(picture);
  return (
    <section className={classNames("stack gap-6", styles.chapter, picture % 2 === 0 && styles.turned)}>
      {waiting && <Skeleton shape="picture" className={styles.picture} />}
      {storyPicture && (
        <Picture {...storyPicture} sizes="(min-width: 769px) 56vw, 100vw" className={styles.picture} />
      )}
      <div className={styles.text}>
        <h2>{section.title}</h2>
        <Blocks blocks={section.blocks} />
      </div>
    </section>
  );
}

function useStoryPicture(place: number) {
  const content = useLoaded(usePageData<typeof loader>().content);
  return {
    picture: content.state === "loaded" ? content.value.story[place] : undefined,
    waiting: content.state === "loading",
  };
}

function Makers() {
  const content = useLoaded(usePageData<typeof loader>().content);
  const makers = content.state === "loaded" ? content.value.makers : [];
  if (makers.length === 0) return null;
  return (
    <Section id={MAKERS_ANCHOR} title="Who makes it">
      <ul className={styles.makers}>
        {makers.map(({ name, place, since, picture, alt }) => (
          <li key={name} className="stack top gap-2">
            <Picture
              picture={picture}
              alt={alt}
              sizes="(min-width: 600px) 30vw, 82vw"
              className={styles.portrait}
            />
            <h3 translate="no" className="h4">
              {name}
            </h3>
            <p className="soft">
              {place}, since {since}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
