import type { ReactNode } from "react";
import { usePosted } from "#client/posted.ts";
import { links } from "#contract/links.ts";
import { useCategoryPages } from "#shop/catalogue/web/navigation.ts";
import { SearchForm } from "#shop/catalogue/web/search-form.tsx";
import { LinkItems } from "#ui/link-items.tsx";
import { Notice } from "#ui/notice.tsx";
import { classNames } from "#ui/class-names.ts";
import styles from "./without-scripts.module.css";

/** The notice is only rendered on the server, because React ignores `noscript` in the browser. */
export const WithoutScripts = () => <noscript>{import.meta.env.SSR && <ScriptNotice />}</noscript>;

/** Shows a placeholder until the session is known. Without JavaScript, tells the visitor what does not work. */
export const UntilKnown = ({ without, children }: { without: string; children: ReactNode }) => (
  <>
    <div className={styles.waiting}>{children}</div>
    <noscript>
      {import.meta.env.SSR && (
        <div className={classNames("stack gap-2 measure", styles.instead)}>
          <p>{without} Please turn on JavaScript in your browser and reload this page.</p>
          <p>
            Or <a href={links.contact}>write to us</a>, and we'll help you or take your order.
          </p>
        </div>
      )}
    </noscript>
  </>
);

const ScriptNotice = () => (
  <div className={styles.notice}>
    <p>
      You can see all pieces, sign up and write to us without JavaScript. For your bag, your orders and your
      account, please turn on JavaScript in your browser, or reload this page.
    </p>
    <SearchForm />
    <nav aria-label="Categories">
      <ul className={styles.ways}>
        <LinkItems
          of={[
            { label: "All products", href: links.products() },
            ...useCategoryPages(),
            { label: "Contact us", href: links.contact },
          ]}
        />
      </ul>
    </nav>
  </div>
);

export function PostedAnswer() {
  const posted = usePosted();
  if (!posted) return null;
  const errors = [...new Set(Object.values(posted.fields))];
  return (
    <div className={styles.notice}>
      <Notice tone={posted.done ? "success" : "danger"}>
        {errors.length > 1 ? errors.map((error) => <p key={error}>{error}</p>) : posted.message}
      </Notice>
    </div>
  );
}
