import { links } from "#contract/links.ts";
import type { PageHead } from "#client/head-tags.ts";
import { withStatus } from "#client/router/page.ts";
import { useCategoryPages } from "#shop/catalogue/web/navigation.ts";
import { FirstPieces } from "#shop/catalogue/web/first-pieces.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { LinkItems } from "#ui/link-items.tsx";
import { Wrap } from "#ui/section.tsx";
import { StillLife } from "../shell/still-life.tsx";
import styles from "./not-found.module.css";

export const loader = () => withStatus(null, 404);

const TITLE = "Oops! Page Not Found";

export const head = (): PageHead => ({ title: TITLE, noindex: true });

export const Component = () => (
  <Wrap className={styles.page}>
    <div className="stack gap-5">
      <h1>{TITLE}</h1>
      <p className="brief lead soft">
        This page may have moved, or the address may be mistyped. Try one of these instead.
      </p>
      <p className="row wrap gap-3">
        <ButtonLink href={links.home}>Back to home</ButtonLink>
        <ButtonLink href={links.products()} variant="secondary">
          All products
        </ButtonLink>
      </p>
      <nav aria-label="Categories">
        <ul className={styles.ways}>
          <LinkItems of={useCategoryPages()} />
        </ul>
      </nav>
      <p className="brief soft">
        Still looking? <a href={links.contact}>Contact us</a>, and we will help you find it.
      </p>
    </div>
    <div className={styles.picture}>
      <StillLife scene="not-found" />
    </div>
    <div>
      <FirstPieces />
    </div>
  </Wrap>
);
