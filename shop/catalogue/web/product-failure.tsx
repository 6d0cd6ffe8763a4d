import { links } from "#contract/links.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LogoMark } from "#ui/logo.tsx";
import { Wrap } from "#ui/section.tsx";
import { productMessages } from "../product.ts";
import styles from "./product-failure.module.css";

/** The product could not be loaded: gone, or the shop did not answer (§2.6, §8). */
export const ProductFailure = ({ gone }: { gone: boolean }) => (
  <Wrap className={styles.failure}>
    <div role="alert">
      <EmptyState
        level={1}
        title={productMessages.failureHeading}
        text={gone ? productMessages.notDisplayable : productMessages.failed}
        picture={<LogoMark decorative className={styles.mark} />}
        action={<ButtonLink href={links.products()}>Back to Products</ButtonLink>}
      />
    </div>
  </Wrap>
);
