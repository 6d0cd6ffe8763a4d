import { links } from "#contract/links.ts";
import { useSession } from "#shop/accounts/web/session.ts";
import { ProductGridSkeleton } from "#shop/catalogue/web/product-grid-skeleton.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Wrap } from "#ui/section.tsx";
import { SavedProducts } from "#shop/wishlist/web/saved-products.tsx";
import { wishlistMessages } from "#shop/wishlist/wishlist.ts";
import { EmptyPage } from "../shell/empty-page.tsx";
import { UntilKnown } from "../shell/without-scripts.tsx";
import styles from "./saved.module.css";

export const head = () => ({ title: wishlistMessages.title });

export function Component() {
  const { user, isRestored } = useSession();
  const isGuest = isRestored && !user;
  return (
    <Wrap className="page-end">
      <PageTitle>{wishlistMessages.title}</PageTitle>
      <SavedProducts
        waiting={<Waiting />}
        empty={<Empty isGuest={isGuest} />}
        above={
          isGuest && (
            <p className={styles.guest}>
              These pieces are saved in this browser. <LogIn /> to see them on your other devices too.
            </p>
          )
        }
        below={
          <p className={styles.more}>
            <ButtonLink variant="secondary" href={links.products()}>
              See all pieces
            </ButtonLink>
          </p>
        }
      />
    </Wrap>
  );
}

const Waiting = () => (
  <UntilKnown without="This page needs JavaScript to show your saved pieces.">
    <ProductGridSkeleton count={4} />
  </UntilKnown>
);

const LogIn = () => (
  <a href={links.logIn(links.saved)} className="unbroken">
    Log in
  </a>
);

const Empty = ({ isGuest }: { isGuest: boolean }) => (
  <EmptyPage
    title={wishlistMessages.none}
    text={
      <>
        {wishlistMessages.how}{" "}
        {isGuest && (
          <>
            <LogIn /> to see what you saved on another device.
          </>
        )}
      </>
    }
    action={<ButtonLink href={links.products()}>See all pieces</ButtonLink>}
  />
);
