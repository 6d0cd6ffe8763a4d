import { useShopName } from "#ui/logo.tsx";
import HeartHandshake from "lucide/dist/esm/icons/heart-handshake.mjs";
import Leaf from "lucide/dist/esm/icons/leaf.mjs";
import Sprout from "lucide/dist/esm/icons/sprout.mjs";
import type { ReactNode } from "react";
import { links } from "#contract/links.ts";
import type { PageHead } from "#client/head-tags.ts";
import { createPageLoader, usePageData } from "#client/load.ts";
import { useLoaded } from "#client/loading.tsx";
import { readHomeContent } from "#shop/catalogue/endpoints.ts";
import { ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { PageTitle } from "#ui/page-title.tsx";
import { Picture } from "#ui/picture.tsx";
import { Section, Wrap } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import styles from "./our-story.module.css";
import { Icon } from "#ui/icon.tsx";

export const loader = createPageLoader(({ call }) => ({
  pictures: call(readHomeContent, {}).then(
    ({ story }) => story,
    () => [],
  ),
}));

export const head = (): PageHead => ({
  title: "Our story",
  description:
    "Taru is Sanskrit for tree. How a board becomes a bowl in our workshop, and why we take our time.",
  canonical: links.ourStory,
});

/** §2.13: the story in three pictures, and the three feature cards. */
const OurStoryPage = () => (
  <>
    <Wrap>
      <PageTitle
        eyebrow="Our story"
        lead="Taru is Sanskrit for tree. We make the things a table needs from acacia, teak and mango wood, one piece at a time."
      >
        From a tree, for the table
      </PageTitle>
    </Wrap>
    <Workshop />
    <Chapters />
    <Features />
  </>
);

/** The first picture of the story, across the page. */
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

const Chapters = () => (
  <Wrap className={styles.chapters}>
    <Chapter picture={1} title="A bench, and a board">
      <p>
        <span translate="no">{useShopName()}</span> is a small workshop: a bench, a mallet, good edges, and
        curls of wood on the floor by evening. Most of what we make begins as one board and ends as one piece.
        A bowl, a tray, a place to cut bread.
      </p>
      <p>We would rather make a few things well than many in a hurry.</p>
    </Chapter>
    <Chapter picture={2} title="Wood that has rested">
      <p>
        Before a board can carry a warm dish it has to dry, slowly, stacked with thin strips between the
        layers so that air reaches every side. Wood that was hurried will warp. So the boards wait, and only
        then are they cut.
      </p>
      <p>Acacia for its stripes, teak where water comes near, mango for its warmth.</p>
    </Chapter>
    <Chapter picture={3} title="Finished by hand">
      <p>
        Edges are rounded until they feel right in the hand. Then the grain is sanded, and oiled, and for the
        first time you see what the board had in it.
      </p>
      <p>No two look alike. Where yours may differ from the picture, its page says so.</p>
    </Chapter>
  </Wrap>
);

const Features = () => (
  <Section title="What we care about" ground="linen">
    <ul className={styles.features}>
      <Feature sign={<Icon of={Sprout} size={28} strokeWidth={1.25} />} title="Sustainable Design">
        Shapes that stay good to look at, thick enough to be sanded and oiled again. A thing that lasts for
        twenty years need not be made twice.
      </Feature>
      <Feature sign={<Icon of={Leaf} size={28} strokeWidth={1.25} />} title="Eco-friendly">
        Wood grows back, can be mended, and goes back to the earth in the end. And a board too small for a
        tray can still become a dip bowl.
      </Feature>
      <Feature sign={<Icon of={HeartHandshake} size={28} strokeWidth={1.25} />} title="Mindful Living">
        A wooden bowl asks for a little care: a wipe, a drop of oil. In return it makes the daily meal a
        little slower and a little better.
      </Feature>
    </ul>
    <p className={styles.on}>
      <ButtonLink href={links.products()}>See the pieces</ButtonLink>
      <ButtonLink href={links.contact} variant="quiet">
        Ask us something
      </ButtonLink>
    </p>
  </Section>
);

interface ChapterProps {
  /** Its place in the owner's list. */
  picture: 1 | 2 | 3;
  title: string;
  children: ReactNode;
}

/** A picture and its text; the second one the other way round. */
function Chapter({ picture, title, children }: ChapterProps) {
  const { picture: shown, waiting } = useStoryPicture(picture);
  return (
    <section className={classNames(styles.chapter, picture === 2 && styles.turned)}>
      {waiting && <Skeleton shape="picture" className={styles.picture} />}
      {shown && <Picture {...shown} sizes="(min-width: 769px) 56vw, 100vw" className={styles.picture} />}
      <div className={styles.text}>
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  );
}

function useStoryPicture(place: number) {
  const outcome = useLoaded(usePageData<typeof loader>().pictures);
  return {
    picture: outcome.state === "loaded" ? outcome.value[place] : undefined,
    waiting: outcome.state === "loading",
  };
}

const Feature = ({ sign, title, children }: { sign: ReactNode; title: string; children: ReactNode }) => (
  <li className={styles.feature}>
    {sign}
    <h3>{title}</h3>
    <p>{children}</p>
  </li>
);

export { OurStoryPage as Component };
